#include "shrink.h"

#include <stdlib.h>
#include <string.h>

static bool is_copy(const codec_shrink *shrink) {
    return shrink->width == shrink->from_width && shrink->height == shrink->from_height;
}

codec_status codec_shrink_start(
    codec_shrink *shrink, uint32_t from_width, uint32_t from_height, uint32_t channels,
    const codec_request *request) {
    uint32_t width = request->width < from_width ? request->width : from_width;
    uint32_t height = request->height < from_height ? request->height : from_height;
    if (width == 0 || height == 0) return CODEC_DAMAGED;
    *shrink = (codec_shrink){
        .from_width = from_width, .from_height = from_height, .width = width, .height = height,
        .channels = channels,
    };
    // A transparent pixel's colours are multiplied by its alpha. The sums of a column must fit 32 bits.
    uint64_t largest_sample = channels == 4 ? 255 * 255 : 255;
    uint64_t rows = from_height / height + 2;
    uint64_t unit = UINT32_MAX / (largest_sample * rows);
    if (unit == 0) return CODEC_TOO_LARGE;
    shrink->unit = unit < 256 ? (uint32_t)unit : 256;
    if (!(shrink->pixels = calloc(height, (size_t)width * channels))) return CODEC_NO_MEMORY;
    if (is_copy(shrink)) return CODEC_OK;
    if (!(shrink->sums = calloc(from_width, channels * sizeof *shrink->sums))) return CODEC_NO_MEMORY;
    return CODEC_OK;
}

static void add_row(codec_shrink *shrink, const uint8_t *row, uint32_t weight) {
    uint32_t *sums = shrink->sums;
    size_t count = (size_t)shrink->from_width * shrink->channels;
    shrink->weight += weight;
    if (shrink->channels == 3) {
        for (size_t i = 0; i < count; i++) sums[i] += row[i] * weight;
        return;
    }
    for (size_t i = 0; i < count; i += 4) {
        uint32_t alpha = row[i + 3] * weight;
        sums[i] += row[i] * alpha;
        sums[i + 1] += row[i + 1] * alpha;
        sums[i + 2] += row[i + 2] * alpha;
        sums[i + 3] += alpha;
    }
}

/// Makes a row of the result out of the sums.
static void emit_row(codec_shrink *shrink) {
    uint32_t channels = shrink->channels;
    uint64_t from_width = shrink->from_width, width = shrink->width;
    uint8_t *pixel = shrink->pixels + (size_t)shrink->row * shrink->width * channels;
    for (uint64_t x = 0; x < width; x++, pixel += channels) {
        // In units of 1/width of a source pixel this pixel covers `start` to `end`.
        uint64_t start = x * from_width, end = start + from_width;
        uint64_t totals[4] = {0}, covered = 0;
        for (uint64_t column = start / width; column * width < end; column++) {
            uint64_t left = column * width > start ? column * width : start;
            uint64_t right = (column + 1) * width < end ? (column + 1) * width : end;
            // In 1/256 of a pixel, so that wide pictures overflow nothing.
            uint64_t part = ((right - left) * 256 + width / 2) / width;
            const uint32_t *sums = shrink->sums + column * channels;
            covered += part * shrink->weight;
            for (uint32_t i = 0; i < channels; i++) totals[i] += sums[i] * part;
        }
        if (channels == 4) pixel[3] = (uint8_t)((totals[3] + covered / 2) / covered);
        uint64_t divisor = channels == 4 ? totals[3] : covered;
        if (divisor == 0) continue;
        for (int i = 0; i < 3; i++) pixel[i] = (uint8_t)((totals[i] + divisor / 2) / divisor);
    }
    memset(shrink->sums, 0, (size_t)shrink->from_width * channels * sizeof *shrink->sums);
    shrink->weight = 0;
    shrink->row++;
}

void codec_shrink_row(codec_shrink *shrink, const uint8_t *row) {
    if (shrink->from_row >= shrink->from_height) return;
    uint64_t height = shrink->height, from_height = shrink->from_height;
    // In units of 1/height of a source row.
    uint64_t start = shrink->from_row * height, end = start + height;
    shrink->from_row++;
    if (is_copy(shrink)) {
        size_t count = (size_t)shrink->width * shrink->channels;
        memcpy(shrink->pixels + shrink->row * count, row, count);
        shrink->row++;
        return;
    }
    while (start < end) {
        uint64_t border = (shrink->row + 1) * from_height;
        uint64_t until = border < end ? border : end;
        uint32_t weight = (uint32_t)(((until - start) * shrink->unit + height / 2) / height);
        if (weight > 0) add_row(shrink, row, weight);
        if (until == border) emit_row(shrink);
        start = until;
    }
}

void codec_shrink_finish(codec_shrink *shrink, const codec_request *request, codec_picture *picture) {
    if (shrink->weight > 0) emit_row(shrink);
    size_t stride = (size_t)shrink->width * shrink->channels;
    for (uint32_t y = shrink->row; y < shrink->height; y++) {
        uint8_t *pixel = shrink->pixels + y * stride;
        for (uint32_t x = 0; x < shrink->width; x++, pixel += shrink->channels) {
            pixel[0] = (uint8_t)(request->ground >> 16);
            pixel[1] = (uint8_t)(request->ground >> 8);
            pixel[2] = (uint8_t)request->ground;
            if (shrink->channels == 4) pixel[3] = 255;
        }
    }
    picture->pixels = shrink->pixels;
    picture->width = shrink->width;
    picture->height = shrink->height;
    picture->channels = shrink->channels;
    shrink->pixels = NULL;
}

void codec_shrink_free(codec_shrink *shrink) {
    free(shrink->pixels);
    free(shrink->sums);
    shrink->pixels = NULL;
    shrink->sums = NULL;
}
