#include "dc_scan.h"

#include <stdlib.h>
#include <string.h>

// MARK: Bits

/// The bits of one stretch between markers.
typedef struct bit_reader {
    const uint8_t *next, *end;
    /// The next bits, the first one on top, and how many there are.
    uint64_t bits;
    int count;
    /// How many of them, at the end, are zeros where the stretch was over.
    int made_up;
    codec_reader *reader;
    /// Joins what is left of one piece of the source with the next one.
    uint8_t *joint;
    codec_error *error;
    codec_status status;
} bit_reader;

/// Gets more bytes behind those that are left; false where the source has ended or failed.
static bool get_more(bit_reader *reader) {
    const uint8_t *piece;
    size_t left = (size_t)(reader->end - reader->next), count;
    if (left > 1) return false;
    // The next piece may come where this one is.
    uint8_t last = left ? *reader->next : 0;
    codec_status status = codec_read(reader->reader, &piece, &count, reader->error);
    if (status != CODEC_OK) reader->status = status;
    if (status != CODEC_OK || count == 0) return false;
    if (left == 0) {
        reader->next = piece;
        reader->end = piece + count;
        return true;
    }
    // Memory comes in one piece, so that only pieces of a file are ever joined.
    if (count > CODEC_PIECE) return false;
    reader->joint[0] = last;
    memcpy(reader->joint + 1, piece, count);
    reader->next = reader->joint;
    reader->end = reader->joint + 1 + count;
    return true;
}

/// Whether two bytes, or the last one, are at hand.
static bool has_pair(bit_reader *reader) {
    return reader->end - reader->next >= 2 || (get_more(reader) && reader->end - reader->next >= 2);
}

static void refill(bit_reader *reader) {
    if (reader->end - reader->next >= 8) {
        uint64_t bytes;
        memcpy(&bytes, reader->next, sizeof bytes);
        bytes = __builtin_bswap64(bytes);
        // Only where none of the eight bytes is 0xFF, which may begin a marker.
        uint64_t inverted = ~bytes;
        if (!((inverted - 0x0101010101010101u) & bytes & 0x8080808080808080u)) {
            int taken = (63 - reader->count) / 8;
            reader->bits |= bytes >> reader->count;
            reader->next += taken;
            reader->count += taken * 8;
            // What lies below is the beginning of the next byte, which comes again.
            return;
        }
    }
    while (reader->count <= 56) {
        unsigned byte = 0;
        bool is_data = false;
        if (reader->next < reader->end || get_more(reader)) {
            byte = *reader->next;
            if (byte != 0xFF) {
                reader->next++;
                is_data = true;
            } else if (has_pair(reader) && reader->next[1] == 0) {
                reader->next += 2;
                is_data = true;
            }
        }
        if (!is_data) {
            byte = 0;
            reader->made_up += 8;
        }
        reader->bits &= reader->count ? ~(UINT64_MAX >> reader->count) : 0;
        reader->bits |= (uint64_t)byte << (56 - reader->count);
        reader->count += 8;
    }
}

static inline void skip(bit_reader *reader, int count) {
    reader->bits <<= count;
    reader->count -= count;
}

/// Goes on behind the restart marker of this number; false where another thing stands there.
static bool restart(bit_reader *reader, int number) {
    reader->bits = 0;
    reader->count = 0;
    reader->made_up = 0;
    while (has_pair(reader) && reader->next[0] == 0xFF && reader->next[1] == 0xFF) reader->next++;
    if (!has_pair(reader) || reader->next[0] != 0xFF || reader->next[1] != JPEG_RST0 + number) return false;
    reader->next += 2;
    return true;
}

// MARK: Codes

#define LOOK 12

typedef struct code_table {
    /// By the next bits: the length of the code and its symbol times 256; 0 where the code is longer.
    uint16_t codes[1 << LOOK];
    /// By the next bits: how many coefficients several symbols pass (10 bits), how many bits they take with
    /// all that belongs to them (5 bits; 0 where the first one is not known), and whether the block ends.
    uint16_t runs[1 << LOOK];
    /// By length: the code behind the last one, and what leads from a code to its symbol.
    int32_t limits[17], offsets[17];
    uint8_t symbols[256];
} code_table;

static bool is_end(unsigned symbol) { return (symbol & 15) == 0 && symbol != 0xF0; }

static void fill_runs(code_table *table) {
    for (unsigned look = 0; look < 1 << LOOK; look++) {
        unsigned bits = 0, advance = 0;
        bool ends = false;
        while (bits < LOOK && !ends) {
            unsigned code = table->codes[(look << bits) & ((1 << LOOK) - 1)];
            unsigned length = code & 255, symbol = code >> 8;
            if (length == 0 || bits + length > LOOK) break;
            ends = is_end(symbol);
            if (!ends) advance += (symbol >> 4) + 1;
            bits += length + (symbol & 15);
        }
        table->runs[look] = (uint16_t)(advance << 6 | bits << 1 | ends);
    }
}

/// Builds a table of the codes; false for what is no set of codes, or has a symbol beyond `largest`.
static bool build(code_table *table, const JHUFF_TBL *codes, uint8_t largest) {
    if (!codes) return false;
    memset(table, 0, sizeof *table);
    memcpy(table->symbols, codes->huffval, sizeof table->symbols);
    int32_t code = 0, count = 0;
    for (int length = 1; length <= 16; length++, code <<= 1) {
        table->offsets[length] = count - code;
        for (int i = 0; i < codes->bits[length]; i++, code++, count++) {
            if (count >= 256 || code >= 1 << length || codes->huffval[count] > largest) return false;
            if (length > LOOK) continue;
            unsigned first = (unsigned)code << (LOOK - length);
            for (unsigned rest = 0; rest < 1u << (LOOK - length); rest++) {
                table->codes[first | rest] = (uint16_t)(length | table->symbols[count] << 8);
            }
        }
        table->limits[length] = code;
    }
    fill_runs(table);
    return true;
}

/// The next symbol, or -1 for bits that are no code.
static int next_symbol(const code_table *table, bit_reader *reader) {
    unsigned code = table->codes[reader->bits >> (64 - LOOK)];
    if (code) {
        skip(reader, code & 255);
        return (int)(code >> 8);
    }
    for (int length = LOOK + 1; length <= 16; length++) {
        int32_t long_code = (int32_t)(reader->bits >> (64 - length));
        if (long_code < table->limits[length]) {
            int32_t place = long_code + table->offsets[length];
            if (place < 0 || place > 255) return -1;
            skip(reader, length);
            return table->symbols[place];
        }
    }
    return -1;
}

// MARK: Blocks

typedef struct component {
    const code_table *means, *others;
    int quantum, shift;
    /// Blocks across and down in a unit of all components, and how many units' blocks share a sample.
    int across, down, spread_across, spread_down;
    int32_t mean;
    /// The samples of one row of units.
    uint8_t *samples;
    size_t stride;
} component;

typedef struct scanner {
    bit_reader bits;
    code_table means[NUM_HUFF_TBLS], others[NUM_HUFF_TBLS];
    /// In the order of the scan, and which of them are Y, Cb and Cr.
    component components[3];
    int roles[3], count;
    bool has_only_means;
    uint8_t *samples, *row;
} scanner;

static uint8_t clamp(int value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value; }

/// Steps over the 63 coefficients behind the mean.
static bool skip_others(const code_table *table, bit_reader *reader) {
    unsigned place = 1;
    // In registers, which saves a sixth of the time of a whole picture.
    uint64_t bits = reader->bits;
    int count = reader->count;
    while (place < 64) {
        if (count < 32) {
            reader->bits = bits;
            reader->count = count;
            refill(reader);
            bits = reader->bits;
            count = reader->count;
        }
        unsigned run = table->runs[bits >> (64 - LOOK)], next = place + (run >> 6);
        // Symbols behind the last coefficient would be the next block's.
        if (run && next < 64) {
            bits <<= run >> 1 & 31;
            count -= run >> 1 & 31;
            place = next;
            if (run & 1) break;
            continue;
        }
        reader->bits = bits;
        reader->count = count;
        int symbol = next_symbol(table, reader);
        if (symbol < 0) return false;
        if (is_end((unsigned)symbol)) return true;
        skip(reader, symbol & 15);
        bits = reader->bits;
        count = reader->count;
        place += (unsigned)(symbol >> 4) + 1;
    }
    reader->bits = bits;
    reader->count = count;
    return place <= 64;
}

static bool read_block(scanner *scanner, component *component, uint8_t *sample) {
    bit_reader *reader = &scanner->bits;
    if (reader->count < 32) refill(reader);
    int size = next_symbol(component->means, reader);
    if (size < 0) return false;
    if (size > 0) {
        int32_t bits = (int32_t)(reader->bits >> (64 - size));
        skip(reader, size);
        component->mean += bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
    }
    // No sound picture comes near, nor near the range below.
    if (component->mean < -32768 || component->mean > 32767) return false;
    // As libjpeg's own eighth: rounded, and around the middle of the range.
    int64_t value = (int64_t)component->mean * (1 << component->shift) * component->quantum;
    value = (value + 4) >> 3;
    if (value < -512 || value > 511) return false;
    *sample = clamp((int)value + 128);
    return scanner->has_only_means || skip_others(component->others, reader);
}

/// Reads one row of units.
static bool read_units(scanner *scanner, const struct jpeg_decompress_struct *jpeg, uint32_t units, uint64_t *read) {
    for (uint32_t unit = 0; unit < units; unit++, (*read)++) {
        if (jpeg->restart_interval && *read > 0 && *read % jpeg->restart_interval == 0) {
            // What is left are the bits that fill the last byte.
            if (scanner->bits.count - scanner->bits.made_up >= 8) return false;
            if (!restart(&scanner->bits, (int)(*read / jpeg->restart_interval - 1) % 8)) return false;
            for (int i = 0; i < scanner->count; i++) scanner->components[i].mean = 0;
        }
        for (int i = 0; i < scanner->count; i++) {
            component *component = &scanner->components[i];
            for (int y = 0; y < component->down; y++) {
                uint8_t *sample = component->samples + (size_t)y * component->stride
                    + (size_t)unit * (size_t)component->across;
                for (int x = 0; x < component->across; x++) {
                    if (!read_block(scanner, component, sample + x)) return false;
                }
            }
        }
        if (scanner->bits.count < scanner->bits.made_up) return false;
    }
    return true;
}

// MARK: Colours

/// One row of the result, by libjpeg's own numbers.
static void convert_row(const scanner *scanner, int y, uint32_t width) {
    const uint8_t *rows[3];
    int shifts[3];
    for (int i = 0; i < scanner->count; i++) {
        const component *component = &scanner->components[scanner->roles[i]];
        rows[i] = component->samples + (size_t)(y / component->spread_down) * component->stride;
        shifts[i] = component->spread_across - 1;
    }
    uint8_t *pixel = scanner->row;
    for (uint32_t x = 0; x < width; x++, pixel += 3) {
        int luma = rows[0][x >> shifts[0]];
        if (scanner->count == 1) {
            pixel[0] = pixel[1] = pixel[2] = (uint8_t)luma;
            continue;
        }
        int blue = rows[1][x >> shifts[1]] - 128, red = rows[2][x >> shifts[2]] - 128;
        pixel[0] = clamp(luma + ((91881 * red + 32768) >> 16));
        pixel[1] = clamp(luma + ((-22554 * blue - 46802 * red + 32768) >> 16));
        pixel[2] = clamp(luma + ((116130 * blue + 32768) >> 16));
    }
}

// MARK: The whole

static bool is_spread(int most, int factor) { return most == factor || most == 2 * factor; }

bool codec_dc_scan_is_possible(const struct jpeg_decompress_struct *jpeg) {
    bool is_grey = jpeg->num_components == 1 && jpeg->jpeg_color_space == JCS_GRAYSCALE;
    bool is_colour = jpeg->num_components == 3 && jpeg->jpeg_color_space == JCS_YCbCr;
    if (!(is_grey || is_colour) || jpeg->arith_code || jpeg->data_precision != 8
        || jpeg->comps_in_scan != jpeg->num_components || jpeg->Ss != 0 || jpeg->Ah != 0
        || jpeg->Se != (jpeg->progressive_mode ? 0 : 63)) {
        return false;
    }
    for (int i = 0; i < jpeg->num_components; i++) {
        const jpeg_component_info *component = &jpeg->comp_info[i];
        if (is_colour
            && !(is_spread(jpeg->max_h_samp_factor, component->h_samp_factor)
                 && is_spread(jpeg->max_v_samp_factor, component->v_samp_factor))) {
            return false;
        }
    }
    return true;
}

static bool prepare(scanner *scanner, const struct jpeg_decompress_struct *jpeg, uint32_t units) {
    bool is_grey = jpeg->num_components == 1;
    size_t total = 0;
    scanner->count = jpeg->num_components;
    scanner->has_only_means = jpeg->progressive_mode;
    for (int i = 0; i < scanner->count; i++) {
        const jpeg_component_info *info = jpeg->cur_comp_info[i];
        int mean = info->dc_tbl_no, other = info->ac_tbl_no, quantum = info->quant_tbl_no;
        if (mean < 0 || mean >= NUM_HUFF_TBLS || other < 0 || other >= NUM_HUFF_TBLS || quantum < 0
            || quantum >= NUM_QUANT_TBLS || !jpeg->quant_tbl_ptrs[quantum]
            || !build(&scanner->means[mean], jpeg->dc_huff_tbl_ptrs[mean], 15)
            || !(scanner->has_only_means || build(&scanner->others[other], jpeg->ac_huff_tbl_ptrs[other], 255))) {
            return false;
        }
        scanner->roles[info->component_index] = i;
        component *component = &scanner->components[i];
        component->means = &scanner->means[mean];
        component->others = &scanner->others[other];
        component->quantum = jpeg->quant_tbl_ptrs[quantum]->quantval[0];
        component->shift = jpeg->progressive_mode ? jpeg->Al : 0;
        // A unit of a single component is one block, whatever its factors say.
        component->across = is_grey ? 1 : info->h_samp_factor;
        component->down = is_grey ? 1 : info->v_samp_factor;
        component->spread_across = is_grey ? 1 : jpeg->max_h_samp_factor / info->h_samp_factor;
        component->spread_down = is_grey ? 1 : jpeg->max_v_samp_factor / info->v_samp_factor;
        component->stride = (size_t)units * (size_t)component->across;
        total += component->stride * (size_t)component->down;
    }
    if (!(scanner->samples = malloc(total))) return false;
    uint8_t *samples = scanner->samples;
    for (int i = 0; i < scanner->count; i++) {
        component *component = &scanner->components[i];
        component->samples = samples;
        samples += component->stride * (size_t)component->down;
    }
    return true;
}

static bool scan(scanner *scanner, const struct jpeg_decompress_struct *jpeg, codec_shrink *shrink) {
    bool is_grey = jpeg->num_components == 1;
    uint32_t down = is_grey ? 1 : (uint32_t)jpeg->max_v_samp_factor;
    uint32_t across = is_grey ? 1 : (uint32_t)jpeg->max_h_samp_factor;
    uint32_t units = (shrink->from_width + across - 1) / across;
    scanner->row = malloc((size_t)shrink->from_width * 3);
    scanner->bits.joint = malloc(CODEC_PIECE + 1);
    if (!scanner->row || !scanner->bits.joint || !prepare(scanner, jpeg, units)) return false;
    uint64_t read = 0;
    for (uint32_t y = 0; y < shrink->from_height; y++) {
        if (y % down == 0 && !read_units(scanner, jpeg, units, &read)) return false;
        convert_row(scanner, (int)(y % down), shrink->from_width);
        codec_shrink_row(shrink, scanner->row);
    }
    return true;
}

codec_status codec_dc_scan(
    const struct jpeg_decompress_struct *jpeg, codec_reader *reader, codec_shrink *shrink, codec_error *error) {
    // Its tables are large for a thread's stack.
    scanner *scanner = calloc(1, sizeof *scanner);
    if (!scanner) return CODEC_NO_MEMORY;
    scanner->bits.next = jpeg->src->next_input_byte;
    scanner->bits.end = scanner->bits.next + jpeg->src->bytes_in_buffer;
    scanner->bits.reader = reader;
    scanner->bits.error = error;
    bool is_done = scan(scanner, jpeg, shrink);
    codec_status status = scanner->bits.status;
    free(scanner->samples);
    free(scanner->row);
    free(scanner->bits.joint);
    free(scanner);
    return status != CODEC_OK ? status : is_done ? CODEC_OK : CODEC_DAMAGED;
}
