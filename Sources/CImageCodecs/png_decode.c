#include <stdlib.h>
#include <string.h>

#include "png_error.h"
#include "shrink.h"
#include "source.h"

typedef struct decoder {
    png_structp png;
    png_infop info;
    codec_png_error error;
    codec_reader reader;
    const uint8_t *piece;
    size_t left;
    codec_shrink shrink;
    /// One row, or all of an interlaced picture.
    uint8_t *rows;
    bool is_interlaced;
} decoder;

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
    decoder *decoder = png_get_io_ptr(png);
    while (count > 0) {
        if (decoder->left == 0) {
            codec_status status =
                codec_read(&decoder->reader, &decoder->piece, &decoder->left, decoder->error.error);
            if (status != CODEC_OK) codec_png_leave(png, status);
            if (decoder->left == 0) png_error(png, "the file ends too early");
        }
        size_t part = decoder->left < count ? decoder->left : count;
        memcpy(bytes, decoder->piece, part);
        decoder->piece += part;
        decoder->left -= part;
        bytes += part;
        count -= part;
    }
}

/// Whatever is stored becomes 8-bit RGB, or RGBA where something can be seen through.
static void choose_form(decoder *decoder) {
    png_structp png = decoder->png;
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    decoder->is_interlaced = png_set_interlace_handling(png) > 1;
    png_read_update_info(png, decoder->info);
}

static void decode(decoder *decoder, const codec_request *request, codec_picture *picture) {
    png_structp png = decoder->png;
    png_set_read_fn(png, decoder, read_bytes);
    // Texts and profiles would be inflated, and nobody asks for them here.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, decoder->info);
    uint32_t width = picture->full_width = png_get_image_width(png, decoder->info);
    uint32_t height = picture->full_height = png_get_image_height(png, decoder->info);
    choose_form(decoder);
    uint32_t channels = png_get_channels(png, decoder->info);
    size_t stride = png_get_rowbytes(png, decoder->info);
    if (stride != (size_t)width * channels) png_error(png, "unknown form of pixels");
    if (decoder->is_interlaced && request->memory_limit / height < stride) {
        codec_png_leave(png, CODEC_TOO_LARGE);
    }
    codec_status status = codec_shrink_start(&decoder->shrink, width, height, channels, request);
    if (status != CODEC_OK) codec_png_leave(png, status);
    decoder->rows = decoder->is_interlaced ? calloc(height, stride) : malloc(stride);
    if (!decoder->rows) codec_png_leave(png, CODEC_NO_MEMORY);
    if (!decoder->is_interlaced) {
        for (uint32_t y = 0; y < height; y++) {
            png_read_row(png, decoder->rows, NULL);
            codec_shrink_row(&decoder->shrink, decoder->rows);
        }
        return;
    }
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
        // Each pass fills the gaps that the next ones leave.
        for (uint32_t y = 0; y < height; y++) png_read_row(png, NULL, decoder->rows + y * stride);
    }
}

/// What an interlaced picture holds, be it whole or in coarse squares.
static void shrink_all(decoder *decoder) {
    size_t stride = (size_t)decoder->shrink.from_width * decoder->shrink.channels;
    for (uint32_t y = 0; y < decoder->shrink.from_height; y++) {
        codec_shrink_row(&decoder->shrink, decoder->rows + y * stride);
    }
}

codec_status codec_png_decode(
    const codec_source *source, const codec_request *request, codec_picture *picture, codec_error *error) {
    decoder decoder = {.error.error = error, .reader.source = source};
    *picture = (codec_picture){0};
    *error = (codec_error){0};
    decoder.png = png_create_read_struct(
        PNG_LIBPNG_VER_STRING, &decoder.error, codec_png_failed, codec_png_warned);
    if (!decoder.png) return CODEC_NO_MEMORY;
    if (setjmp(decoder.error.back) == 0) {
        decoder.info = png_create_info_struct(decoder.png);
        if (!decoder.info) codec_png_leave(decoder.png, CODEC_NO_MEMORY);
        decode(&decoder, request, picture);
    }
    codec_status status = decoder.error.status;
    // What came before the damage can still be shown.
    bool is_started = decoder.rows && (decoder.is_interlaced || decoder.shrink.from_row > 0);
    if (status == CODEC_OK || (status == CODEC_DAMAGED && is_started)) {
        if (decoder.is_interlaced) shrink_all(&decoder);
        picture->is_complete = status == CODEC_OK;
        codec_shrink_finish(&decoder.shrink, request, picture);
        status = CODEC_OK;
    }
    png_destroy_read_struct(&decoder.png, &decoder.info, NULL);
    codec_shrink_free(&decoder.shrink);
    codec_reader_free(&decoder.reader);
    free(decoder.rows);
    return status;
}
