#include "jpeg_error.h"

#include <jerror.h>

static void leave(j_common_ptr jpeg) {
    codec_jpeg_error *state = (codec_jpeg_error *)jpeg->err;
    char text[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, text);
    snprintf(state->error->message, sizeof state->error->message, "%s", text);
    switch (jpeg->err->msg_code) {
    // What libjpeg says where it would need a file to swap to, which it has not got.
    case JERR_NO_BACKING_STORE: codec_jpeg_leave(jpeg, CODEC_TOO_LARGE);
    case JERR_OUT_OF_MEMORY: codec_jpeg_leave(jpeg, CODEC_NO_MEMORY);
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_NOT_COMPILED:
    case JERR_ARITH_NOTIMPL: codec_jpeg_leave(jpeg, CODEC_UNSUPPORTED);
    default: codec_jpeg_leave(jpeg, CODEC_DAMAGED);
    }
}

static void note(j_common_ptr jpeg, int level) {
    codec_jpeg_error *state = (codec_jpeg_error *)jpeg->err;
    if (level < 0 && jpeg->err->msg_code == JWRN_HIT_MARKER) state->lacks_data = true;
}

// Nothing is printed.
static void output(j_common_ptr jpeg) { (void)jpeg; }

struct jpeg_error_mgr *codec_jpeg_error_start(codec_jpeg_error *state, codec_error *error) {
    jpeg_std_error(&state->manager);
    state->manager.error_exit = leave;
    state->manager.emit_message = note;
    state->manager.output_message = output;
    state->error = error;
    return &state->manager;
}

void codec_jpeg_leave(j_common_ptr jpeg, codec_status status) {
    codec_jpeg_error *state = (codec_jpeg_error *)jpeg->err;
    state->status = status;
    longjmp(state->back, 1);
}
