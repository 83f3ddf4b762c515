/* overruled.c - start values that another name of the same variable overrules.
 *
 * Names that are equal have one value at the start. Where that is a condition and the user's own
 * model gives another name another start value, one warning says which of them is used. A value
 * written further inside gives way to one written further out without a word
 * (specification, 8.6.2). Linear in the variables. */
#include "dae/diagnose.h"

#include <math.h>

enum { MOST_NAMED = 5 };

/* Whether a start value of the user's is not that of the variable; is: the one it has. */
static bool is_overruled(Dae *d, VarId v, Expr written, double *was, double *is)
{
    int sign = 1;
    const DaeVar *root = &d->var.v[dae_root(d, v, &sign)];
    if (!written || !root->start || !expr_is_number(d->store, written) ||
        !expr_is_number(d->store, root->start))
        return false;
    *was = expr_number(d->store, written);
    *is = sign * expr_number(d->store, root->start);
    return fabs(*was - *is) > 1e-6 * fmax(fabs(*was), fabs(*is));
}

void warn_overruled(Dae *d, const bool *condition)
{
    Buf text = {0};
    VarId first = NONE;
    int n = 0;
    for (VarId v = 0; v < (VarId)d->nflat; v++) {
        int sign = 1;
        const DaeVar *x = &d->var.v[v];
        VarId root = dae_root(d, v, &sign);
        double was, is;
        bool own = v == root;
        if (x->type != T_REAL || x->hidden || !condition[root] ||
            (own ? !x->fixed : x->start_level != 0) ||
            !is_overruled(d, v, own ? x->own_start : x->start, &was, &is) ||
            !is_in_users_file(d, users_place_of_start(d, v)))
            continue;
        first = n ? first : v;
        if (n++ < MOST_NAMED)
            buf_printf(&text, "%s`%s` = %g (it is %g%s%s%s)", n > 1 ? ", " : "", dae_var_text(d, v),
                       was, is, own ? "" : ", that of `", own ? "" : dae_var_text(d, root),
                       own ? "" : "`");
    }
    if (n > MOST_NAMED)
        buf_printf(&text, " and %d more", n - MOST_NAMED);
    if (n)
        diag_warning(d->ctx->diags, users_place_of_start(d, first),
                     "start values are not used where another name of the same variable has one: "
                     "%s; fixed = true says which one counts",
                     buf_text(&text));
    buf_free(&text);
}
