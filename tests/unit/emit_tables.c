/* Tables as C text: every byte of every struct belongs to a field, so that nothing that the run time
 * reads can be missing in a written program. That the values are right is seen from its results
 * (tests/cli/translate_c.sh). */
#include "emit/tables_internal.h"
#include "test.h"

TEST(every_field_is_described)
{
    int n = 0;
    for (const Shape *const *s = table_shapes; *s; s++, n++) {
        size_t end = 0;
        for (int i = 0; i < (*s)->nfields; i++) {
            const Field *f = &(*s)->field[i];
            size_t align = f->size < (*s)->align ? f->size : (*s)->align;
            size_t next = (end + align - 1) / align * align; /* where it is if nothing lies between */
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

TEST_MAIN(T(every_field_is_described))
