// libjpeg's errors as results: the only way out of a failed call is a jump back into the caller.
#pragma once

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CImageCodecs.h"

typedef struct codec_jpeg_error {
    struct jpeg_error_mgr manager;
    jmp_buf back;
    codec_status status;
    codec_error *error;
    /// Set where the data of the picture ended, or another segment began, before its last block.
    bool lacks_data;
} codec_jpeg_error;

struct jpeg_error_mgr *codec_jpeg_error_start(codec_jpeg_error *state, codec_error *error);
/// Leaves the present libjpeg call, for a reason that is not libjpeg's.
_Noreturn void codec_jpeg_leave(j_common_ptr jpeg, codec_status status);
