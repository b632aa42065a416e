#include "source.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

codec_status codec_read(codec_reader *reader, const uint8_t **piece, size_t *count, codec_error *error) {
    const codec_source *source = reader->source;
    int64_t left = source->count - reader->position;
    *count = 0;
    if (codec_is_cancelled(source)) return CODEC_CANCELLED;
    if (left <= 0) return CODEC_OK;
    if (source->bytes) {
        *piece = source->bytes + reader->position;
        *count = (size_t)left;
    } else {
        if (!reader->buffer && !(reader->buffer = malloc(CODEC_PIECE))) return CODEC_NO_MEMORY;
        size_t wanted = left < CODEC_PIECE ? (size_t)left : CODEC_PIECE;
        ssize_t got;
        do {
            got = pread(source->descriptor, reader->buffer, wanted, source->offset + reader->position);
        } while (got < 0 && errno == EINTR);
        if (got < 0) {
            error->error_number = errno;
            return CODEC_UNREADABLE;
        }
        *piece = reader->buffer;
        *count = (size_t)got;
    }
    reader->position += (int64_t)*count;
    return CODEC_OK;
}

void codec_reader_free(codec_reader *reader) {
    free(reader->buffer);
    reader->buffer = NULL;
}
