#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "png_error.h"

typedef struct encoder {
    png_structp png;
    png_infop info;
    codec_png_error error;
    png_text *texts;
    uint8_t *bytes;
    size_t count, capacity;
} encoder;

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
    encoder *encoder = png_get_io_ptr(png);
    if (encoder->capacity - encoder->count < count) {
        size_t capacity = (encoder->count + count) * 2;
        uint8_t *larger = realloc(encoder->bytes, capacity);
        if (!larger) codec_png_leave(png, CODEC_NO_MEMORY);
        encoder->bytes = larger;
        encoder->capacity = capacity;
    }
    memcpy(encoder->bytes + encoder->count, bytes, count);
    encoder->count += count;
}

static void flush(png_structp png) { (void)png; }

static void set_texts(encoder *encoder, const char *const *texts, size_t count) {
    if (count == 0) return;
    encoder->texts = calloc(count, sizeof *encoder->texts);
    if (!encoder->texts) codec_png_leave(encoder->png, CODEC_NO_MEMORY);
    for (size_t i = 0; i < count; i++) {
        // libpng copies both, its type only lacks the const.
        encoder->texts[i].key = (char *)texts[2 * i];
        encoder->texts[i].text = (char *)texts[2 * i + 1];
        encoder->texts[i].compression = PNG_TEXT_COMPRESSION_NONE;
    }
    png_set_text(encoder->png, encoder->info, encoder->texts, (int)count);
}

codec_status codec_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride, uint32_t channels,
    const char *const *texts, size_t text_count, uint8_t **bytes, size_t *count, codec_error *error) {
    encoder encoder = {.error.error = error};
    *error = (codec_error){0};
    encoder.png = png_create_write_struct(
        PNG_LIBPNG_VER_STRING, &encoder.error, codec_png_failed, codec_png_warned);
    if (!encoder.png) return CODEC_NO_MEMORY;
    if (setjmp(encoder.error.back) == 0) {
        encoder.info = png_create_info_struct(encoder.png);
        if (!encoder.info) codec_png_leave(encoder.png, CODEC_NO_MEMORY);
        png_set_write_fn(encoder.png, &encoder, write_bytes, flush);
        // Of photos, looking for more than runs takes a third longer and saves nothing.
        png_set_compression_level(encoder.png, 1);
        png_set_compression_strategy(encoder.png, Z_RLE);
        png_set_filter(encoder.png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
        png_set_IHDR(
            encoder.png, encoder.info, width, height, 8,
            channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
            PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        set_texts(&encoder, texts, text_count);
        png_write_info(encoder.png, encoder.info);
        for (uint32_t y = 0; y < height; y++) png_write_row(encoder.png, pixels + y * stride);
        png_write_end(encoder.png, NULL);
    }
    png_destroy_write_struct(&encoder.png, &encoder.info);
    free(encoder.texts);
    if (encoder.error.status != CODEC_OK) {
        free(encoder.bytes);
        return encoder.error.status;
    }
    *bytes = encoder.bytes;
    *count = encoder.count;
    return CODEC_OK;
}
