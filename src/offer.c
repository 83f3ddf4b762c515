/* offer.c - what to write instead of a name that a model does not have: the nearest one by edit
 * distance, else the first few. */
#include "offer.h"

#include "base/diag.h"

static bool changes(const KronVariable *v)
{
    return v->kind != KRON_PARAMETER && v->kind != KRON_CONSTANT;
}

void offer_variables(KronModel *m, const char *pattern, Buf *out)
{
    enum { MOST = 8 };
    Nearest near = {.wanted = pattern};
    KronVariable v;
    for (int i = 0; kron_variable(m, i, &v); i++)
        nearest_offer(&near, v.name);
    if (near.best)
        buf_printf(out, "; did you mean `%s`?", near.best);
    for (int i = 0, n = 0; !near.best && n <= MOST && kron_variable(m, i, &v); i++)
        if (changes(&v)) {
            if (n < MOST)
                buf_printf(out, "%s`%s`", n ? ", " : "; the model has ", v.name);
            else
                buf_puts(out, ", ...");
            n++;
        }
}
