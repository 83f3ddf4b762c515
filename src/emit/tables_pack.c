/* tables_pack.c - the run time's tables as bytes, and back: for translations that are kept.
 *
 * The descriptions of the structs (tables_print.c) say where pointers are: arrays and texts follow
 * the bytes of their struct, each with its length. What is read is checked against the end of the
 * bytes. Texts for messages are not part of it. Linear. */
#include "emit/tables_internal.h"

#include <stdint.h>

typedef struct Pack {
    const KModel *model;
    Buf *out;
    bool good;
} Pack;

typedef struct Unpack {
    Arena *arena;
    const char *at, *end;
    bool good;
} Unpack;

static const size_t element_size[] = {
    [F_INTS] = sizeof(int), [F_BYTES] = 1, [F_REALS] = sizeof(double)};

static const Shape *shape_of_model(void)
{
    int i = 0;
    while (strcmp(table_shapes[i]->type, "KModel"))
        i++;
    return table_shapes[i];
}

/* ---- To bytes ---- */

static void put_size(Pack *p, int64_t n)
{
    buf_write(p->out, (const char *)&n, sizeof n);
}

/* -1: NULL */
static void pack_text(Pack *p, const char *text)
{
    put_size(p, text ? (int64_t)strlen(text) : -1);
    if (text)
        buf_write(p->out, text, strlen(text));
}

static void pack_struct(Pack *p, const Shape *shape, const char *at);

static void pack_field(Pack *p, const Field *f, const char *at)
{
    const char *place = at + f->offset;
    if (f->kind == F_TEXT) {
        pack_text(p, *(const char *const *)(const void *)place);
    } else if (f->count) {
        const char *from = *(const char *const *)(const void *)place;
        int n = from ? f->count(p->model, at) : -1;
        put_size(p, n);
        for (int i = 0; i < n && f->kind == F_STRUCTS; i++)
            pack_struct(p, f->shape, from + (size_t)i * f->shape->size);
        if (n > 0 && f->kind != F_STRUCTS)
            buf_write(p->out, from, (size_t)n * element_size[f->kind]);
        p->good = p->good && f->kind != F_TEXTS;
    } else if (f->kind == F_NONE) {
        for (size_t i = 0; i < f->size; i++) /* what only the compiler can give */
            p->good = p->good && !place[i];
    } else if (f->kind != F_TEXTS_TABLE) {
        buf_write(p->out, place, f->size);
    }
}

static void pack_struct(Pack *p, const Shape *shape, const char *at)
{
    for (int i = 0; i < shape->nfields; i++)
        pack_field(p, &shape->field[i], at);
}

bool tables_pack(const KModel *model, Buf *out)
{
    Pack p = {model, out, true};
    pack_struct(&p, shape_of_model(), (const char *)model);
    return p.good;
}

/* ---- And back ---- */

static const char *take(Unpack *u, size_t n)
{
    const char *from = u->at;
    u->good = u->good && n <= (size_t)(u->end - u->at);
    u->at += u->good ? n : 0;
    return u->good ? from : NULL;
}

static int64_t take_size(Unpack *u, size_t each)
{
    int64_t n = -1;
    const char *from = take(u, sizeof n);
    if (from)
        memcpy(&n, from, sizeof n);
    u->good =
        u->good && n >= -1 && n <= (int64_t)((size_t)(u->end - u->at) / (each ? each : 1)) + 1;
    return u->good ? n : -1;
}

static void unpack_struct(Unpack *u, const Shape *shape, char *at);

static void *unpack_array(Unpack *u, const Field *f)
{
    int64_t n = take_size(u, f->kind == F_STRUCTS ? 1 : element_size[f->kind]);
    if (n < 0)
        return NULL;
    size_t each = f->kind == F_STRUCTS ? f->shape->size : element_size[f->kind];
    char *to = arena_alloc(u->arena, (size_t)n * each + 8);
    for (int64_t i = 0; i < n && f->kind == F_STRUCTS && u->good; i++)
        unpack_struct(u, f->shape, to + (size_t)i * each);
    const char *from = f->kind != F_STRUCTS ? take(u, (size_t)n * each) : NULL;
    if (from)
        memcpy(to, from, (size_t)n * each);
    return to;
}

static void unpack_field(Unpack *u, const Field *f, char *at)
{
    void *pointer = NULL;
    if (f->kind == F_TEXT) {
        int64_t n = take_size(u, 1);
        const char *from = n >= 0 ? take(u, (size_t)n) : NULL;
        pointer = from ? arena_strndup(u->arena, from, (size_t)n) : NULL;
    } else if (f->count) {
        pointer = unpack_array(u, f);
    } else if (f->kind == F_NONE || f->kind == F_TEXTS_TABLE) {
        return;
    } else {
        const char *from = take(u, f->size);
        if (from)
            memcpy(at + f->offset, from, f->size);
        return;
    }
    memcpy(at + f->offset, &pointer, sizeof pointer);
}

static void unpack_struct(Unpack *u, const Shape *shape, char *at)
{
    for (int i = 0; i < shape->nfields && u->good; i++)
        unpack_field(u, &shape->field[i], at);
}

KModel *tables_unpack(Arena *a, const char *data, size_t n)
{
    Unpack u = {a, data, data + n, true};
    KModel *model = ARENA_NEW(a, KModel);
    unpack_struct(&u, shape_of_model(), (char *)model);
    return u.good && u.at == u.end ? model : NULL;
}
