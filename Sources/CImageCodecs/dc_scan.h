// The picture at an eighth of its size, out of nothing but the mean of each block of 8 by 8 samples.
//
// libjpeg reads the headers, then decodes every coefficient only to drop 63 of 64. Here they are stepped over,
// several at a time. Whatever is not as it should be makes this give up, and libjpeg decodes instead.
#pragma once

#include "jpeg_error.h"
#include "shrink.h"
#include "source.h"

/// Whether the picture, whose headers were read, is of the kind that can be scanned: 8 bits, Huffman codes,
/// grey or YCbCr, all components in the first scan, which of a progressive picture holds only the means.
bool codec_dc_scan_is_possible(const struct jpeg_decompress_struct *jpeg);

/// Scans from where libjpeg stopped, and hands the rows to `shrink`, which was started for an eighth.
/// CODEC_DAMAGED: gave up.
codec_status codec_dc_scan(
    const struct jpeg_decompress_struct *jpeg, codec_reader *reader, codec_shrink *shrink, codec_error *error);
