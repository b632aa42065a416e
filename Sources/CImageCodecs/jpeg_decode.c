#include <stdlib.h>
#include <string.h>

#include "dc_scan.h"
#include "jpeg_error.h"
#include "shrink.h"
#include "source.h"

/// Files with more scans are made to keep decoders busy.
#define MOST_SCANS 200

typedef struct decoder {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_source_mgr input;
    struct jpeg_progress_mgr progress;
    codec_jpeg_error error;
    codec_reader reader;
    codec_shrink shrink;
    uint8_t *row;
    bool is_started;
    /// The source has ended, and libjpeg was told so.
    bool is_at_end;
    bool has_unread_scans;
    /// Whether the scanner met something that only libjpeg knows what to do with.
    bool has_given_up;
} decoder;

// MARK: Input

static void init_source(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean fill(j_decompress_ptr jpeg) {
    static const JOCTET end[] = {0xFF, JPEG_EOI};
    decoder *decoder = jpeg->client_data;
    const uint8_t *piece;
    size_t count;
    codec_status status = codec_read(&decoder->reader, &piece, &count, decoder->error.error);
    if (status != CODEC_OK) codec_jpeg_leave((j_common_ptr)jpeg, status);
    if (count == 0) {
        decoder->is_at_end = true;
        piece = end;
        count = sizeof end;
    }
    jpeg->src->next_input_byte = piece;
    jpeg->src->bytes_in_buffer = count;
    return TRUE;
}

static void skip(j_decompress_ptr jpeg, long count) {
    decoder *decoder = jpeg->client_data;
    struct jpeg_source_mgr *input = jpeg->src;
    if (count <= 0) return;
    if ((size_t)count <= input->bytes_in_buffer) {
        input->next_input_byte += count;
        input->bytes_in_buffer -= (size_t)count;
        return;
    }
    decoder->reader.position += count - (long)input->bytes_in_buffer;
    input->bytes_in_buffer = 0;
}

static void term_source(j_decompress_ptr jpeg) { (void)jpeg; }

// MARK: Stages

/// Asked for each row of blocks, also while libjpeg reads all scans of a picture that it keeps whole.
static void check(j_common_ptr jpeg) {
    decoder *decoder = jpeg->client_data;
    if (codec_is_cancelled(decoder->reader.source)) codec_jpeg_leave(jpeg, CODEC_CANCELLED);
    if (decoder->jpeg.input_scan_number > MOST_SCANS) codec_jpeg_leave(jpeg, CODEC_DAMAGED);
}

/// The smallest eighths of the stored size that cover the request.
static unsigned scale(const struct jpeg_decompress_struct *jpeg, const codec_request *request) {
    unsigned eighths = 1;
    while (eighths < 8
           && ((jpeg->image_width * eighths + 7) / 8 < request->width
               || (jpeg->image_height * eighths + 7) / 8 < request->height)) {
        eighths++;
    }
    return eighths;
}

/// Reads scans until each component has the mean of each of its blocks.
static void read_means(decoder *decoder) {
    j_decompress_ptr jpeg = &decoder->jpeg;
    for (;;) {
        int result = jpeg_consume_input(jpeg);
        if (result == JPEG_REACHED_EOI) return;
        if (result != JPEG_SCAN_COMPLETED) continue;
        check((j_common_ptr)jpeg);
        bool is_enough = true;
        for (int i = 0; i < jpeg->num_components; i++) is_enough &= jpeg->coef_bits[i][0] >= 0;
        if (is_enough) {
            decoder->has_unread_scans = true;
            return;
        }
    }
}

/// Ink to light. Adobe's programs store how much of the paper shows, others how much ink there is.
static void convert_inks(uint8_t *row, uint32_t width, bool is_inverted) {
    const uint8_t *from = row;
    for (uint32_t x = 0; x < width; x++, from += 4, row += 3) {
        unsigned flip = is_inverted ? 0 : 255;
        unsigned key = from[3] ^ flip;
        for (int i = 0; i < 3; i++) row[i] = (uint8_t)(((from[i] ^ flip) * key + 127) / 255);
    }
}

static void start_rows(decoder *decoder, const codec_request *request, uint32_t width, uint32_t height) {
    codec_status status = codec_shrink_start(&decoder->shrink, width, height, 3, request);
    if (status != CODEC_OK) codec_jpeg_leave((j_common_ptr)&decoder->jpeg, status);
    decoder->is_started = true;
}

static void scan_means(decoder *decoder, const codec_request *request) {
    j_decompress_ptr jpeg = &decoder->jpeg;
    start_rows(decoder, request, (jpeg->image_width + 7) / 8, (jpeg->image_height + 7) / 8);
    codec_status status = codec_dc_scan(jpeg, &decoder->reader, &decoder->shrink, decoder->error.error);
    decoder->has_given_up = status == CODEC_DAMAGED;
    decoder->has_unread_scans = jpeg->progressive_mode;
    if (status != CODEC_OK) codec_jpeg_leave((j_common_ptr)jpeg, status);
}

static void decode(
    decoder *decoder, const codec_request *request, bool uses_own_scanner, codec_picture *picture) {
    j_decompress_ptr jpeg = &decoder->jpeg;
    jpeg->client_data = decoder;
    jpeg->src = &decoder->input;
    jpeg->progress = &decoder->progress;
    jpeg->mem->max_memory_to_use = (long)request->memory_limit;
    jpeg_read_header(jpeg, TRUE);
    picture->full_width = jpeg->image_width;
    picture->full_height = jpeg->image_height;

    bool is_ink = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = is_ink ? JCS_CMYK : JCS_RGB;
    jpeg->scale_num = scale(jpeg, request);
    jpeg->scale_denom = 8;
    if (uses_own_scanner && jpeg->scale_num == 1 && codec_dc_scan_is_possible(jpeg)) {
        scan_means(decoder, request);
        return;
    }
    bool is_stopped = jpeg->progressive_mode && jpeg->scale_num == 1;
    jpeg->buffered_image = is_stopped;
    if (is_stopped) jpeg->do_block_smoothing = FALSE;
    jpeg_start_decompress(jpeg);
    if (is_stopped) {
        read_means(decoder);
        jpeg_start_output(jpeg, jpeg->input_scan_number);
    }
    start_rows(decoder, request, jpeg->output_width, jpeg->output_height);
    decoder->row = malloc((size_t)jpeg->output_width * (size_t)jpeg->output_components);
    if (!decoder->row) codec_jpeg_leave((j_common_ptr)jpeg, CODEC_NO_MEMORY);
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = decoder->row;
        jpeg_read_scanlines(jpeg, &row, 1);
        // libjpeg makes up rows that are not there.
        if (decoder->is_at_end && decoder->error.lacks_data && !jpeg_has_multiple_scans(jpeg)) break;
        if (is_ink) convert_inks(row, jpeg->output_width, jpeg->saw_Adobe_marker);
        codec_shrink_row(&decoder->shrink, row);
    }
}

static codec_status attempt(
    const codec_source *source, const codec_request *request, bool uses_own_scanner, codec_picture *picture,
    codec_error *error, bool *has_given_up) {
    decoder decoder = {
        .input = {
            .init_source = init_source, .fill_input_buffer = fill, .skip_input_data = skip,
            .resync_to_restart = jpeg_resync_to_restart, .term_source = term_source,
        },
        .progress.progress_monitor = check,
        .reader.source = source,
    };
    *picture = (codec_picture){0};
    *error = (codec_error){0};
    decoder.jpeg.err = codec_jpeg_error_start(&decoder.error, error);
    if (setjmp(decoder.error.back) == 0) {
        jpeg_create_decompress(&decoder.jpeg);
        decode(&decoder, request, uses_own_scanner, picture);
    }
    codec_status status = decoder.error.status;
    // What came before the damage can still be shown.
    bool has_rows = decoder.is_started && decoder.shrink.from_row > 0 && !decoder.has_given_up;
    if (status == CODEC_OK || (status == CODEC_DAMAGED && has_rows)) {
        bool has_all_rows = decoder.shrink.from_row == decoder.shrink.from_height;
        picture->is_complete = status == CODEC_OK && has_all_rows
            && !(decoder.is_at_end && (decoder.error.lacks_data || jpeg_has_multiple_scans(&decoder.jpeg)));
        picture->has_unread_scans = decoder.has_unread_scans;
        codec_shrink_finish(&decoder.shrink, request, picture);
        status = CODEC_OK;
    }
    jpeg_destroy_decompress(&decoder.jpeg);
    codec_shrink_free(&decoder.shrink);
    codec_reader_free(&decoder.reader);
    free(decoder.row);
    *has_given_up = decoder.has_given_up;
    return status;
}

codec_status codec_jpeg_decode(
    const codec_source *source, const codec_request *request, codec_picture *picture, codec_error *error) {
    bool has_given_up;
    codec_status status =
        attempt(source, request, request->uses_own_scanner, picture, error, &has_given_up);
    return has_given_up ? attempt(source, request, false, picture, error, &has_given_up) : status;
}
