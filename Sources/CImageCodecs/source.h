// Reading a codec_source from its start to its end.
#pragma once

#include "CImageCodecs.h"

#define CODEC_PIECE (64 << 10)

typedef struct codec_reader {
    const codec_source *source;
    /// Bytes of the source that were read.
    int64_t position;
    uint8_t *buffer;
} codec_reader;

/// The next bytes, some at a time; 0 where the source ends. `piece` is valid until the next call.
codec_status codec_read(codec_reader *reader, const uint8_t **piece, size_t *count, codec_error *error);
void codec_reader_free(codec_reader *reader);

static inline bool codec_is_cancelled(const codec_source *source) {
    return source->is_cancelled && source->is_cancelled(source->context);
}
