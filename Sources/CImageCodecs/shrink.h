// Averages a picture that comes row by row into a smaller one. Each pixel of the result is the mean of the
// rectangle that it covers, parts of pixels included; colours count by their opacity.
#pragma once

#include "CImageCodecs.h"

typedef struct codec_shrink {
    uint32_t from_width, from_height, width, height, channels;
    uint8_t *pixels;
    /// The weighted sums of one row of the result, at the width of the source.
    uint32_t *sums;
    /// What one whole source row weighs, and what the rows in `sums` weigh together.
    uint32_t unit, weight;
    /// The next rows of the source and of the result.
    uint32_t from_row, row;
} codec_shrink;

/// `shrink` is zeroed; the result is no larger than the source.
codec_status codec_shrink_start(
    codec_shrink *shrink, uint32_t from_width, uint32_t from_height, uint32_t channels,
    const codec_request *request);
void codec_shrink_row(codec_shrink *shrink, const uint8_t *row);
/// Fills what is missing with the ground and hands the pixels over.
void codec_shrink_finish(codec_shrink *shrink, const codec_request *request, codec_picture *picture);
void codec_shrink_free(codec_shrink *shrink);
