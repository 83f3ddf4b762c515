/* matrix_hdf5.c - matrices of MATLAB's files of version 7.3, which are HDF5 behind 512 bytes.
 *
 * Read is what such files have ("HDF5 File Format Specification", version 2): groups by symbol
 * tables, headers of version 1, numbers in one piece or in chunks, compressed or not. Fields of a
 * struct are members of a group. What other programs may write besides is told. Dimensions stand
 * the other way round, so that numbers are by columns. Addresses are checked: a damaged file is
 * told. */
#include "rt/inflate.h"
#include "rt/matrix_internal.h"

#include <stdlib.h>
#include <string.h>

static const char *const damaged = "it is damaged";
static const char *const unknown = "it is HDF5 of a kind that is not supported; save it with -v7";

/* ---- The file ---- */

typedef struct File {
    Bytes b;         /* from the superblock on: addresses count from there */
    uint64_t *nodes; /* of trees that may still be met: more than fit into the file are a circle */
} File;

static bool has(const File *f, uint64_t at, uint64_t n)
{
    return at <= f->b.size && n <= f->b.size - at;
}

static uint64_t get(const File *f, uint64_t at, int n)
{
    return bytes_number(&f->b, (size_t)at, n);
}

static bool is_signed(const File *f, uint64_t at, const char *signature, uint64_t n)
{
    return has(f, at, n) && !memcmp(f->b.data + at, signature, 4);
}

/* A node of a tree of that kind. */
static bool is_node(const File *f, uint64_t at, uint64_t kind)
{
    return is_signed(f, at, "TREE", 24) && get(f, at + 4, 1) == kind && *f->nodes && (*f->nodes)--;
}

/* ---- Groups ---- */

/* What is looked for: n characters of a name. */
typedef struct Member {
    const char *name;
    size_t n;
    uint64_t heap;   /* where names begin */
    uint64_t header; /* of the member; 0: not found */
} Member;

static bool is_named(const File *f, const Member *m, uint64_t at)
{
    return has(f, at, m->n + 1) && !memcmp(f->b.data + at, m->name, m->n) && !f->b.data[at + m->n];
}

static bool look_in_node(const File *f, uint64_t at, Member *m)
{
    if (!is_signed(f, at, "SNOD", 8))
        return false;
    uint64_t n = get(f, at + 6, 2);
    if (!has(f, at + 8, 40 * n))
        return false;
    for (uint64_t i = 0; i < n && !m->header; i++)
        if (is_named(f, m, m->heap + get(f, at + 8 + 40 * i, 8)))
            m->header = get(f, at + 16 + 40 * i, 8);
    return true;
}

/* level: that of the node, or -1 if it is not known yet. */
static bool look_in_tree(const File *f, uint64_t at, int level, Member *m)
{
    if (!is_node(f, at, 0))
        return false;
    int own = (int)get(f, at + 5, 1);
    uint64_t n = get(f, at + 6, 2);
    bool good = (level < 0 || own == level) && has(f, at + 24, 16 * n + 8);
    for (uint64_t i = 0; i < n && good && !m->header; i++) {
        uint64_t child = get(f, at + 32 + 16 * i, 8);
        good = own ? look_in_tree(f, child, own - 1, m) : look_in_node(f, child, m);
    }
    return good;
}

/* ---- Headers ---- */

/* What the header of an object says. */
typedef struct Object {
    uint64_t tree, heap; /* of a group; 0: it is none */
    int rank;            /* of a matrix: 2; -1: no dimensions were met */
    uint64_t dim[2];
    uint32_t kind; /* of its numbers (matrix_internal.h); 0: no numbers */
    bool swapped;
    int layout; /* -1: none, or another version of it; 0 here, 1 elsewhere, 2 in chunks */
    uint64_t data, data_size; /* of chunks: their tree */
    uint64_t chunk[2];
    enum { DEFLATE = 1, SHUFFLE, CHECKSUM, MOST_FILTERS = 4 } filter[MOST_FILTERS];
    int nfilters; /* -1: there is one that is not known */
    bool text;
} Object;

static void read_space(const File *f, uint64_t at, uint64_t size, Object *o)
{
    uint64_t version = size > 4 ? get(f, at, 1) : 0, first = version == 1 ? 8 : 4;
    o->rank = version == 1 || version == 2 ? (int)get(f, at + 1, 1) : -1;
    if (o->rank == 2 && size >= first + 16)
        for (int i = 0; i < 2; i++)
            o->dim[i] = get(f, at + first + 8 * (uint64_t)i, 8);
    else
        o->rank = -1;
}

static void read_kind(const File *f, uint64_t at, uint64_t size, Object *o)
{
    static const uint32_t integer[9][2] = {[1] = {MI_UINT8, MI_INT8},
                                           [2] = {MI_UINT16, MI_INT16},
                                           [4] = {MI_UINT32, MI_INT32},
                                           [8] = {MI_UINT64, MI_INT64}};
    if (size < 8)
        return;
    int class = (int)get(f, at, 1) & 15, flags = (int)get(f, at + 1, 1);
    uint64_t bytes = get(f, at + 4, 4);
    o->swapped = flags & 1;
    if (class == 0 && bytes <= 8)
        o->kind = integer[bytes][flags >> 3 & 1];
    else if (class == 1)
        o->kind = bytes == 8 ? MI_DOUBLE : bytes == 4 ? MI_SINGLE : 0;
}

static void read_layout(const File *f, uint64_t at, uint64_t size, Object *o)
{
    if (size < 4 || get(f, at, 1) != 3)
        return;
    int class = (int)get(f, at + 1, 1);
    if (class == 0) {
        o->data = at + 4;
        o->data_size = get(f, at + 2, 2);
    } else if (class == 1 && size >= 18) {
        o->data = get(f, at + 2, 8);
        o->data_size = get(f, at + 10, 8);
    } else if (class == 2 && size >= 23 && get(f, at + 2, 1) == 3) {
        o->data = get(f, at + 3, 8);
        for (int i = 0; i < 2; i++)
            o->chunk[i] = get(f, at + 11 + 4 * (uint64_t)i, 4);
    } else {
        return;
    }
    o->layout = class;
}

static void read_filters(const File *f, uint64_t at, uint64_t size, Object *o)
{
    uint64_t n = size >= 8 ? get(f, at + 1, 1) : MOST_FILTERS + 1, k = 8;
    o->nfilters = -1;
    if (n > MOST_FILTERS || get(f, at, 1) != 1)
        return;
    for (uint64_t i = 0; i < n; i++) {
        if (k + 8 > size)
            return;
        uint64_t which = get(f, at + k, 2), name = get(f, at + k + 2, 2);
        uint64_t values = get(f, at + k + 6, 2);
        if (which < DEFLATE || which > CHECKSUM)
            return;
        o->filter[i] = which;
        k += 8 + (name + 7) / 8 * 8 + 4 * (values + values % 2);
    }
    o->nfilters = (int)n;
}

/* Text is marked by an attribute. */
static void read_attribute(const File *f, uint64_t at, uint64_t size, Object *o)
{
    if (size < 8 || get(f, at, 1) != 1)
        return;
    uint64_t k = 8;
    for (uint64_t i = 2; i <= 6; i += 2)
        k += (get(f, at + i, 2) + 7) / 8 * 8;
    bool class = size >= 21 && !memcmp(f->b.data + at + 8, "MATLAB_class", 13);
    if (class && k + 4 <= size && !memcmp(f->b.data + at + k, "char", 4))
        o->text = true;
}

static void read_message(const File *f, int type, uint64_t at, uint64_t size, Object *o)
{
    switch (type) {
    case 1:
        read_space(f, at, size, o);
        break;
    case 3:
        read_kind(f, at, size, o);
        break;
    case 8:
        read_layout(f, at, size, o);
        break;
    case 11:
        read_filters(f, at, size, o);
        break;
    case 12:
        read_attribute(f, at, size, o);
        break;
    case 17:
        o->tree = size >= 16 ? get(f, at, 8) : 0;
        o->heap = size >= 16 ? get(f, at + 8, 8) : 0;
        break;
    }
}

/* The messages of a header: in a block behind it, and in others that messages name. */
static const char *read_header(const File *f, uint64_t at, Object *o)
{
    enum { MOST_BLOCKS = 64, CONTINUED = 16 };
    *o = (Object){.rank = -1, .layout = -1};
    if (!has(f, at, 16))
        return damaged;
    if (get(f, at, 1) != 1)
        return unknown;
    uint64_t block[MOST_BLOCKS][2] = {{at + 16, get(f, at + 8, 4)}};
    for (int i = 0, n = 1; i < n; i++) {
        uint64_t from = block[i][0], left = block[i][1];
        if (!has(f, from, left))
            return damaged;
        while (left >= 8) {
            int type = (int)get(f, from, 2);
            uint64_t size = get(f, from + 2, 2);
            if (size > left - 8)
                return damaged;
            if (type == CONTINUED && size >= 16 && n < MOST_BLOCKS) {
                block[n][0] = get(f, from + 8, 8);
                block[n++][1] = get(f, from + 16, 8);
            } else {
                read_message(f, type, from + 8, size, o);
            }
            from += 8 + size;
            left -= 8 + size;
        }
    }
    return NULL;
}

/* ---- Numbers ---- */

/* Bytes of a chunk as they were before they were shuffled: first bytes of all, second ones, ... */
static unsigned char *unshuffle(unsigned char *in, size_t size, size_t each)
{
    unsigned char *out = malloc(size + 1);
    size_t n = size / each;
    for (size_t i = 0; out && i < size; i++)
        out[i] = i < n * each ? in[i % each * n + i / each] : in[i];
    free(in);
    return out;
}

/* A chunk without its filters, in new memory; NULL: it is damaged. */
static unsigned char *chunk_bytes(const Object *o, const unsigned char *data, size_t *size,
                                  uint64_t mask)
{
    unsigned char *at = malloc(*size + 1);
    if (at)
        memcpy(at, data, *size);
    for (int i = o->nfilters - 1; i >= 0 && at; i--) {
        if (mask >> i & 1)
            continue;
        if (o->filter[i] == DEFLATE) {
            unsigned char *whole = inflate_zlib(at, *size, size);
            free(at);
            at = whole;
        } else if (o->filter[i] == SHUFFLE) {
            at = unshuffle(at, *size, (size_t)matrix_size_of(o->kind));
        } else {
            *size -= *size < 4 ? *size : 4;
        }
    }
    return at;
}

/* Puts a chunk that begins at (row, col), as the file counts, in its place. */
static bool place_chunk(const Object *o, const unsigned char *from, size_t size, uint64_t row,
                        uint64_t col, unsigned char *to)
{
    size_t each = (size_t)matrix_size_of(o->kind);
    if (size < o->chunk[0] * o->chunk[1] * each || row >= o->dim[0] || col >= o->dim[1])
        return false;
    uint64_t wide = o->dim[1] - col < o->chunk[1] ? o->dim[1] - col : o->chunk[1];
    for (uint64_t i = 0; i < o->chunk[0] && row + i < o->dim[0]; i++)
        memcpy(to + ((row + i) * o->dim[1] + col) * each, from + i * o->chunk[1] * each,
               (size_t)wide * each);
    return true;
}

static bool read_chunks(const File *f, const Object *o, uint64_t at, int level, unsigned char *to)
{
    enum { KEY = 8 + 3 * 8 };
    if (!is_node(f, at, 1))
        return false;
    int own = (int)get(f, at + 5, 1);
    uint64_t n = get(f, at + 6, 2);
    bool good = (level < 0 || own == level) && has(f, at + 24, (KEY + 8) * n);
    for (uint64_t i = 0; i < n && good; i++) {
        uint64_t key = at + 24 + (KEY + 8) * i, child = get(f, key + KEY, 8);
        size_t size = (size_t)get(f, key, 4);
        if (own) {
            good = read_chunks(f, o, child, own - 1, to);
            continue;
        }
        unsigned char *bytes = has(f, child, size)
                                   ? chunk_bytes(o, f->b.data + child, &size, get(f, key + 4, 4))
                                   : NULL;
        good = bytes && place_chunk(o, bytes, size, get(f, key + 8, 8), get(f, key + 16, 8), to);
        free(bytes);
    }
    return good;
}

static const char *read_numbers(const File *f, const Object *o, Matrix *out)
{
    if (!o->kind || o->text || o->rank != 2)
        return "what has that name is not a matrix of numbers";
    if (o->layout < 0 || o->nfilters < 0)
        return unknown;
    if (!matrix_make(out, o->dim[1], o->dim[0]))
        return "it has too many numbers";
    size_t each = (size_t)matrix_size_of(o->kind), size = (size_t)(o->dim[0] * o->dim[1]) * each;
    bool chunks = o->layout == 2, whole = !chunks && o->data_size >= size && has(f, o->data, size);
    /* What no chunk has is 0. */
    unsigned char *bytes = chunks ? calloc(size + 1, 1) : NULL;
    bool good = chunks ? bytes && o->chunk[0] <= UINT32_MAX / (o->chunk[1] + 1) &&
                             (o->data == UINT64_MAX || read_chunks(f, o, o->data, -1, bytes))
                       : whole || !size;
    Bytes b = {chunks ? bytes : f->b.data, 0, o->swapped};
    if (good)
        matrix_fill(&b, chunks ? 0 : (size_t)o->data, o->kind, out);
    else
        free(out->v);
    free(bytes);
    return good ? NULL : damaged;
}

/* ---- The matrix ---- */

const char *hdf5_read(const unsigned char *data, size_t size, const char *name, Matrix *out)
{
    enum {
        BEFORE = 512,
        ROOT = 64
    }; /* MATLAB's own head; where the superblock says what is the root */
    static const unsigned char signature[] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1A, '\n'};
    if (size < BEFORE + 96 || memcmp(data + BEFORE, signature, sizeof signature))
        return damaged;
    uint64_t nodes = size / 24;
    File f = {{data + BEFORE, size - BEFORE, false}, &nodes};
    if (get(&f, 8, 1) != 0 || get(&f, 13, 1) != 8 || get(&f, 14, 1) != 8)
        return unknown;
    uint64_t header = get(&f, ROOT, 8);
    Object o;
    for (;;) {
        const char *why = read_header(&f, header, &o);
        if (why)
            return why;
        if (!name)
            return read_numbers(&f, &o, out);
        if (!o.tree)
            return o.kind ? "it has no matrix of that name" : unknown;
        Member m = {.name = name, .n = strcspn(name, ".")};
        if (!is_signed(&f, o.heap, "HEAP", 32))
            return damaged;
        m.heap = get(&f, o.heap + 24, 8);
        if (!look_in_tree(&f, o.tree, -1, &m))
            return damaged;
        if (!m.header)
            return "it has no matrix of that name";
        header = m.header;
        name = name[m.n] ? name + m.n + 1 : NULL;
    }
}
