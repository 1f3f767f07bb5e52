#include <string.h>
#include <zlib.h>

/* Swift imports no macros that call functions. Returns the length, or 0 where there is no room or no memory. */
static inline size_t gzip_pack(const void *from, size_t count, void *to, size_t room, int level) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (Bytef *)from;
    stream.avail_in = (uInt)count;
    stream.next_out = to;
    stream.avail_out = (uInt)room;
    int code = deflate(&stream, Z_FINISH);
    deflateEnd(&stream);
    return code == Z_STREAM_END ? stream.total_out : 0;
}
