#include <stdlib.h>

#include "jpeg_error.h"

typedef struct encoder {
    struct jpeg_compress_struct jpeg;
    codec_jpeg_error error;
    unsigned char *bytes;
    unsigned long count;
} encoder;

static void encode(
    encoder *encoder, const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride, uint32_t channels,
    int quality) {
    j_compress_ptr jpeg = &encoder->jpeg;
    jpeg_create_compress(jpeg);
    jpeg_mem_dest(jpeg, &encoder->bytes, &encoder->count);
    jpeg->image_width = width;
    jpeg->image_height = height;
    jpeg->input_components = (int)channels;
    jpeg->in_color_space = channels == 4 ? JCS_EXT_RGBX : JCS_RGB;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, quality, TRUE);
    jpeg_start_compress(jpeg, TRUE);
    while (jpeg->next_scanline < height) {
        JSAMPROW row = (JSAMPROW)(pixels + jpeg->next_scanline * stride);
        jpeg_write_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_compress(jpeg);
}

codec_status codec_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride, uint32_t channels, int quality,
    uint8_t **bytes, size_t *count, codec_error *error) {
    encoder encoder = {0};
    *error = (codec_error){0};
    encoder.jpeg.err = codec_jpeg_error_start(&encoder.error, error);
    if (setjmp(encoder.error.back) == 0) {
        encode(&encoder, pixels, width, height, stride, channels, quality);
    }
    jpeg_destroy_compress(&encoder.jpeg);
    if (encoder.error.status != CODEC_OK) {
        free(encoder.bytes);
        return encoder.error.status;
    }
    *bytes = encoder.bytes;
    *count = encoder.count;
    return CODEC_OK;
}
