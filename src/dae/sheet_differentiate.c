/* sheet_differentiate.c - constraints differentiated (Pantelides 1988; FM-31, FM-47).
 *
 * All states are known, so an equation that finds no highest derivative to determine is a
 * constraint: it and all equations of its chain (the smallest over-determined set, auxiliary
 * variables included) are differentiated and appended; repeat. A variable declared a state that
 * does not occur differentiated is given a derivative first, so that the equations which lead to
 * it are differentiated (FM-92, FM-93). The equations stay; afterwards states are those the user
 * has declared, or all that are differentiated and not declared unknown. */
#include "dae/sheet_internal.h"
#include "dae/structure_internal.h"

#include <stdlib.h>

enum { MOST_ROUNDS = 5000, MOST_TIMES = 12 };

typedef struct Pantelides {
    SheetWork *w;
    int *version; /* [nversions] numbers in Sheet.eq: the last derivative of every equation */
    int nversions;
    uint32_t input; /* whose derivative is missing + 1 */
} Pantelides;

static Expr leaf_derivative(void *arg, Expr leaf)
{
    Pantelides *p = arg;
    SheetWork *w = p->w;
    ExprStore *st = w->d->store;
    if (expr_op(st, leaf) == EX_TIME)
        return expr_real(st, 1);
    if (expr_op(st, leaf) != EX_VAR)
        return 0;
    uint32_t v = sheet_var(w->s, leaf);
    const DaeVar *var = &w->d->var.v[v];
    if (var->kind == DV_INPUT) {
        p->input = v + 1;
        return 0;
    }
    if (var->kind <= DV_PARAMETER || var->kind == DV_DISCRETE)
        return expr_real(st, 0);
    return expr_var(st, T_REAL, sheet_derivative(w, v));
}

static void report(Pantelides *p, const SheetEq *e, const CalcError *err)
{
    Dae *d = p->w->d;
    Buf eq = {0}, why = {0};
    sheet_print_eq(p->w->s, e, &eq);
    if (p->input) {
        buf_puts(&why, "the derivative of the input `");
        dae_var_name(d, p->input - 1, &why);
        buf_puts(&why, "` is not known");
    } else if (err->at) {
        ExprNames names = dae_names(d);
        buf_putc(&why, '`');
        expr_print(d->store, err->at, &names, &why);
        buf_printf(&why, "`: %s", err->why ? err->why : "it has no derivative");
    } else {
        buf_puts(&why, "it is an algorithm or a call with several results");
    }
    Span at = e->eq >= 0 ? d->eq.v[e->eq].span : (Span){0};
    diag_error(d->ctx->diags, at, "the constraint `%s` cannot be differentiated: %s", buf_text(&eq),
               buf_text(&why));
    buf_free(&eq);
    buf_free(&why);
}

/* d(x**p) = p*x**(p - 1) also where p is a parameter that might be 0: as the papers print it. */
static Expr plain_power(void *arg, Expr old, Expr e)
{
    (void)old;
    const ExprStore *st = arg;
    if (expr_op(st, e) != EX_IF || !expr_is_zero(st, expr_arg(st, e, 1)))
        return e;
    Expr c = expr_arg(st, e, 0);
    return expr_op(st, c) == EX_EQ && expr_node(st, c)->flags & EF_NOEVENT &&
                   expr_is_zero(st, expr_arg(st, c, 1))
               ? expr_arg(st, e, 2)
               : e;
}

/* Appends the derivative of equation k; its number, -1 after a report. */
static int differentiate(Pantelides *p, int k)
{
    SheetWork *w = p->w;
    ExprStore *st = w->d->store;
    SheetEq e = w->s->eq.v[k];
    CalcError err = {0};
    p->input = 0;
    Expr lhs = e.lhs ? expr_derivative(st, e.lhs, leaf_derivative, p, &err) : 0;
    Expr rhs = lhs ? expr_derivative(st, e.rhs, leaf_derivative, p, &err) : 0;
    if (!lhs || !rhs) {
        report(p, &e, &err);
        return -1;
    }
    lhs = dae_rewrite(w->d, lhs, plain_power, st);
    rhs = dae_rewrite(w->d, rhs, plain_power, st);
    SheetEq *q = vec_add(w->a, &w->s->eq);
    *q = (SheetEq){.eq = -1, .lhs = lhs, .rhs = rhs, .owner = e.owner, .source = k + 1};
    q->solved = NO_ALIAS;
    q->order = ARENA_ARRAY(w->a, uint32_t, 2 * e.norder);
    for (int i = 0; i < e.norder; i++) {
        uint32_t v = e.order[i];
        if (w->der.v[v])
            q->order[q->norder++] = w->der.v[v];
        q->order[q->norder++] = v;
    }
    return w->s->eq.n - 1;
}

/* ---- Highest derivatives ---- */

/* Columns are the highest derivatives of what is not known. */
static int *column_of(SheetWork *w, int *ncols)
{
    int n = w->d->var.n;
    int *col = ARENA_ARRAY(w->a, int, n);
    *ncols = 0;
    for (int v = 0; v < n; v++) {
        uint8_t kind = w->s->kind[v];
        bool top = (kind == SV_UNKNOWN || kind == SV_STATE) && !w->der.v[v];
        col[v] = top ? (*ncols)++ : -1;
    }
    return col;
}

static bool pattern_of(Pantelides *p, Pattern *out)
{
    SheetWork *w = p->w;
    int ncols;
    int *col = column_of(w, &ncols);
    VEC(int) entry = {0};
    int *ptr = ARENA_ARRAY(w->a, int, p->nversions + 1);
    for (int i = 0; i < p->nversions; i++) {
        const SheetEq *e = &w->s->eq.v[p->version[i]];
        ptr[i] = entry.n;
        if (!e->lhs) {
            const DaeEq *q = &w->d->eq.v[e->eq];
            for (int k = 0; k < q->noutputs; k++)
                if (q->output[k] != NO_ALIAS && col[q->output[k]] >= 0)
                    vec_push(w->a, &entry, col[q->output[k]]);
            continue;
        }
        VarList in = sheet_vars(w->s, w->a, e);
        for (int k = 0; k < in.n; k++)
            if (col[in.var[k]] >= 0)
                vec_push(w->a, &entry, col[in.var[k]]);
    }
    ptr[p->nversions] = entry.n;
    *out = (Pattern){p->nversions, ncols, ptr, entry.v, NULL};
    return true;
}

/* The rows of all smallest over-determined sets, marked; the number of unmatched rows. */
static int over_determined(Pantelides *p, bool *in_set)
{
    Pattern pat;
    pattern_of(p, &pat);
    int *row_col = ARENA_ARRAY(p->w->a, int, pat.nrows),
        *col_row = ARENA_ARRAY(p->w->a, int, pat.ncols);
    int *rows = ARENA_ARRAY(p->w->a, int, pat.nrows), unmatched = 0;
    for (int i = 0; i < pat.nrows; i++)
        row_col[i] = -1;
    for (int i = 0; i < pat.ncols; i++)
        col_row[i] = -1;
    match_rows(&pat, ~0u, NULL, row_col, col_row);
    for (int i = 0; i < pat.nrows; i++) {
        if (row_col[i] >= 0)
            continue;
        unmatched++;
        if (in_set[i])
            continue;
        int n = dm_over_set(&pat, row_col, col_row, i, rows);
        for (int k = 0; k < n; k++)
            in_set[rows[k]] = true;
    }
    return unmatched;
}

/* Whether the equations of the set contain anything that could become a derivative. */
static bool can_help(Pantelides *p, const bool *in_set)
{
    SheetWork *w = p->w;
    for (int i = 0; i < p->nversions; i++) {
        const SheetEq *e = &w->s->eq.v[p->version[i]];
        if (!in_set[i] || !e->lhs)
            continue;
        VarList in = sheet_vars(w->s, w->a, e);
        for (int k = 0; k < in.n; k++)
            if (w->s->kind[in.var[k]] == SV_UNKNOWN || w->s->kind[in.var[k]] == SV_STATE)
                return true;
    }
    return false;
}

static int times_of(const Sheet *s, int k)
{
    int n = 0;
    for (; s->eq.v[k].source; k = s->eq.v[k].source - 1)
        n++;
    return n;
}

static void report_singular(Pantelides *p, const bool *in_set)
{
    Dae *d = p->w->d;
    Span at = {0};
    Buf text = {0};
    int n = 0;
    for (int i = 0; i < p->nversions; i++)
        if (in_set[i] && n++ < 8) {
            int k = p->version[i];
            while (p->w->s->eq.v[k].source)
                k = p->w->s->eq.v[k].source - 1;
            const SheetEq *e = &p->w->s->eq.v[k];
            buf_puts(&text, n > 1 ? "; " : "");
            sheet_print_eq(p->w->s, e, &text);
            at = at.end || e->eq < 0 ? at : d->eq.v[e->eq].span;
        }
    diag_error(
        d->ctx->diags, at,
        "these equations contradict or repeat each other, and no differentiation can help: %s%s",
        buf_text(&text), n > 8 ? "; ..." : "");
    buf_free(&text);
}

/* ---- Functions that are needed now (E-9) ---- */

typedef struct Missing {
    Dae *d;
    const Func *f;
} Missing;

static void note_missing(void *arg, Expr e)
{
    Missing *m = arg;
    if (expr_op(m->d->store, e) != EX_CALL)
        return;
    const Func *f = func_get(m->d->store, (uint32_t)expr_node(m->d->store, e)->payload);
    size_t n = strlen(name_text(m->d->ctx->names, f->name));
    if (f->undefined && n > 3 && !strcmp(name_text(m->d->ctx->names, f->name) + n - 3, "DER"))
        m->f = f;
}

/* Derivatives of functions that are defined nowhere. */
static void warn_missing(SheetWork *w, int first)
{
    Missing m = {w->d, NULL};
    for (int i = first; i < w->s->eq.n; i++) {
        expr_visit(w->d->store, w->s->eq.v[i].lhs, note_missing, &m);
        expr_visit(w->d->store, w->s->eq.v[i].rhs, note_missing, &m);
    }
    const char *name = m.f ? name_text(w->d->ctx->names, m.f->name) : "";
    if (m.f)
        diag_warning(w->d->ctx->diags, m.f->span,
                     "the function `%s`, the derivative of `%.*s`, is needed to run this; it is not "
                     "defined",
                     name, (int)strlen(name) - 3, name);
}

/* ---- States ---- */

/* If the user has declared states, they are the states: the other ones become unknown. */
static void settle_states(SheetWork *w)
{
    Sheet *s = w->s;
    bool declared = s->plan.only_wished;
    for (uint32_t v = 0; v < (uint32_t)w->d->var.n; v++)
        declared = declared || sheet_wish(w, v) == WISH_STATE;
    for (uint32_t v = 0; declared && v < (uint32_t)w->d->var.n; v++)
        if (s->kind[v] == SV_STATE && sheet_wish(w, v) != WISH_STATE)
            s->kind[v] = SV_UNKNOWN;
}

bool sheet_differentiate(SheetWork *w)
{
    Sheet *s = w->s;
    for (int i = 0; i < s->plan.nwishes; i++)
        if (s->plan.wish[i].wish == WISH_STATE && sheet_wish(w, s->plan.wish[i].var) == WISH_STATE)
            sheet_derivative(w, s->plan.wish[i].var);
    Pantelides p = {.w = w, .nversions = s->eq.n};
    p.version = ARENA_ARRAY(w->a, int, s->eq.n);
    for (int i = 0; i < s->eq.n; i++)
        p.version[i] = i;
    bool *in_set = ARENA_ARRAY(w->a, bool, s->eq.n);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        memset(in_set, 0, (size_t)p.nversions);
        if (!over_determined(&p, in_set))
            break;
        bool hopeless = !can_help(&p, in_set);
        for (int i = 0; i < p.nversions && !hopeless; i++)
            hopeless = in_set[i] && times_of(s, p.version[i]) >= MOST_TIMES;
        if (hopeless) {
            report_singular(&p, in_set);
            return false;
        }
        for (int i = 0; i < p.nversions; i++)
            if (in_set[i] && (p.version[i] = differentiate(&p, p.version[i])) < 0)
                return false;
    }
    s->differentiated = true;
    warn_missing(w, s->noriginal);
    settle_states(w);
    return true;
}
