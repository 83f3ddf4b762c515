/* sheet.c - a sheet from the scalar model: equations by owner, what variables are, names.
 *
 * Order of the equations as the papers list them: those of submodels before those of the model
 * around them, connections last. Near-linear. */
#include "dae/problem.h"
#include "dae/sheet_internal.h"

#include <math.h>
#include <stdlib.h>

const char *const sheet_switch_names[SW_COUNT + 1] = {[SW_ELIMINATE] = "Eliminate",
                                                      [SW_SUB_EXPR] = "SubExpr",
                                                      [SW_EVALUATE] = "EvaluateExpr",
                                                      [SW_SOLVE_LINEAR] = "SolveLinearSyst",
                                                      [SW_MATRIX] = "MatrixExpr",
                                                      [SW_INCIDENCE] = "Incidence",
                                                      [SW_TEAR] = "tear",
                                                      [SW_RESIDUE] = "residue",
                                                      [SW_RELAX] = "relax",
                                                      [SW_INLINE] = "inline"};

const char *const sheet_switch_help[SW_COUNT] = {
    [SW_ELIMINATE] = "replace aliases a = b by one variable",
    [SW_SUB_EXPR] = "auxiliary variables Q101, ... for common subexpressions",
    [SW_EVALUATE] = "replace constants by their values and drop what is not needed",
    [SW_SOLVE_LINEAR] = "solve linear systems symbolically",
    [SW_MATRIX] = "write linear systems as A(i,j) and b(i)",
    [SW_INCIDENCE] = "show the incidence matrix of systems",
    [SW_TEAR] = "tear linear systems, as residue() says or automatically",
    [SW_RESIDUE] = "use residue(); off: what is torn is chosen automatically",
    [SW_RELAX] = "relax linear systems: eliminate in the order that relax() gives",
    [SW_INLINE] = "discretise: add x = h*derx + oldx for every state, tear what is nonlinear",
};

SheetPlan sheet_plan(void)
{
    return (SheetPlan){.on = {[SW_SUB_EXPR] = true, [SW_SOLVE_LINEAR] = true, [SW_RESIDUE] = true}};
}

/* ---- The copy ---- */

/* An equation with the way to its owner: for each part of the path where that instance first
 * appears. */
typedef struct Placed {
    int eq;
    const int *way;
    int n;
} Placed;

/* Parts of an instance before the instance itself, siblings as they first appear. */
static int by_owner(const void *x, const void *y)
{
    const Placed *a = x, *b = y;
    for (int i = 0; i < a->n && i < b->n; i++)
        if (a->way[i] != b->way[i])
            return a->way[i] < b->way[i] ? -1 : 1;
    if (a->n != b->n)
        return a->n > b->n ? -1 : 1;
    return (a->eq > b->eq) - (a->eq < b->eq);
}

/* first: name of an instance -> place of its first equation + 1, entered if it is new. */
static void find_way(const Dae *d, Arena *a, Map *first, Placed *out)
{
    uint32_t number = d->eq.v[out->eq].owner;
    const char *owner = number ? name_text(d->ctx->names, d->owner.v[number]) : "";
    VEC(int) way = {0};
    for (size_t i = 0; owner[i]; i++) {
        if (owner[i + 1] && owner[i + 1] != '.')
            continue;
        Name prefix = name_cstr(d->ctx->names, arena_strndup(a, owner, i + 1));
        if (!map_get(first, prefix, 0))
            map_set(first, a, prefix, (uint32_t)out->eq + 1);
        vec_push(a, &way, (int)map_get(first, prefix, 0));
    }
    out->way = way.v;
    out->n = way.n;
}

static bool is_listed(const DaeEq *q)
{
    return !q->initial && q->kind <= EQ_ALGORITHM;
}

/* The equations in the order of the listing, then those that are not listed. */
static Placed *listing_order(const Dae *d, Arena *a, int *n)
{
    Map first = {0};
    Placed *p = ARENA_ARRAY(a, Placed, d->eq.n + 1);
    *n = 0;
    for (int k = 0; k < d->eq.n; k++) {
        if (!is_listed(&d->eq.v[k]) || d->eq.v[k].removed)
            continue;
        Placed *q = &p[(*n)++];
        *q = (Placed){.eq = k};
        bool same = *n > 1 && d->eq.v[k].owner == d->eq.v[q[-1].eq].owner;
        if (same)
            *q = (Placed){k, q[-1].way, q[-1].n};
        else
            find_way(d, a, &first, q);
    }
    qsort(p, (size_t)*n, sizeof *p, by_owner);
    for (int k = 0; k < d->eq.n; k++)
        if (!is_listed(&d->eq.v[k]) && !d->eq.v[k].removed)
            p[(*n)++] = (Placed){.eq = k};
    return p;
}

static int by_equation(const void *x, const void *y)
{
    const RelaxMark *a = x, *b = y;
    return a->eq != b->eq ? (a->eq > b->eq) - (a->eq < b->eq) : (a->of > b->of) - (a->of < b->of);
}

/* number: of the equations in the copy. */
static void copy_marks(Dae *d, const Dae *from, const int *number)
{
    int n = from->relax_mark.n;
    d->relax_mark.v = arena_copy(d->arena, from->relax_mark.v, (size_t)n * sizeof(RelaxMark));
    d->relax_mark.cap = n;
    for (int i = 0; i < n; i++)
        d->relax_mark.v[i].eq = number[d->relax_mark.v[i].eq];
    if (n)
        qsort(d->relax_mark.v, (size_t)n, sizeof(RelaxMark), by_equation);
}

/* Equations get new numbers. */
static void copy_equations(Dae *d, const Dae *from)
{
    Arena *a = d->arena;
    int n, *number = ARENA_ARRAY(a, int, from->eq.n + 1);
    const Placed *place = listing_order(from, a, &n);
    d->eq.v = ARENA_ARRAY(a, DaeEq, n);
    d->written.v = ARENA_ARRAY(a, WrittenOrder, n);
    d->eq.n = d->eq.cap = d->written.n = d->written.cap = n;
    for (int i = 0; i < n; i++) {
        DaeEq *q = &d->eq.v[i];
        *q = from->eq.v[place[i].eq];
        number[place[i].eq] = i;
        q->output = arena_copy(a, q->output, (size_t)q->noutputs * sizeof *q->output);
        q->body = q->body ? body_copy(a, q->body) : NULL;
    }
    for (int i = 0; i < from->written.n; i++)
        d->written.v[number[from->written.v[i].eq]] = from->written.v[i];
    d->hint.v = arena_copy(a, from->hint.v, (size_t)from->hint.n * sizeof *from->hint.v);
    d->hint.cap = d->hint.n;
    for (int i = 0; i < d->hint.n; i++)
        if (d->hint.v[i].eq >= 0)
            d->hint.v[i].eq = number[d->hint.v[i].eq];
    copy_marks(d, from, number);
}

/* What the user said of variables, as the passes understand it. */
static void apply_wishes(Dae *d, const Dae *from, const SheetPlan *plan)
{
    for (int i = 0; i < d->var.n; i++)
        d->var.v[i].select = SELECT_DEFAULT;
    for (int i = 0; i < plan->nwishes; i++) {
        DaeVar *v = &d->var.v[plan->wish[i].var];
        uint8_t wish = plan->wish[i].wish, kind = from->var.v[plan->wish[i].var].kind;
        if (kind < DV_INPUT || kind > DV_ALGEBRAIC || v->type != T_REAL)
            continue;
        v->select = wish == WISH_STATE     ? SELECT_ALWAYS
                    : wish == WISH_UNKNOWN ? SELECT_NEVER
                                           : SELECT_DEFAULT;
        v->kind = wish == WISH_KNOWN ? DV_INPUT : kind == DV_INPUT ? DV_ALGEBRAIC : kind;
    }
}

/* min and max of a variable tell which root is meant; in a listing its start value too. */
static bool range_of(void *arg, Expr e, double *lo, double *hi)
{
    Dae *d = arg;
    if (dae_range(d, e, lo, hi))
        return true;
    Expr start = expr_op(d->store, e) == EX_VAR ? d->var.v[var_number(d->store, e)].start : 0;
    double x = start ? expr_value(d->store, start, dae_parameter_values(d), NAN) : NAN;
    if (!d->policy->rules.principal || !(x > 0 || x < 0))
        return false;
    *lo = x > 0 ? 0 : -INFINITY;
    *hi = x > 0 ? INFINITY : 0;
    return true;
}

static Dae *copy_model(const Dae *from, Arena *a, const SheetPlan *plan)
{
    Dae *d = arena_copy(a, from, sizeof *d);
    d->arena = a;
    d->walk = NULL;
    d->value_room = d->nvalues;
    d->var.v = arena_copy(a, from->var.v, (size_t)from->var.n * sizeof *from->var.v);
    d->var.cap = d->var.n;
    copy_equations(d, from);
    apply_wishes(d, from, plan);
    bool declared = plan->only_wished;
    for (int i = 0; i < d->var.n; i++)
        declared = declared || d->var.v[i].select == SELECT_ALWAYS;
    Policy *policy = ARENA_NEW(a, Policy);
    *policy = (Policy){.only_wished = declared, .torn_stay = plan->on[SW_TEAR]};
    policy->rules = (SolveRules){.arg = d, .range = range_of, .principal = !plan->program};
    d->policy = policy;
    d->relax = plan->on[SW_RELAX] && !plan->on[SW_INLINE] ? RELAX_ON : RELAX_OFF;
    return d;
}

/* ---- What the passes left ---- */

VarList sheet_vars(const Sheet *s, Arena *a, int eq)
{
    ExprStore *st = s->d->store;
    const DaeEq *q = &s->d->eq.v[eq];
    Expr side[2] = {q->lhs, q->rhs};
    if (expr_type(st, q->lhs) == T_REAL && expr_type(st, q->rhs) == T_REAL)
        side[0] = side[1] = expr_sub(st, q->lhs, q->rhs);
    return expr_vars(st, a, 2, side);
}

/* Derivatives that occur in no equation are not missing. */
static void drop_absent(Sheet *s, Arena *a)
{
    Dae *d = s->d;
    bool *used = ARENA_ARRAY(a, bool, d->var.n);
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *q = &d->eq.v[k];
        if (!is_listed(q))
            continue;
        VarList in = q->kind == EQ_SCALAR ? sheet_vars(s, a, k) : (VarList){0};
        for (int i = 0; i < in.n; i++)
            used[in.var[i]] = true;
        for (int i = 0; i < q->noutputs; i++)
            if (q->output[i] != NONE)
                used[q->output[i]] = true;
    }
    for (int v = 0; v < d->var.n; v++)
        if (!used[v] && d->var.v[v].int_of != NONE && dae_is_unknown(&d->var.v[v]))
            d->var.v[v].kind = DV_AUXILIARY;
}

/* The order of a derivative is that of its equation, each derivative before its variable. */
static void find_orders(Sheet *s, Arena *a)
{
    Dae *d = s->d;
    s->neq = d->eq.n;
    WrittenOrder *order = ARENA_ARRAY(a, WrittenOrder, s->neq + 1);
    s->order = order;
    s->solved = ARENA_ARRAY(a, uint32_t, s->neq + 1);
    for (int k = 0; k < s->neq; k++) {
        s->solved[k] = NONE;
        if (k < d->written.n)
            order[k] = d->written.v[k];
        if (!d->eq.v[k].ndiff)
            continue;
        const WrittenOrder *from = &order[d->eq.v[k].source];
        order[k].var = ARENA_ARRAY(a, uint32_t, 2 * from->n);
        for (int i = 0; i < from->n; i++) {
            uint32_t v = from->var[i], dv = d->var.v[v].der_of;
            if (dv != NONE)
                order[k].var[order[k].n++] = map_get(&s->link, dv + 1, dv);
            order[k].var[order[k].n++] = v;
        }
    }
}

SheetVarKind sheet_kind(const Sheet *s, uint32_t v)
{
    const DaeVar *x = &s->d->var.v[v];
    bool ours = s->d->step.old && x->hidden; /* h, oldx */
    bool written = ours || (v < s->d->nscalar && s->scalar->var.v[v].kind == DV_INPUT);
    return x->alias != NONE                    ? SV_ALIAS
           : x->kind <= DV_PARAMETER           ? SV_KNOWN
           : x->kind == DV_INPUT               ? (written ? SV_KNOWN : SV_GIVEN)
           : x->kind == DV_STATE               ? SV_STATE
           : x->kind != DV_AUXILIARY           ? SV_UNKNOWN
           : s->first_aux && v >= s->first_aux ? SV_KNOWN
                                               : SV_ABSENT;
}

Expr sheet_value(const Sheet *s, uint32_t v)
{
    const DaeVar *x = &s->d->var.v[v];
    if (x->alias == NONE)
        return s->constant && v < s->first_aux ? s->constant[v] : 0;
    Expr e = expr_var(s->d->store, T_REAL, x->alias);
    return x->alias_sign < 0 ? expr_neg(s->d->store, e) : e;
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
static void warn_missing(Dae *d)
{
    Missing m = {d, NULL};
    for (int i = 0; i < d->eq.n; i++) {
        if (!d->eq.v[i].ndiff)
            continue;
        expr_visit(d->store, d->eq.v[i].lhs, note_missing, &m);
        expr_visit(d->store, d->eq.v[i].rhs, note_missing, &m);
    }
    const char *name = m.f ? name_text(d->ctx->names, m.f->name) : "";
    if (m.f)
        diag_warning(
            d->ctx->diags, m.f->span,
            "the function `%s`, the derivative of `%.*s`, is needed to run this; it is not "
            "defined",
            name, (int)strlen(name) - 3, name);
}

/* ---- Names ---- */

/* Name -> number + 1 of the model's variables. */
static Map names_of(Dae *d, Arena *a)
{
    Map map = {0};
    Buf text = {0};
    for (uint32_t v = d->nflat; v-- > 0;) {
        buf_clear(&text);
        dae_var_name(d, v, &text);
        map_set(&map, a, name_cstr(d->ctx->names, buf_text(&text)), v + 1);
    }
    buf_free(&text);
    return map;
}

static uint32_t find_plain(Dae *d, const Map *names, const char *name)
{
    return map_get(names, name_cstr(d->ctx->names, name), 0) - 1;
}

static uint32_t find_name(Dae *d, Arena *a, const Map *names, const char *name);

/* C1.u for `C1.deru` and `der(C1.u)`. */
static uint32_t find_integral(Dae *d, Arena *a, const Map *names, const char *name)
{
    const char *dot = strrchr(name, '.'), *last = dot ? dot + 1 : name;
    size_t n = strlen(name);
    char *text = arena_strdup(a, name);
    if (!strncmp(name, "der(", 4) && name[n - 1] == ')')
        text[n - 1] = 0, text += 4;
    else if (!strncmp(last, "der", 3) && last[3])
        memmove(text + (last - name), last + 3, strlen(last + 3) + 1);
    else
        return NONE;
    return find_name(d, a, names, text);
}

static uint32_t find_name(Dae *d, Arena *a, const Map *names, const char *name)
{
    const char *model = name_text(d->ctx->names, d->name);
    size_t n = strlen(model);
    uint32_t v = find_plain(d, names, name);
    if (v == NONE && !strncmp(name, model, n) && name[n] == '.')
        v = find_plain(d, names, name + n + 1);
    uint32_t x = v == NONE ? find_integral(d, a, names, name) : NONE;
    return x == NONE ? v : d->var.v[x].der_of;
}

uint32_t sheet_find(Dae *d, const char *name)
{
    Arena *a = arena_new();
    Map names = names_of(d, a);
    uint32_t v = find_name(d, a, &names, name);
    arena_free(a);
    return v;
}

/* ---- For writers ---- */

static void list_roles(Sheet *s, Arena *a)
{
    NumberList parameter = {0}, state = {0}, input = {0}, output = {0};
    s->rank = ARENA_ARRAY(a, uint32_t, s->nvars);
    for (uint32_t v = 0; v < s->nvars; v++) {
        const DaeVar *x = &s->d->var.v[v];
        SheetVarKind kind = sheet_kind(s, v);
        s->rank[v] = SHEET_NO_RANK + v;
        if (x->kind <= DV_PARAMETER && v < s->d->nflat)
            vec_push(a, &parameter, v);
        if (kind == SV_STATE)
            vec_push(a, &state, v);
        if (x->kind == DV_INPUT && kind == SV_KNOWN && !x->hidden)
            vec_push(a, &input, v);
        if (x->top_output)
            vec_push(a, &output, v);
    }
    s->parameter = parameter.v, s->nparameters = parameter.n;
    s->state = state.v, s->nstates = state.n;
    if (s->d->step.old)
        s->state = s->d->state, s->nstates = s->d->nstates;
    s->input = input.v, s->ninputs = input.n;
    s->output = output.v, s->noutputs = output.n;
}

/* ---- Names that the model has taken ---- */

/* The number in Q101 or V101; 0: it is not such a name. */
static uint32_t number_in(const char *name)
{
    char *end;
    if ((*name != 'Q' && *name != 'V') || name[1] < '0' || name[1] > '9')
        return 0;
    unsigned long n = strtoul(name + 1, &end, 10);
    return *end || n > 999999999 ? 0 : (uint32_t)n;
}

/* Names of our own avoid the model's: Q102 if there is a Q101, der(u) if there is a deru, h1 if
 * there is an h. */
static void avoid_names(Sheet *s)
{
    Dae *d = s->d;
    Arena *a = arena_new();
    Map names = names_of(d, a);
    Buf text = {0};
    s->first_q = 101;
    for (uint32_t v = 0; v < d->nflat; v++) {
        buf_clear(&text);
        dae_var_name(d, v, &text);
        uint32_t n = number_in(buf_text(&text));
        s->first_q = n >= s->first_q ? n + 1 : s->first_q;
        s->der_taken = s->der_taken || find_integral(d, a, &names, buf_text(&text)) != NONE;
        const char *dot = strrchr(buf_text(&text), '.'), *last = dot ? dot + 1 : buf_text(&text);
        s->old_taken = s->old_taken || (!strncmp(last, "old", 3) && last[3]);
    }
    snprintf(s->h_name, sizeof s->h_name, "h");
    for (int i = 1; find_plain(d, &names, s->h_name) != NONE; i++)
        snprintf(s->h_name, sizeof s->h_name, "h%d", i);
    buf_free(&text);
    arena_free(a);
}

/* ---- Making ---- */

/* ---- Differentiation ---- */

/* der(x) = v, which was a link of a chain while equations were differentiated (DS-15), is an
 * equation of the listing again. */
static void put_back(Sheet *s, DaeEq *eq, const DaeEq *was)
{
    Dae *d = s->d;
    Expr side[2] = {was->lhs, was->rhs};
    *eq = *was;
    for (int i = 0; i < 2; i++) {
        uint32_t dx = var_number(d->store, side[i]), v = d->var.v[dx].alias;
        if (v == NONE)
            continue;
        uint32_t x = d->var.v[dx].int_of;
        map_set(&s->link, d->arena, dx + 1, v);
        d->var.v[dx].alias = NONE;
        d->var.v[x].der_of = dx;
        d->var.v[v].int_of = NONE;
        d->var.v[dx].kind = d->var.v[x].kind == DV_STATE ? DV_DERIVATIVE : DV_ALGEBRAIC;
        if (d->var.v[v].kind == DV_DERIVATIVE)
            d->var.v[v].kind = DV_ALGEBRAIC;
    }
}

static bool differentiate(Sheet *s)
{
    Dae *d = s->d;
    int n = d->eq.n;
    DaeEq *was = arena_copy(d->arena, d->eq.v, (size_t)n * sizeof *was);
    if (!dae_index(d) || !dae_states(d))
        return false;
    for (int k = 0; k < n; k++)
        if (d->eq.v[k].removed && !was[k].removed && was[k].kind == EQ_SCALAR &&
            expr_op(d->store, was[k].lhs) == EX_VAR && expr_op(d->store, was[k].rhs) == EX_VAR)
            put_back(s, &d->eq.v[k], &was[k]);
    return true;
}

/* The passes in the order of the papers: what is to be seen is differentiated as it is written, and
 * eliminated then. */
static bool run_passes(Sheet *s)
{
    Dae *d = s->d;
    bool eliminate = s->plan.on[SW_ELIMINATE];
    if (s->plan.apart)
        calls_apart(d);
    if (s->plan.by_value && !(dae_fold(d) && (!eliminate || dae_alias(d)) && dae_exact(d)))
        return false;
    if (s->plan.differentiate && !differentiate(s))
        return false;
    s->differentiated = s->plan.differentiate;
    if (s->differentiated)
        warn_missing(d);
    else
        settle_listed(d, false);
    drop_absent(s, d->arena);
    return !eliminate || dae_alias(d);
}

Sheet *sheet_make(Dae *scalar, Arena *a, const SheetPlan *plan)
{
    Sheet *s = ARENA_NEW(a, Sheet);
    s->scalar = scalar;
    s->plan = *plan;
    s->d = copy_model(scalar, a, plan);
    avoid_names(s);
    if (!run_passes(s))
        return NULL;
    find_orders(s, a);
    bool sorted = plan->partition || plan->on[SW_INLINE]; /* discretised by what comes out */
    if (sorted && !sheet_partition(s, a))
        return NULL;
    if (s->singular && scalar->clocked) {
        diag_error(
            scalar->ctx->diags, (Span){0},
            "the model has clocks, and what holds at their ticks only cannot be sorted with the "
            "equations as they are written; `kron structure` shows it, `kron simulate` runs it");
        return NULL;
    }
    s->first_aux = (uint32_t)s->d->var.n;
    if (sorted && plan->solve && !s->singular && !sheet_solve(s, a))
        return NULL;
    s->nvars = (uint32_t)s->d->var.n;
    list_roles(s, a);
    return s;
}

/* ---- For users ---- */

void sheet_names(Dae *d, void (*offer)(void *arg, const char *name), void *arg)
{
    Buf text = {0};
    for (uint32_t v = 0; v < d->nscalar; v++) {
        const DaeVar *x = &d->var.v[v];
        if (v >= d->nflat && x->int_of == NONE)
            continue;
        buf_clear(&text);
        dae_var_name(d, v, &text);
        offer(arg, buf_text(&text));
    }
    buf_free(&text);
}

/* Whether the equations can be sorted by the plan; if they are not differentiated also whether the
 * states are those that are wished. */
static bool is_plan_good(Dae *d, Arena *a, SheetPlan plan)
{
    const struct SheetWishFor *wish = plan.wish;
    int nstates = plan.nwishes, mark = diags_mark(d->ctx->diags);
    plan.nwishes = plan.differentiate ? nstates : 0;
    Sheet *s = sheet_make(d, a, &plan);
    bool good = s && !s->singular && s->nstates == nstates;
    for (int i = 0; good && i < nstates; i++)
        good = sheet_kind(s, wish[i].var) == SV_STATE;
    diags_rollback(d->ctx->diags, mark);
    return good;
}

bool sheet_automatic(Dae *d, Arena *a, SheetPlan *plan, int nstates, const char *const *state)
{
    *plan = sheet_plan();
    plan->on[SW_ELIMINATE] = plan->on[SW_MATRIX] = plan->partition = plan->lenient = true;
    plan->on[SW_RELAX] = d->relax != RELAX_OFF && d->relax_mark.n;
    plan->wish = ARENA_ARRAY(a, struct SheetWishFor, nstates);
    Map names = names_of(d, a);
    for (int i = 0; i < nstates; i++) {
        uint32_t v = find_name(d, a, &names, state[i]);
        if (v == NONE) {
            diag_error(d->ctx->diags, (Span){0}, "the state `%s` has no name on the sheet",
                       state[i]);
            return false;
        }
        plan->wish[plan->nwishes++] = (struct SheetWishFor){v, WISH_STATE};
    }
    /* As it is written, with the values of parameters, and both differentiated. */
    for (int way = 0; way < 4; way++) {
        plan->by_value = way & 1;
        plan->differentiate = plan->only_wished = way & 2;
        if (is_plan_good(d, a, *plan))
            break;
    }
    plan->solve = true;
    if (!plan->differentiate)
        plan->nwishes = 0;
    return true;
}
