#include "png_error.h"

#include <stdio.h>
#include <string.h>

void codec_png_failed(png_structp png, png_const_charp message) {
    codec_png_error *state = png_get_error_ptr(png);
    snprintf(state->error->message, sizeof state->error->message, "%s", message);
    codec_png_leave(png, strstr(message, "emory") ? CODEC_NO_MEMORY : CODEC_DAMAGED);
}

void codec_png_warned(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

void codec_png_leave(png_structp png, codec_status status) {
    codec_png_error *state = png_get_error_ptr(png);
    state->status = status;
    longjmp(state->back, 1);
}
