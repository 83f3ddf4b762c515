/* inflate.c - uncompresses a zlib stream (RFC 1950, RFC 1951).
 *
 * Codes are read bit by bit against the counts of codes of each length, which is the canonical way
 * of RFC 1951, 3.2.2; the check sum is not needed. Linear. */
#include "rt/inflate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_CODE = 15, MOST_SYMBOLS = 288, LARGEST = 1 << 30 };

typedef struct Stream {
    const unsigned char *in;
    size_t size, at;
    unsigned bits, nbits;
    unsigned char *out;
    size_t n, cap;
    bool failed;
} Stream;

typedef struct Code {
    unsigned short count[LONGEST_CODE + 1]; /* codes of each length */
    unsigned short symbol[MOST_SYMBOLS];    /* in the order of their codes */
} Code;

static unsigned take(Stream *s, unsigned n)
{
    while (s->nbits < n) {
        if (s->at == s->size) {
            s->failed = true;
            return 0;
        }
        s->bits |= (unsigned)s->in[s->at++] << s->nbits;
        s->nbits += 8;
    }
    unsigned value = s->bits & ((1u << n) - 1);
    s->bits >>= n;
    s->nbits -= n;
    return value;
}

static void put(Stream *s, unsigned char byte)
{
    if (s->n == s->cap && !s->failed) {
        size_t cap = s->cap ? 2 * s->cap : 4096;
        unsigned char *more = cap > LARGEST ? NULL : realloc(s->out, cap);
        s->failed = !more;
        s->out = more ? more : s->out;
        s->cap = more ? cap : s->cap;
    }
    if (!s->failed)
        s->out[s->n++] = byte;
}

static void make_code(Code *c, const unsigned char *length, int n)
{
    unsigned short next[LONGEST_CODE + 2] = {0};
    memset(c->count, 0, sizeof c->count);
    for (int i = 0; i < n; i++)
        c->count[length[i]]++;
    c->count[0] = 0;
    for (int k = 1; k <= LONGEST_CODE; k++)
        next[k + 1] = (unsigned short)(next[k] + c->count[k]);
    for (int i = 0; i < n; i++)
        if (length[i])
            c->symbol[next[length[i]]++] = (unsigned short)i;
}

static int symbol(Stream *s, const Code *c)
{
    int code = 0, first = 0, index = 0;
    for (int k = 1; k <= LONGEST_CODE && !s->failed; k++) {
        code |= (int)take(s, 1);
        if (code - first < c->count[k])
            return c->symbol[index + code - first];
        index += c->count[k];
        first = (first + c->count[k]) << 1;
        code <<= 1;
    }
    s->failed = true;
    return 0;
}

static void copy_back(Stream *s, size_t distance, unsigned length)
{
    if (distance > s->n)
        s->failed = true;
    for (unsigned i = 0; i < length && !s->failed; i++)
        put(s, s->out[s->n - distance]);
}

static void codes(Stream *s, const Code *lengths, const Code *distances)
{
    static const unsigned short base[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                          15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                          67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const unsigned char extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                          2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    while (!s->failed) {
        int k = symbol(s, lengths);
        if (k == 256)
            return;
        if (k < 256) {
            put(s, (unsigned char)k);
            continue;
        }
        k -= 257;
        if (k >= 29) {
            s->failed = true;
            return;
        }
        unsigned length = base[k] + take(s, extra[k]);
        int d = symbol(s, distances);
        unsigned more = d < 4 ? 0 : (unsigned)d / 2 - 1;
        size_t distance = d < 4 ? (size_t)d + 1 : ((2 + ((size_t)d & 1)) << more) + 1;
        if (d >= 30)
            s->failed = true;
        else
            copy_back(s, distance + take(s, more), length);
    }
}

static void stored(Stream *s)
{
    s->bits = s->nbits = 0;
    if (s->size - s->at < 4) {
        s->failed = true;
        return;
    }
    size_t n = (size_t)s->in[s->at] | (size_t)s->in[s->at + 1] << 8;
    s->at += 4;
    s->failed = s->size - s->at < n;
    for (size_t i = 0; i < n && !s->failed; i++)
        put(s, s->in[s->at++]);
}

static void fixed(Stream *s)
{
    unsigned char length[MOST_SYMBOLS];
    Code lengths, distances;
    for (int i = 0; i < MOST_SYMBOLS; i++)
        length[i] = (unsigned char)(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    make_code(&lengths, length, MOST_SYMBOLS);
    memset(length, 5, 30);
    make_code(&distances, length, 30);
    codes(s, &lengths, &distances);
}

static void dynamic(Stream *s)
{
    static const unsigned char order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                          11, 4,  12, 3, 13, 2, 14, 1, 15};
    unsigned char length[MOST_SYMBOLS + 32] = {0};
    Code lengths, distances;
    int nlengths = (int)take(s, 5) + 257, ndistances = (int)take(s, 5) + 1, n = (int)take(s, 4) + 4;
    for (int i = 0; i < n; i++)
        length[order[i]] = (unsigned char)take(s, 3);
    make_code(&lengths, length, 19);
    memset(length, 0, sizeof length);
    if (nlengths > 286 || ndistances > 30)
        s->failed = true;
    for (int i = 0; i < nlengths + ndistances && !s->failed;) {
        int k = symbol(s, &lengths);
        unsigned char repeated = k < 16 ? (unsigned char)k : k == 16 && i ? length[i - 1] : 0;
        int times = k < 16    ? 1
                    : k == 16 ? 3 + (int)take(s, 2)
                    : k == 17 ? 3 + (int)take(s, 3)
                              : 11 + (int)take(s, 7);
        s->failed = s->failed || (k == 16 && !i) || i + times > nlengths + ndistances;
        while (!s->failed && times--)
            length[i++] = repeated;
    }
    if (s->failed)
        return;
    make_code(&distances, length + nlengths, ndistances);
    make_code(&lengths, length, nlengths);
    codes(s, &lengths, &distances);
}

unsigned char *inflate_zlib(const unsigned char *data, size_t size, size_t *length)
{
    Stream s = {.in = data, .size = size, .at = 2};
    bool last = false;
    s.failed = size < 2 || (data[0] & 15) != 8;
    while (!last && !s.failed) {
        last = take(&s, 1);
        unsigned kind = take(&s, 2);
        if (kind == 0)
            stored(&s);
        else if (kind == 1)
            fixed(&s);
        else if (kind == 2)
            dynamic(&s);
        else
            s.failed = true;
    }
    if (s.failed) {
        free(s.out);
        return NULL;
    }
    *length = s.n;
    return s.out ? s.out : calloc(1, 1);
}
