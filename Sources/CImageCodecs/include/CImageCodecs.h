// JPEG and PNG for Swift, through libjpeg and libpng.
//
// Both libraries leave a failed call by longjmp, which must not cross a Swift frame; here it never leaves
// C. The calls block, keep no state, run on any thread, and say in their result what went wrong.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum codec_status {
    CODEC_OK,
    /// The bytes do not make a picture.
    CODEC_DAMAGED,
    /// A well-formed picture of a kind that the library does not know.
    CODEC_UNSUPPORTED,
    /// It would take more memory than was allowed.
    CODEC_TOO_LARGE,
    /// The system has no memory.
    CODEC_NO_MEMORY,
    /// The file could not be read; `error_number` is the errno.
    CODEC_UNREADABLE,
    CODEC_CANCELLED,
} codec_status;

/// The library's own words, in English and perhaps empty.
typedef struct codec_error {
    int error_number;
    char message[200];
} codec_error;

/// Bytes to decode: `count` bytes in memory, or where `bytes` is NULL of an open file, from `offset` on.
/// The file's own position is neither used nor changed.
typedef struct codec_source {
    const uint8_t *bytes;
    int descriptor;
    int64_t offset;
    int64_t count;
    /// Asked now and then whether nobody waits any more; may be NULL.
    bool (*is_cancelled)(void *context);
    void *context;
} codec_source;

/// What to make of a picture.
typedef struct codec_request {
    /// The size of the result in pixels; a side that is longer than the picture's is shortened to it.
    uint32_t width, height;
    /// Bytes that may be taken where a picture is kept whole: progressive and interlaced ones.
    size_t memory_limit;
    /// A colour (0xRRGGBB) for rows that are missing.
    uint32_t ground;
    /// Whether a JPEG that is wanted at an eighth or less may be read by the scanner in dc_scan.c, which
    /// takes half of libjpeg's time, of progressive ones a tenth.
    bool uses_own_scanner;
} codec_request;

/// Rows of 8-bit RGB or RGBA samples without gaps, top row first; alpha is not premultiplied.
typedef struct codec_picture {
    /// To be freed with free().
    uint8_t *pixels;
    uint32_t width, height;
    /// 3 or 4.
    uint32_t channels;
    /// The whole picture's size, as stored.
    uint32_t full_width, full_height;
    /// False where the data ended or broke before the last row.
    bool is_complete;
    /// Whether decoding stopped before the last scan, so that `is_complete` says nothing of the rest.
    bool has_unread_scans;
} codec_picture;

/// Decodes at the smallest eighth of the stored size that covers the request, then averages. Of a
/// progressive picture that is wanted at an eighth or less, only the first scans are read.
codec_status codec_jpeg_decode(
    const codec_source *source, const codec_request *request, codec_picture *picture, codec_error *error);

/// Decodes row by row, averaging; only interlaced pictures are kept whole meanwhile.
codec_status codec_png_decode(
    const codec_source *source, const codec_request *request, codec_picture *picture, codec_error *error);

/// Encodes rows of 3 or 4 samples a pixel, of which a fourth is ignored. `quality` is 1 to 100. The bytes
/// are to be freed with free().
codec_status codec_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride, uint32_t channels, int quality,
    uint8_t **bytes, size_t *count, codec_error *error);

/// Encodes quickly rather than small: level 1, runs only, filter Up. `texts` holds `text_count` pairs of a
/// key and a value in Latin-1, written as they are before the pixels. The bytes are to be freed with free().
codec_status codec_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride, uint32_t channels,
    const char *const *texts, size_t text_count, uint8_t **bytes, size_t *count, codec_error *error);
