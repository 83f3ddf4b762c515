/* scalar_written.c - equations as they are written, for the listings of the papers (FM-20, FM-61).
 *
 * The model's expressions are simplified as soon as they are scalar, which changes the order of
 * terms. For listings each equation keeps its variables in the order of the text, and trees of both
 * sides in which only names are resolved. Numbers keep their spelling: those of the tree are looked
 * for in the text of the equation one after the other; those of parameters are the text of their
 * values (FM-65). O(length of the equation); recursion is as deep as the syntax, which is bounded.
 */
#include "dae/incidence.h"
#include "dae/scalar_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

typedef struct Written {
    Scalar *s;
    VEC(uint32_t) order;
    const char *text; /* of the equation, behind the last number that was found */
} Written;

/* ---- Numbers ---- */

/* The next number of a text: its length, *p at its beginning; 0: there is none. Names and comments
 * are skipped. */
static size_t next_number(const char **p)
{
    for (const char *c = *p; *c;) {
        if (isalpha((unsigned char)*c) || *c == '_') {
            while (isalnum((unsigned char)*c) || *c == '_')
                c++;
        } else if (isdigit((unsigned char)*c) || (*c == '.' && isdigit((unsigned char)c[1]))) {
            char *end;
            strtod(c, &end);
            *p = c;
            return (size_t)(end - c);
        } else {
            const char *close = *c == '{' ? strchr(c, '}') : *c == '"' ? strchr(c + 1, '"') : NULL;
            c = close ? close + 1 : c + 1;
        }
    }
    return 0;
}

/* A literal with the text that stands for it, as far as one is found. */
static Expr spelled(Written *w, Expr e)
{
    ExprStore *st = w->s->d->store;
    double x = expr_number(st, e);
    const char *p = w->text;
    for (size_t n; p && (n = next_number(&p)); p += n)
        if (strtod(p, NULL) == fabs(x)) {
            Expr magnitude = x < 0 ? expr_real(st, -x) : e;
            Name text = name_cstr(w->s->d->ctx->names, arena_strndup(w->s->a, p, n));
            Expr s = expr_make(st, EX_SPELLED, T_REAL, 0, text, 1, &magnitude);
            w->text = p + n;
            return x < 0 ? expr_make(st, EX_NEG, T_REAL, 0, 0, 1, &s) : s;
        }
    return e;
}

/* ---- Trees ---- */

static Expr tree_of(Written *w, Expr e);

/* A variable, its derivative or its residue. */
static Expr tree_of_name(Written *w, Expr e)
{
    Scalar *s = w->s;
    if (tinfo(s, expr_type(s->d->store, e))->ndims)
        return 0;
    Expr x = scalar_one(s, e);
    if (!x || expr_op(s->d->store, x) != EX_VAR)
        return 0;
    vec_push(s->d->arena, &w->order, (uint32_t)expr_node(s->d->store, x)->payload);
    return x;
}

/* The order of the variables is noted even where there is no tree. */
static Expr tree_of_node(Written *w, Expr e)
{
    ExprStore *st = w->s->d->store;
    ExprNode n = *expr_node(st, e);
    bool whole = !tinfo(w->s, n.type)->ndims && !(op_info[n.op].flags & OPF_ARRAY);
    Expr *arg = ARENA_ARRAY(w->s->a, Expr, n.nargs);
    for (uint32_t i = 0; i < n.nargs; i++)
        whole = (arg[i] = tree_of(w, expr_arg(st, e, i))) && whole;
    return whole ? expr_make(st, (ExprOp)n.op, n.type, n.flags, n.payload, n.nargs, arg) : 0;
}

static Expr tree_of(Written *w, Expr e)
{
    ExprStore *st = w->s->d->store;
    switch (expr_op(st, e)) {
    case EX_CREF:
    case EX_DER:
    case EX_VAR:
    case EX_RESIDUE:
    case EX_LINRES:
        return tree_of_name(w, e);
    case EX_RELAX:
        return tree_of(w, expr_arg(st, e, 0));
    case EX_REAL:
        return spelled(w, e);
    case EX_FORARRAY: /* their own iterators have no value here */
    case EX_FORSUM:
    case EX_FORPRODUCT:
    case EX_FORMIN:
    case EX_FORMAX:
        return 0;
    case EX_ITER:
        return scalar_one(w->s, e);
    default:
        return tree_of_node(w, e);
    }
}

void keep_written(Scalar *s, Expr lhs, Expr rhs, int number)
{
    Dae *d = s->d;
    Buf text = {0};
    source_text(d->ctx->sources, s->at, &text);
    Written w = {.s = s, .text = buf_text(&text)};
    int mark = diags_mark(d->ctx->diags);
    WrittenOrder kept = {.eq = number};
    kept.side[0] = tree_of(&w, lhs);
    kept.side[1] = tree_of(&w, rhs);
    diags_rollback(d->ctx->diags, mark); /* records, elements in branches that are not taken */
    s->failed = false;
    kept.n = w.order.n;
    kept.var = w.order.v;
    vec_push(d->arena, &d->written, kept);
    buf_free(&text);
}

/* ---- Values of parameters ---- */

const char *dae_spelled_value(Dae *d, VarId v)
{
    const FlatVar *of = NULL;
    for (int i = 0; i < d->flat->var.n && !of; i++)
        if (d->flat->var.v[i].first == v && d->flat->var.v[i].count == 1)
            of = &d->flat->var.v[i];
    Buf text = {0};
    if (of)
        source_text(d->ctx->sources, of->value_span, &text);
    const char *all = buf_text(&text);
    char *end;
    bool number = isdigit((unsigned char)*all) && !all[strspn(all, "0123456789.eE+-")] &&
                  strtod(all, &end) == dae_parameter_values(d)[v] && !*end;
    const char *result = number ? arena_strdup(d->arena, all) : NULL;
    buf_free(&text);
    return result;
}
