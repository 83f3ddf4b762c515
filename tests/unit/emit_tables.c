/* Tables as C text: every byte of every struct belongs to a field, so that nothing that the run
 * time reads can be missing in a written program. That the values are right is seen from its
 * results (tests/cli/translate_c.sh). */
#include "emit/tables_internal.h"
#include "test.h"

#include <stdint.h>

TEST(every_field_is_described)
{
    int n = 0;
    for (const Shape *const *s = table_shapes; *s; s++, n++) {
        size_t end = 0;
        for (int i = 0; i < (*s)->nfields; i++) {
            const Field *f = &(*s)->field[i];
            size_t align = f->size < (*s)->align ? f->size : (*s)->align;
            size_t next =
                (end + align - 1) / align * align; /* where it is if nothing lies between */
            if (f->offset != next)
                fprintf(stderr, "%s: something is missing before %s\n", (*s)->type, f->name);
            CHECK(f->offset == next);
            end = f->offset + f->size;
        }
        size_t whole = (end + (*s)->align - 1) / (*s)->align * (*s)->align;
        if (whole != (*s)->size)
            fprintf(stderr, "%s: something is missing at the end\n", (*s)->type);
        CHECK((*s)->size == whole);
    }
    CHECK(n >= 8);
}

/* The image of two variables and their texts, read where it lies. */
TEST(image)
{
    static const KVariable variable[] = {
        {.name = "x", .description = "", .unit = "m", .kind = K_STATE, .index = 1},
        {.name = "y", .description = "", .unit = "m", .own_start = 2.5}};
    static const double nominal[] = {0, 3};
    static const char *const name[] = {"y", "x"};
    KTexts texts = {.name = name};
    KModel model = {
        .name = "M", .nv = 2, .nominal = nominal, .nvariables = 2, .variable = variable};
    Arena *a = arena_new();
    TableImage image = {0};
    NameTable *names = names_new();
    tables_image(names, &model, &texts, &image);
    char *at = arena_copy(a, image.bytes.s, image.bytes.n);
    for (size_t i = 0; i < image.moved.n; i += sizeof(uint32_t)) {
        uint32_t place;
        memcpy(&place, image.moved.s + i, sizeof place);
        *(char **)(void *)(at + place) += (uintptr_t)at;
    }
    const KModel *m = (const KModel *)(const void *)at;
    CHECK(!strcmp(m->name, "M") && m->nv == 2 && !m->min && !m->state && m->nominal[1] == 3);
    CHECK(m->variable[0].kind == K_STATE && m->variable[0].index == 1 &&
          m->variable[1].own_start == 2.5);
    CHECK(!strcmp(m->variable[1].name, "y") && !*m->variable[0].description &&
          !m->variable[0].display);
    CHECK(m->variable[0].unit == m->variable[1].unit && m->texts->name[1] == m->variable[0].name);
    names_free(names);
    buf_free(&image.bytes);
    buf_free(&image.moved);
    arena_free(a);
}

TEST_MAIN(T(every_field_is_described), T(image))
