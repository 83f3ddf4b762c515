/* tables_image.c - the run time's tables as they lie in memory, for what a compiler need not read.
 *
 * The image begins with the KModel; arrays, structs and texts (equal ones once) follow. A pointer
 * is the distance of what it points to from the beginning of the image, and the list `moved` says
 * where pointers are: they become true when the beginning is added to each. The layout is that of
 * C on 64-bit x86, on Linux and Windows the same. Linear. */
#include "emit/tables_internal.h"

#include <stdint.h>

typedef struct Image {
    const KModel *model;
    const KTexts *texts;
    NameTable *names;
    TableImage *to;
    Arena *arena;
    Map text; /* Name -> place + 1 */
} Image;

enum { ALIGNED = 8 };

static size_t reserve_bytes(Image *i, size_t n)
{
    static const char zeros[64];
    Buf *b = &i->to->bytes;
    while (b->n % ALIGNED)
        buf_putc(b, 0);
    size_t at = b->n;
    for (size_t left = n; left;) {
        size_t part = left < sizeof zeros ? left : sizeof zeros;
        buf_write(b, zeros, part);
        left -= part;
    }
    return at;
}

static size_t text_place(Image *i, const char *text)
{
    Name name = name_cstr(i->names, text);
    uint32_t known = map_get(&i->text, name, 0);
    if (known)
        return known - 1;
    size_t at = i->to->bytes.n;
    buf_write(&i->to->bytes, text, strlen(text) + 1);
    map_set(&i->text, i->arena, name, (uint32_t)at + 1);
    return at;
}

static void put_pointer(Image *i, size_t at, size_t target)
{
    uint64_t distance = target;
    uint32_t place = (uint32_t)at;
    memcpy(i->to->bytes.s + at, &distance, sizeof distance);
    buf_write(&i->to->moved, (const char *)&place, sizeof place);
}

static void put_fields(Image *i, const Shape *shape, const char *from, size_t at);

static size_t array_place(Image *i, const Field *f, const char *from, size_t n)
{
    static const size_t size[] = {[F_INTS] = sizeof(int),
                                  [F_BYTES] = 1,
                                  [F_REALS] = sizeof(double),
                                  [F_TEXTS] = sizeof(char *)};
    size_t each = f->shape ? f->shape->size : size[f->kind];
    size_t at = reserve_bytes(i, n * each);
    if (f->kind == F_TEXTS)
        for (size_t k = 0; k < n; k++)
            put_pointer(i, at + k * each,
                        text_place(i, ((const char *const *)(const void *)from)[k]));
    else if (f->kind == F_STRUCTS)
        for (size_t k = 0; k < n; k++)
            put_fields(i, f->shape, from + k * each, at + k * each);
    else
        memcpy(i->to->bytes.s + at, from, n * each);
    return at;
}

static size_t struct_place(Image *i, const char *type, const void *from)
{
    int k = 0;
    while (strcmp(table_shapes[k]->type, type))
        k++;
    size_t at = reserve_bytes(i, table_shapes[k]->size);
    put_fields(i, table_shapes[k], from, at);
    return at;
}

static void put_field(Image *i, const Field *f, const char *from, size_t at)
{
    const char *place = from + f->offset;
    if (f->kind == F_NONE)
        return;
    if (f->kind == F_TEXTS_TABLE) {
        put_pointer(i, at, struct_place(i, "KTexts", i->texts));
    } else if (f->kind == F_TEXT || f->count) {
        const char *target = *(const char *const *)(const void *)place;
        int n = target && f->count ? f->count(i->model, from) : 0;
        if (target && !f->count)
            put_pointer(i, at, text_place(i, target));
        else if (n > 0)
            put_pointer(i, at, array_place(i, f, target, (size_t)n));
    } else {
        memcpy(i->to->bytes.s + at, place, f->size);
    }
}

static void put_fields(Image *i, const Shape *shape, const char *from, size_t at)
{
    for (int k = 0; k < shape->nfields; k++)
        put_field(i, &shape->field[k], from, at + shape->field[k].offset);
}

void tables_image(NameTable *names, const KModel *model, const KTexts *texts, TableImage *to)
{
    Image i = {.model = model, .texts = texts, .names = names, .to = to, .arena = arena_new()};
    struct_place(&i, "KModel", model);
    reserve_bytes(&i, 0);
    arena_free(i.arena);
}

/* The image is in the file K_TABLES, a macro, the list of its pointers behind it. */
void put_image(const TableImage *image, Buf *out)
{
    put(out,
        "__asm__(\".data\\n.balign 16\\nk_tables:\\n.incbin \\\"\" K_TABLES \"\\\"\\n.text\\n\");\n"
        "extern KModel k_tables __attribute__((visibility(\"hidden\")));\n");
    buf_printf(
        out,
        "static void __attribute__((constructor))place_tables(void){\n"
        "char*begin=(char*)&k_tables;\n"
        "const unsigned*moved=(const unsigned*)(begin+%zu);\n"
        "for(unsigned i=0;i<%zu;i++)*(char**)(begin+moved[i])+=(unsigned long long)begin;\n}\n",
        image->bytes.n, image->moved.n / sizeof(uint32_t));
}
