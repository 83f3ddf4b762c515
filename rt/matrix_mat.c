/* matrix_mat.c - matrices of MATLAB's files: version 4, and 5 (called 6 and 7) with compression and
 * structs. Formats as "MAT-File Format" (The MathWorks) describes them. Version 7.3 is another
 * format, HDF5 (matrix_hdf5.c). */
#include "rt/inflate.h"
#include "rt/matrix_internal.h"

#include <stdlib.h>
#include <string.h>

uint64_t bytes_number(const Bytes *b, size_t at, int n)
{
    uint64_t x = 0;
    for (int i = 0; i < n; i++)
        x |= (uint64_t)b->data[at + (size_t)(b->swapped ? n - 1 - i : i)] << (8 * i);
    return x;
}

static uint32_t word(const Bytes *b, size_t at)
{
    return (uint32_t)bytes_number(b, at, 4);
}

bool matrix_make(Matrix *m, uint64_t nrows, uint64_t ncols)
{
    if (nrows > INT32_MAX || ncols > INT32_MAX || nrows * ncols > 1u << 27)
        return false;
    *m = (Matrix){(int)nrows, (int)ncols, NULL};
    m->v = malloc((size_t)(nrows * ncols + 1) * sizeof *m->v);
    return m->v;
}

int matrix_size_of(uint32_t kind)
{
    static const int size[] = {
        [MI_INT8] = 1,   [MI_UINT8] = 1,  [MI_INT16] = 2,  [MI_UINT16] = 2, [MI_INT32] = 4,
        [MI_UINT32] = 4, [MI_SINGLE] = 4, [MI_DOUBLE] = 8, [MI_INT64] = 8,  [MI_UINT64] = 8};
    return kind <= MI_UINT64 ? size[kind] : 0;
}

static double value(const Bytes *b, size_t at, uint32_t kind)
{
    uint64_t x = bytes_number(b, at, matrix_size_of(kind));
    uint32_t low = (uint32_t)x;
    double d;
    float f;
    switch (kind) {
    case MI_DOUBLE:
        memcpy(&d, &x, sizeof d);
        return d;
    case MI_SINGLE:
        memcpy(&f, &low, sizeof f);
        return f;
    case MI_INT8:
        return (int8_t)low;
    case MI_INT16:
        return (int16_t)low;
    case MI_INT32:
        return (int32_t)low;
    case MI_INT64:
        return (double)(int64_t)x;
    default:
        return (double)x;
    }
}

void matrix_fill(const Bytes *b, size_t at, uint32_t kind, Matrix *m)
{
    size_t step = (size_t)matrix_size_of(kind);
    for (int j = 0; j < m->ncols; j++)
        for (int i = 0; i < m->nrows; i++, at += step)
            m->v[i * m->ncols + j] = value(b, at, kind);
}

/* ---- Version 4 ---- */

static const char *read4(Bytes b, const char *name, Matrix *out)
{
    static const uint32_t kind[] = {MI_DOUBLE, MI_SINGLE, MI_INT32, MI_INT16, MI_UINT16, MI_UINT8};
    b.swapped = b.size >= 4 && (b.data[0] || b.data[1]); /* the type is less than 5000 */
    b.swapped = b.size >= 4 && word(&b, 0) > 5000 ? !b.swapped : b.swapped;
    for (size_t at = 0; b.size - at >= 20;) {
        uint32_t type = word(&b, at), nrows = word(&b, at + 4), ncols = word(&b, at + 8);
        uint32_t imaginary = word(&b, at + 12), length = word(&b, at + 16);
        uint32_t p = type / 10 % 10;
        if (p > 5 || length > b.size - at - 20)
            return "it is damaged";
        size_t from = at + 20 + length, step = (size_t)matrix_size_of(kind[p]);
        uint64_t bytes = (uint64_t)nrows * ncols * step * (imaginary ? 2 : 1);
        if (bytes > b.size - from)
            return "it is damaged";
        if (length && strlen(name) + 1 == length && !memcmp(b.data + at + 20, name, length - 1)) {
            if (!matrix_make(out, nrows, ncols))
                return "out of memory";
            matrix_fill(&b, from, kind[p], out);
            return NULL;
        }
        at = from + (size_t)bytes;
    }
    return "it has no matrix of that name";
}

/* ---- Version 5 ---- */

/* One element: its kind and where its bytes are. */
typedef struct Element {
    uint32_t kind;
    size_t at, size;
    size_t next;
} Element;

static bool element(const Bytes *b, size_t at, size_t end, Element *e)
{
    if (end - at < 8)
        return false;
    uint32_t head = word(b, at);
    bool small = head >> 16;
    e->kind = small ? head & 0xFFFF : head;
    e->size = small ? head >> 16 : word(b, at + 4);
    e->at = small ? at + 4 : at + 8;
    size_t padded = small ? 4 : e->kind == MI_COMPRESSED ? e->size : (e->size + 7) / 8 * 8;
    if (e->size > end - e->at || (small && e->size > 4))
        return false;
    e->next = e->at + padded < end ? e->at + padded : end;
    return true;
}

/* Whether the part of a name up to its first dot is this. */
static bool is_name(const Bytes *b, const Element *e, const char *name)
{
    size_t n = strcspn(name, ".");
    size_t length = 0;
    while (length < e->size && b->data[e->at + length])
        length++;
    return n == length && !memcmp(b->data + e->at, name, n);
}

static const char *read_array(const Bytes *b, size_t at, size_t end, const char *name, bool named,
                              Matrix *out, bool *found);

/* Fields of a struct: lengths of names, names, then the values. */
static const char *read_struct(const Bytes *b, size_t at, size_t end, const char *name, Matrix *out,
                               bool *found)
{
    Element length, names, field;
    if (!element(b, at, end, &length) || !element(b, length.next, end, &names) || length.size < 4)
        return "it is damaged";
    uint32_t each = word(b, length.at);
    if (!each)
        return NULL;
    at = names.next;
    for (size_t k = 0; k + each <= names.size && element(b, at, end, &field); k += each) {
        Element one = {MI_INT8, names.at + k, each, 0};
        if (field.kind == MI_MATRIX && is_name(b, &one, name))
            return read_array(b, field.at, field.at + field.size, name, false, out, found);
        at = field.next;
    }
    return NULL;
}

static const char *read_array(const Bytes *b, size_t at, size_t end, const char *name, bool named,
                              Matrix *out, bool *found)
{
    enum { CLASS_STRUCT = 2, CLASS_DOUBLE = 6, CLASS_LAST = 15 };
    Element flags, dims, own, data;
    if (!element(b, at, end, &flags) || !element(b, flags.next, end, &dims) ||
        !element(b, dims.next, end, &own) || dims.size < 8 || flags.size < 8)
        return "it is damaged";
    if (named && !is_name(b, &own, name))
        return NULL;
    uint32_t class = word(b, flags.at) & 0xFF;
    const char *dot = strchr(name, '.');
    if (class == CLASS_STRUCT && dot)
        return read_struct(b, own.next, end, dot + 1, out, found);
    if (class < CLASS_DOUBLE || class > CLASS_LAST || dot || dims.size != 8)
        return "what has that name is not a matrix of numbers";
    if (!element(b, own.next, end, &data) ||
        !matrix_make(out, word(b, dims.at), word(b, dims.at + 4)))
        return "it is damaged";
    if (!matrix_size_of(data.kind) ||
        data.size < (size_t)out->nrows * (size_t)out->ncols * (size_t)matrix_size_of(data.kind)) {
        free(out->v);
        return "it is damaged";
    }
    matrix_fill(b, data.at, data.kind, out);
    *found = true;
    return NULL;
}

static const char *read5(const Bytes *b, size_t at, const char *name, Matrix *out, bool *found)
{
    Element e;
    for (; !*found && element(b, at, b->size, &e); at = e.next) {
        const char *why = NULL;
        if (e.kind == MI_COMPRESSED) {
            size_t n = 0;
            unsigned char *data = inflate_zlib(b->data + e.at, e.size, &n);
            Bytes inner = {data, n, b->swapped};
            why = data ? read5(&inner, 0, name, out, found) : "it is damaged";
            free(data);
        } else if (e.kind == MI_MATRIX) {
            why = read_array(b, e.at, e.at + e.size, name, true, out, found);
        }
        if (why)
            return why;
    }
    return NULL;
}

bool matlab_is(const unsigned char *data, size_t size)
{
    return size > 128 && !memcmp(data, "MATLAB ", 7);
}

const char *matlab_read(const unsigned char *data, size_t size, const char *name, Matrix *out)
{
    Bytes b = {data, size, false};
    if (!matlab_is(data, size))
        return read4(b, name, out);
    if (!memcmp(data, "MATLAB 7.3", 10))
        return hdf5_read(data, size, name, out);
    b.swapped = data[126] == 'M';
    bool found = false;
    const char *why = read5(&b, 128, name, out, &found);
    return why || found ? why : "it has no matrix of that name";
}
