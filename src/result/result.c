/* result.c - opens a result file and finds out what it is. */
#include "result/result_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *clean_text(Arena *a, const char *s, size_t n)
{
    char *to = arena_alloc(a, 2 * n + 1), *at = to;
    for (size_t i = 0; i < n;) {
        unsigned char c = (unsigned char)s[i];
        uint32_t code;
        size_t length = utf8_length(s + i, n - i, &code);
        bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
        if (length && !control && (code & 0xFFFE) != 0xFFFE) { /* XML allows it */
            memcpy(at, s + i, length);
            at += length;
            i += length;
            continue;
        }
        if (c >= 0xA0) {
            *at++ = (char)(0xC0 | c >> 6);
            *at++ = (char)(0x80 | (c & 0x3F));
        } else {
            *at++ = '?';
        }
        i++;
    }
    return to;
}

/* The name of the first matrix of a MAT file of version 4 stands after a head of 20 bytes. */
static bool open_by_content(Result *r, Buf *why)
{
    char head[27] = {0};
    size_t n = fread(head, 1, sizeof head, r->file);
    if (ferror(r->file))
        return refuse_file(why, strerror(errno));
    if (!n)
        return refuse_file(why, "the file is empty");
    r->mat = n == sizeof head && !memcmp(head + 20, "Aclass", 7);
    if (r->mat)
        return mat_open(r, why);
    if (!memcmp(head, "MATLAB ", 7) || !memcmp(head, "\x89HDF", 4))
        return refuse_file(why, "this is a MAT file of a later version; the result files of "
                                "Dymola, OpenModelica and kron have version 4");
    if (memchr(head, 0, n))
        return refuse_file(why, "this is neither a CSV file nor a MAT file of results");
    return !memcmp(head, "#1", 2) ? dymola_open(r, why) : csv_open(r, why);
}

Result *result_open(const char *path, Buf *why)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        buf_puts(why, strerror(errno));
        return NULL;
    }
    Arena *a = arena_new();
    Result *r = ARENA_NEW(a, Result);
    r->arena = a;
    r->file = file;
    r->abscissa = -1;
    if (open_by_content(r, why))
        return r;
    result_free(r);
    return NULL;
}

void result_free(Result *r)
{
    if (r) {
        fclose(r->file);
        arena_free(r->arena);
    }
}

long result_first_line(const Result *r)
{
    return r->csv ? 2 + r->units_row : 0;
}

void result_ends_anyhow(Result *r)
{
    r->ends_anyhow = true;
}

int result_count(const Result *r)
{
    return r->var.n;
}

const char *result_name(const Result *r, int i)
{
    return r->var.v[i].name;
}

bool result_is_abscissa(const Result *r, int i)
{
    return i == r->abscissa;
}

bool result_is_constant(const Result *r, int i)
{
    return r->var.v[i].constant;
}

bool result_read(Result *r, int n, const int *chosen, Curves *out, Buf *why)
{
    *out = (Curves){.abscissa = "time", .abscissa_unit = "s"};
    curves_make(out, n);
    for (int k = 0; k < n; k++) {
        const ResultVar *v = &r->var.v[chosen[k]];
        out->curve[k] =
            (Curve){.name = v->name, .unit = v->unit, .kind = v->kind, .display = v->display};
    }
    bool good = (r->point ? dymola_read : r->mat ? mat_read : csv_read)(r, n, chosen, out, why);
    if (good && !out->n) {
        buf_clear(why);
        good = refuse_file(why, "there are no points of time in it");
    }
    if (!good)
        curves_free(out);
    return good;
}
