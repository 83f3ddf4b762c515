/* sheet_print.c - the listings of the papers (X-5 to, BG-7).
 *
 * Every equation stands under the label of the instance that owns it; the owner's variables are
 * printed without prefix, those of the model with the model's name. The variable an equation is
 * solved for is in brackets. der(u) becomes deru once the equations are differentiated. */
#include "dae/relaxed.h"
#include "dae/sheet_internal.h"
#include "symbolic/func_print.h"

static const char *const classic_functions[][2] = {
    {"asin", "arcsin"}, {"acos", "arccos"}, {"atan", "arctan"}, {"log", "ln"}, {NULL, NULL}};

typedef struct View {
    Sheet *s;
    uint32_t owner;           /* relative to it; FULL_NAMES, WITH_MODEL: full names */
    int eq;                   /* whose relaxed variables are shown as such; -1: none */
    uint32_t bracket;         /* NONE: none */
    const SheetAssign *shown; /* whose value is printed as its tree; NULL: none */
    char time[256];
    ExprDialect dialect;
    ExprNames names;
} View;

/* WITH_MODEL: as seen from outside, `circuit.u`. */
enum { FULL_NAMES = UINT32_MAX, WITH_MODEL = UINT32_MAX - 1, LABEL_WIDTH = 8 };
enum { LONGEST_LISTED = 200000 }; /* bytes of an expression; nobody reads more */

static const char *model_name(const Sheet *s)
{
    const char *name = name_text(s->d->ctx->names, s->d->name), *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static const char *owner_name(const Sheet *s, uint32_t owner)
{
    return owner && owner < WITH_MODEL ? name_text(s->d->ctx->names, s->d->owner.v[owner]) : "";
}

/* ---- Names ---- */

/* The plain full name, split behind its last dot outside of brackets: prefix and own name. */
static size_t split_name(const char *text)
{
    size_t at = 0;
    int depth = 0;
    for (size_t i = 0; text[i]; i++) {
        depth += (text[i] == '[') - (text[i] == ']');
        if (text[i] == '.' && !depth)
            at = i + 1;
    }
    return at;
}

static void put_relative(Sheet *s, const char *full, const char *before, uint32_t owner, Buf *out)
{
    const char *own = owner_name(s, owner);
    size_t n = strlen(own), at = split_name(full);
    bool is_own = n && !strncmp(full, own, n) && full[n] == '.';
    if (is_own && at == n + 1) {
        full += at;
        at = 0;
    } else if (!at && (n || owner == WITH_MODEL)) {
        buf_printf(out, "%s.", model_name(s));
    }
    buf_printf(out, "%.*s%s%s", (int)at, full, before, full + at);
}

static const Hint *hint_of(const Sheet *s, uint32_t var)
{
    for (int i = 0; i < s->d->hint.n; i++)
        if (s->d->hint.v[i].symbol == var)
            return &s->d->hint.v[i];
    return NULL;
}

/* The state whose value before the step it is; NONE: none. */
static VarId old_value_of(const Sheet *s, VarId var)
{
    const Dae *d = s->d;
    VarId first = d->step.old && d->nstates ? d->step.old[0] : NONE;
    return var >= first && var - first < (VarId)d->nstates ? d->state[var - first] : NONE;
}

void sheet_var_name(Sheet *s, uint32_t var, uint32_t owner, Buf *out)
{
    Dae *d = s->d;
    if (var >= s->first_aux && s->first_aux) {
        buf_printf(out, "Q%u", s->first_q + var - s->first_aux);
        return;
    }
    if (d->step.old && var == d->step.h) {
        buf_puts(out, s->h_name);
        return;
    }
    VarId state = old_value_of(s, var);
    if (state == NONE && var >= d->nflat && d->var.v[var].int_of == NONE && !hint_of(s, var)) {
        buf_printf(out, "V%u", s->first_q + var - d->nflat);
        return;
    }
    Buf before = {0}, full = {0};
    const Hint *hint = state == NONE ? hint_of(s, var) : NULL;
    if (state != NONE) {
        buf_puts(s->old_taken ? out : &before, s->old_taken ? "old(" : "old");
        var = state;
    } else if (hint) {
        buf_puts(&before, hint->kind == HINT_LINRES ? "linres" : "residue");
        var = hint->of;
    }
    int order = 0;
    while (var >= d->nflat && d->var.v[var].int_of != NONE) {
        var = d->var.v[var].int_of;
        order++;
    }
    dae_var_name(d, var, &full);
    bool plain = s->differentiated || d->step.old;
    if (order && (!plain || s->der_taken) && !hint) {
        buf_puts(out, "der(");
        put_relative(s, buf_text(&full), "", owner, out);
        buf_putc(out, ')');
    } else {
        while (order--)
            buf_puts(&before, "der");
        put_relative(s, buf_text(&full), buf_text(&before), owner, out);
    }
    buf_puts(out, state != NONE && s->old_taken ? ")" : "");
    buf_free(&before);
    buf_free(&full);
}

/* Whether an equation of a sheet on which relax() is used has a variable relaxed. */
static bool is_relaxed_in(const Sheet *s, int eq, VarId var)
{
    Problem *p = s->problem;
    int c = p && eq >= 0 && s->plan.on[SW_RELAX] ? problem_col(p, var) : -1;
    for (int r = 0; c >= 0 && r < p->row.n; r++)
        if (p->row.v[r].eq == eq)
            return is_relaxed(p, r, c);
    return false;
}

static void view_var(void *arg, Buf *out, uint32_t var)
{
    View *v = arg;
    var = sheet_root(v->s, var); /* trees as they were written have the names of aliases */
    bool bracket = var == v->bracket, relaxed = is_relaxed_in(v->s, v->eq, var);
    buf_puts(out, bracket ? "[" : relaxed ? "relax(" : "");
    sheet_var_name(v->s, var, v->owner == FULL_NAMES ? 0 : v->owner, out);
    buf_puts(out, bracket ? "]" : relaxed ? ")" : "");
}

static void view_array(void *arg, Buf *out, Expr e)
{
    View *v = arg;
    view_var(arg, out, var_number(v->s->d->store, e));
    buf_puts(out, "...");
}

static uint32_t view_rank(void *arg, uint32_t var)
{
    const View *v = arg;
    return v->s->rank[var];
}

/* R*i, whatever the order in which R and i are mentioned first. */
static bool is_coefficient(void *arg, uint32_t var)
{
    const View *v = arg;
    return v->s->d->var.v[var].kind <= DV_PARAMETER;
}

static Expr view_written(void *arg, Expr e)
{
    return sheet_written(((const View *)arg)->s, e);
}

static uint32_t view_place(void *arg, Expr e)
{
    return sheet_place(((const View *)arg)->s, e);
}

static bool view_moved(void *arg, Expr e)
{
    return sheet_moved(((const View *)arg)->s, e);
}

/* What an equation says, or what is found from it: `of` is solved for; NONE: nothing. */
static void set_ranks(View *v, int eq, uint32_t of)
{
    sheet_set_ranks(v->s, eq, of);
    if (!v->s->rank || !v->s->order[eq].n)
        return;
    v->names.rank = view_rank;
    v->names.written = view_written;
    v->names.place = view_place;
    v->names.moved = view_moved;
}

static void open_view(View *v, Sheet *s, uint32_t owner, uint32_t bracket)
{
    *v = (View){.s = s, .owner = owner, .bracket = bracket, .eq = -1};
    if (s->d->classic) {
        bool sub = owner && owner != FULL_NAMES; /* Time is the model's */
        snprintf(v->time, sizeof v->time, "%s%sTime", sub ? model_name(s) : "", sub ? "." : "");
        v->dialect = (ExprDialect){.power = "**", .time = v->time, .function = classic_functions};
    }
    v->names = dae_names(s->d);
    v->names.arg = v;
    v->names.most = LONGEST_LISTED;
    v->names.var = view_var;
    v->names.array = view_array;
    v->names.leads = is_coefficient;
    v->names.dialect = s->d->classic ? &v->dialect : NULL;
}

static void view_func(void *arg, Buf *out, uint32_t number)
{
    View *v = arg;
    buf_puts(out, name_text(v->s->d->ctx->names, func_get(v->s->d->store, number)->name));
}

static void put_exp(View *v, Expr e, Buf *out)
{
    v->names.func = view_func;
    expr_print(v->s->d->store, e, &v->names, out);
}

/* ---- Equations ---- */

/* A call with several results, an algorithm. */
static void put_object(View *v, const DaeEq *q, bool brackets, Buf *out)
{
    buf_putc(out, '(');
    for (int i = 0; i < q->noutputs; i++) {
        buf_puts(out, i ? ", " : "");
        if (q->output[i] == NONE)
            continue;
        buf_puts(out, brackets ? "[" : "");
        view_var(v, out, q->output[i]);
        buf_puts(out, brackets ? "]" : "");
    }
    buf_puts(out, ") = ");
    if (q->kind == EQ_CALL)
        put_exp(v, q->rhs, out);
    else
        buf_puts(out, "algorithm");
}

static void put_eq(Sheet *s, int eq, bool brackets, uint32_t owner, Buf *out)
{
    View v;
    const DaeEq *e = &s->d->eq.v[eq];
    open_view(&v, s, owner, brackets && e->lhs ? s->solved[eq] : NONE);
    if (!e->lhs) {
        put_object(&v, e, brackets, out);
        return;
    }
    set_ranks(&v, eq, NONE);
    v.eq = eq;
    v.names.spelled = true;
    put_exp(&v, e->lhs, out);
    buf_puts(out, " = ");
    put_exp(&v, e->rhs, out);
    sheet_clear_ranks(s);
}

void sheet_print_equation(Sheet *s, int eq, Buf *out)
{
    put_eq(s, eq, false, 0, out);
}

static bool is_listed(const Sheet *s, int eq)
{
    return !s->d->eq.v[eq].initial && s->d->eq.v[eq].kind <= EQ_ALGORITHM;
}

static int label_width(const Sheet *s)
{
    size_t width = strlen(model_name(s));
    for (int i = 0; i < s->neq; i++) {
        size_t n = is_listed(s, i) ? strlen(owner_name(s, s->d->eq.v[i].owner)) : 0;
        width = n > width ? n : width;
    }
    return (int)width + 1 > LABEL_WIDTH ? (int)width + 1 : LABEL_WIDTH;
}

/* The label once for a run of equations of one owner. */
static void put_label(const Sheet *s, uint32_t owner, const char **last, int width, Buf *out)
{
    const char *name = owner ? owner_name(s, owner) : model_name(s);
    bool same = *last && !strcmp(*last, name);
    buf_printf(out, "%-*s", width, same ? "" : name);
    *last = name;
}

static void put_labelled(Sheet *s, int k, bool brackets, const char **last, int width, Buf *out)
{
    uint32_t owner = s->d->eq.v[k].owner;
    put_label(s, owner, last, width, out);
    put_eq(s, k, brackets, owner, out);
    buf_putc(out, '\n');
}

void sheet_print_equations(Sheet *s, Buf *out)
{
    const char *last = NULL;
    int width = label_width(s);
    for (int i = 0; i < s->neq; i++)
        if (is_listed(s, i) && !s->d->eq.v[i].removed)
            put_labelled(s, i, s->partitioned, &last, width, out);
}

/* ---- Singular problems (E-1, E-10) ---- */

static void put_states(Sheet *s, Buf *out)
{
    bool any = false;
    for (uint32_t v = 0; v < (uint32_t)s->d->var.n; v++)
        if (sheet_kind(s, v) == SV_STATE) {
            buf_puts(out, any ? ", " : "");
            sheet_var_name(s, v, 0, out);
            any = true;
        }
    buf_puts(out, any ? "" : "none");
}

void sheet_print_singular(Sheet *s, Buf *out)
{
    if (!s->singular)
        return;
    int width = label_width(s);
    const char *last = NULL;
    buf_puts(out, "- The problem is singular.\n");
    if (s->nunassigned)
        buf_puts(out, "- Unassigned variables:\n");
    for (int i = 0; i < s->nunassigned; i++) {
        buf_puts(out, "  ");
        sheet_var_name(s, s->unassigned[i], 0, out);
        buf_putc(out, '\n');
    }
    if (s->nextra)
        buf_puts(out, "- Additional constraint equations:\n");
    for (int i = 0; i < s->nextra; i++)
        put_labelled(s, s->extra[i], true, &last, width, out);
    if (s->differentiated && s->nunassigned != s->nextra) {
        int off = s->nunassigned - s->nextra;
        buf_printf(out, "- %d state%s too %s; the states are: ", off > 0 ? off : -off,
                   off == 1 || off == -1 ? "" : "s", off > 0 ? "few" : "many");
        put_states(s, out);
        buf_puts(out, "\n  (`variable state NAME ...` declares them)\n");
    }
}

/* ---- Solved equations ---- */

static Expr view_shown(void *arg, Expr e)
{
    const View *v = arg;
    return e == v->shown->value ? v->shown->shown : 0;
}

static void put_assign(Sheet *s, const SheetAssign *k, int eq, uint32_t owner, Buf *out)
{
    View v;
    open_view(&v, s, owner, NONE);
    if (k->shown && s->rank) { /* as it stands */
        v.shown = k;
        v.names.rank = view_rank;
        v.names.written = view_shown;
    }
    if (eq >= 0)
        set_ranks(&v, eq, k->var);
    v.names.positive_first = !k->order.n;
    for (int i = k->order.n; i-- > 0 && s->rank;)
        s->rank[k->order.var[i]] = (uint32_t)i;
    if (k->order.n && s->rank)
        v.names.rank = view_rank;
    view_var(&v, out, k->var);
    buf_puts(out, " = ");
    put_exp(&v, k->value, out);
    for (int i = 0; i < k->order.n && s->rank; i++)
        s->rank[k->order.var[i]] = SHEET_NO_RANK + k->order.var[i];
    if (eq >= 0)
        sheet_clear_ranks(s);
}

static void put_incidence(Sheet *s, const SheetBlock *b, Buf *out)
{
    Arena *a = arena_new();
    buf_puts(out, "INCIDENCE MATRIX\n");
    for (int i = 0; i < b->n; i++) {
        const DaeEq *q = &s->d->eq.v[b->eq[i]];
        VarList in = q->lhs ? sheet_vars(s, a, b->eq[i]) : (VarList){q->output, q->noutputs};
        for (int j = 0; j < b->n; j++) {
            bool has = false;
            for (int k = 0; k < in.n; k++)
                has = has || in.var[k] == b->unknown[j];
            buf_putc(out, has ? 'X' : '.');
        }
        buf_putc(out, '\n');
    }
    arena_free(a);
}

static void put_matrix(Sheet *s, int n, const SheetEntry *entry, int nentries, Buf *out)
{
    View v;
    open_view(&v, s, FULL_NAMES, NONE);
    v.names.positive_first = true;
    for (int i = 0; i < nentries; i++) {
        const SheetEntry *e = &entry[i];
        if (e->col == n)
            buf_printf(out, "b(%d) = ", e->row + 1);
        else
            buf_printf(out, "A(%d,%d) = ", e->row + 1, e->col + 1);
        put_exp(&v, e->value, out);
        buf_putc(out, '\n');
    }
}

/* The system of nodes inside a relaxed one (RX-41). */
static void put_left(Sheet *s, const SheetBlock *b, Buf *out)
{
    buf_printf(out, "REMAINING SYSTEM OF %d EQUATION%s\n", b->nleft, b->nleft == 1 ? "" : "S");
    for (int i = 0; i < b->nleft; i++) {
        buf_puts(out, "  ");
        sheet_var_name(s, b->left[i], 0, out);
        buf_putc(out, '\n');
    }
    put_matrix(s, b->nleft, b->left_entry, b->nleft_entries, out);
}

void sheet_print_residue(Sheet *s, const SheetBlock *b, int torn, Buf *out)
{
    int pair;
    if (given_residual(s->problem, b->residual[torn], &pair) != NONE)
        sheet_var_name(s, s->d->hint.v[pair].symbol, 0, out);
    else
        sheet_print_equation(s, b->residual[torn], out);
}

/* Tearing variables, and what their residual equations are known by. */
static void put_tearing(Sheet *s, const SheetBlock *b, Buf *out)
{
    buf_puts(out, b->kind == SB_ITERATED ? "NONLINEAR " : s->d->step.old ? "LINEAR " : "");
    buf_puts(out, "TEARING VARIABLES AND RESIDUES\n");
    for (int i = 0; i < b->ntorn; i++) {
        Buf name = {0};
        sheet_var_name(s, b->torn[i], 0, &name);
        buf_printf(out, "  %-24s", buf_text(&name));
        buf_clear(&name);
        sheet_print_residue(s, b, i, &name);
        buf_printf(out, " %s\n", buf_text(&name));
        buf_free(&name);
    }
}

static void put_unknowns(Sheet *s, const SheetBlock *b, Buf *out)
{
    bool nonlinear = b->kind == SB_NONLINEAR || b->kind == SB_ITERATED;
    buf_printf(out, "SYSTEM OF %d SIMULTANEOUS %sEQUATION%s\nUNKNOWN VARIABLES\n", b->n,
               nonlinear        ? "NONLINEAR "
               : s->d->step.old ? "LINEAR "
                                : "",
               b->n == 1 ? "" : "S");
    for (int i = 0; i < b->n; i++) {
        buf_puts(out, "  ");
        sheet_var_name(s, b->unknown[i], 0, out);
        buf_putc(out, '\n');
    }
    buf_puts(out, b->kind == SB_RELAXED ? "RELAXED EQUATIONS\n" : "EQUATIONS\n");
}

static void put_system(Sheet *s, const SheetBlock *b, int width, Buf *out);

/* One formula in a line, in the order of the terms of its equation. */
static void put_line(Sheet *s, const SheetAssign *k, Buf *out)
{
    put_assign(s, k, k->shown ? -1 : k->from - 1, FULL_NAMES, out);
    buf_putc(out, '\n');
}

/* What follows from the torn unknowns, and what is left over (IN-41). */
static void put_torn_equations(Sheet *s, const SheetBlock *b, int width, Buf *out)
{
    buf_puts(out, "TORN NONLINEAR EQUATIONS\n");
    for (int i = 0; i < b->nparts; i++) {
        if (b->part[i].kind == SB_EXPLICIT)
            put_line(s, &b->part[i].assign[0], out);
        else
            put_system(s, &b->part[i], width, out);
    }
    for (int i = 0; i < b->nassign; i++)
        put_line(s, &b->assign[i], out);
    buf_puts(out, "END OF TORN NONLINEAR EQUATIONS\n");
}

/* With the headings of the paper. */
static void put_inlined(Sheet *s, const SheetBlock *b, int width, Buf *out)
{
    bool linear = b->kind != SB_NONLINEAR && b->kind != SB_ITERATED;
    const char *what = linear ? "LINEAR" : "NONLINEAR";
    if (b->ntorn) {
        buf_printf(out, "SOLVING %s SYSTEM OF EQUATIONS\n", what);
        put_tearing(s, b, out);
    }
    if (b->kind == SB_ITERATED) {
        put_torn_equations(s, b, width, out);
    } else if (b->kind == SB_TORN) {
        buf_puts(out, "TORN LINEAR EQUATIONS\n");
        for (int i = 0; i < b->nassign; i++) {
            if (i == b->ntorn_assign)
                buf_puts(out, "END OF TORN LINEAR EQUATIONS\n");
            put_line(s, &b->assign[i], out);
        }
    }
    buf_printf(out, "END OF SYSTEM OF %s SIMULTANEOUS EQUATIONS\n", what);
}

static void put_system(Sheet *s, const SheetBlock *b, int width, Buf *out)
{
    const char *last = NULL;
    put_unknowns(s, b, out);
    for (int i = 0; i < b->n; i++)
        put_labelled(s, b->eq[i], true, &last, width, out);
    if (s->plan.on[SW_INCIDENCE])
        put_incidence(s, b, out);
    if ((b->kind == SB_LINEAR || b->kind == SB_RELAXED) && s->plan.on[SW_MATRIX])
        put_matrix(s, b->n, b->entry, b->nentries, out);
    if (b->nleft)
        put_left(s, b, out);
    if (s->d->step.old) {
        put_inlined(s, b, width, out);
        return;
    }
    if (b->kind == SB_TORN)
        put_tearing(s, b, out);
    if (b->kind == SB_SOLVED || b->kind == SB_TORN || b->kind == SB_RELAXED) {
        buf_puts(out, "SOLVED SYSTEM OF EQUATIONS\n");
        for (int i = 0; i < b->nassign; i++) {
            if (b->kind == SB_TORN && i == b->ntorn_assign)
                buf_puts(out, "NON-TORN VARIABLES\n");
            put_assign(s, &b->assign[i], -1, FULL_NAMES, out);
            buf_putc(out, '\n');
        }
    }
    buf_puts(out, "END OF SYSTEM OF SIMULTANEOUS EQUATIONS\n");
}

void sheet_print_system(Sheet *s, const SheetBlock *b, Buf *out)
{
    int width = label_width(s) + 1;
    put_unknowns(s, b, out);
    for (int i = 0; i < b->n; i++) {
        uint32_t owner = s->d->eq.v[b->eq[i]].owner;
        const char *name = owner ? owner_name(s, owner) : model_name(s);
        buf_printf(out, "  %s.%*s", name, width - (int)strlen(name), "");
        put_eq(s, b->eq[i], true, WITH_MODEL, out);
        buf_putc(out, '\n');
    }
    if (s->plan.on[SW_INCIDENCE])
        put_incidence(s, b, out);
    if (b->kind == SB_TORN)
        put_tearing(s, b, out);
}

void sheet_print_solved(Sheet *s, Buf *out)
{
    const char *last = NULL;
    int width = label_width(s);
    buf_puts(out, "SORTED AND SOLVED EQUATIONS\n");
    for (int i = 0; i < s->nblocks; i++) {
        const SheetBlock *b = &s->block[i];
        if (b->dropped)
            continue;
        if (b->kind == SB_EXPLICIT) {
            const SheetAssign *formula = &b->assign[b->nassign - 1];
            for (const SheetAssign *q = b->assign; q < formula; q++) {
                put_assign(s, q, -1, FULL_NAMES, out);
                buf_putc(out, '\n');
                last = NULL;
            }
            put_label(s, formula->owner, &last, width, out);
            put_assign(s, formula, b->eq[0], formula->owner, out);
            buf_putc(out, '\n');
        } else if (b->kind == SB_OBJECT) {
            put_labelled(s, b->eq[0], false, &last, width, out);
        } else {
            put_system(s, b, width, out);
            last = NULL;
        }
    }
    buf_puts(out, "END OF SORTED AND SOLVED EQUATIONS\n");
}

/* ---- Variables ---- */

void sheet_print_variables(Sheet *s, Buf *out)
{
    static const char *const what[] = {[SV_KNOWN] = "known",
                                       [SV_GIVEN] = "known",
                                       [SV_STATE] = "state",
                                       [SV_UNKNOWN] = "unknown",
                                       [SV_ALIAS] = "eliminated"};
    for (uint32_t v = 0; v < (uint32_t)s->d->var.n; v++) {
        const DaeVar *x = v < s->d->nscalar ? &s->scalar->var.v[v] : &s->d->var.v[v];
        if (sheet_kind(s, v) == SV_ABSENT || (v >= s->d->nflat && x->int_of == NONE))
            continue;
        sheet_var_name(s, v, 0, out);
        buf_puts(out, ": ");
        if (x->kind <= DV_INPUT) {
            buf_puts(out, x->kind == DV_INPUT
                              ? (sheet_kind(s, v) == SV_UNKNOWN ? "input, unknown" : "input")
                          : x->kind == DV_PARAMETER ? "parameter"
                                                    : "constant");
        } else {
            buf_puts(out, what[sheet_kind(s, v)]);
            if (sheet_kind(s, v) == SV_ALIAS) {
                View view;
                open_view(&view, s, FULL_NAMES, NONE);
                buf_puts(out, ", ");
                put_exp(&view, sheet_value(s, v), out);
            }
            buf_puts(out, x->top_output ? ", output" : "");
        }
        buf_putc(out, '\n');
    }
}

/* ---- Operations: every + - * / between two operands is one; x**2 is a product ---- */

long long sheet_block_operations(Sheet *s, const SheetBlock *b)
{
    const ExprStore *st = s->d->store;
    long long n = 0;
    if (b->dropped)
        return 0;
    for (int i = 0; i < b->nassign; i++)
        n += expr_written_operations(st,
                                     b->assign[i].shown ? b->assign[i].shown : b->assign[i].value);
    for (int i = 0; i < b->nparts; i++)
        n += sheet_block_operations(s, &b->part[i]);
    for (int i = 0; b->kind == SB_LINEAR && i < b->nentries; i++)
        n += expr_written_operations(st, b->entry[i].value);
    for (int i = 0; b->kind == SB_NONLINEAR && i < b->n; i++) {
        const DaeEq *e = &s->d->eq.v[b->eq[i]];
        n += e->lhs ? expr_written_operations(st, e->lhs) + expr_written_operations(st, e->rhs) + 1
                    : 0;
    }
    return n;
}

void sheet_print_operations(Sheet *s, Buf *out)
{
    long long total = 0;
    for (int i = 0; i < s->nblocks; i++) {
        const SheetBlock *b = &s->block[i];
        long long n = sheet_block_operations(s, b);
        total += n;
        if (b->n > 1 && !b->dropped)
            buf_printf(out, "system of %d equations: %lld operations%s\n", b->n, n,
                       b->kind == SB_LINEAR                                ? " for its matrix"
                       : b->kind == SB_NONLINEAR || b->kind == SB_ITERATED ? " for its residuals"
                                                                           : "");
    }
    buf_printf(out, "%lld operations in all\n", total);
}
