// libpng's errors as results, as in jpeg_error.h.
#pragma once

#include <png.h>
#include <setjmp.h>

#include "CImageCodecs.h"

typedef struct codec_png_error {
    jmp_buf back;
    codec_status status;
    codec_error *error;
} codec_png_error;

/// The functions for png_create_read_struct and png_create_write_struct, whose error pointer is a
/// codec_png_error.
_Noreturn void codec_png_failed(png_structp png, png_const_charp message);
void codec_png_warned(png_structp png, png_const_charp message);
/// Leaves the present libpng call, for a reason that is not libpng's.
_Noreturn void codec_png_leave(png_structp png, codec_status status);
