/* sheet.c - a sheet from the scalar model: equations by owner, what variables are, names.
 *
 * Order of the equations as the papers list them: those of submodels before those of the model
 * around them, connections last. Near-linear. */
#include "dae/sheet_internal.h"

#include <stdlib.h>

const SheetSwitchInfo sheet_switches[SW_COUNT] = {
    [SW_ELIMINATE] = {"Eliminate", false, "replace aliases a = b by one variable"},
    [SW_SUB_EXPR] = {"SubExpr", true, "auxiliary variables Q101, ... for common subexpressions"},
    [SW_EVALUATE] = {"EvaluateExpr", false,
                     "replace constants by their values and drop what is not needed"},
    [SW_SOLVE_LINEAR] = {"SolveLinearSyst", true, "solve linear systems symbolically"},
    [SW_MATRIX] = {"MatrixExpr", false, "write linear systems as A(i,j) and b(i)"},
    [SW_INCIDENCE] = {"Incidence", false, "show the incidence matrix of systems"},
    [SW_TEAR] = {"tear", false, "tear linear systems, as residue() says or automatically"},
    [SW_RESIDUE] = {"residue", true, "use residue(); off: what is torn is chosen automatically"},
    [SW_RELAX] = {"relax", false, "use relax() for elimination"},
};

SheetPlan sheet_plan(void)
{
    SheetPlan p = {0};
    for (int i = 0; i < SW_COUNT; i++)
        p.on[i] = sheet_switches[i].initial;
    return p;
}

/* ---- Variables ---- */

static void know_vars(SheetWork *w)
{
    Sheet *s = w->s;
    uint32_t n = (uint32_t)w->d->var.n;
    if (n > w->room) {
        w->room = n + n / 2 + 16;
        uint8_t *kind = ARENA_ARRAY(w->a, uint8_t, w->room);
        Expr *value = ARENA_ARRAY(w->a, Expr, w->room);
        if (s->nvars) {
            memcpy(kind, s->kind, s->nvars);
            memcpy(value, s->value, s->nvars * sizeof *value);
        }
        s->kind = kind;
        s->value = value;
    }
    for (; s->nvars < n; s->nvars++)
        s->kind[s->nvars] = SV_ABSENT;
}

uint32_t sheet_new_var(SheetWork *w, DaeVarKind kind, SheetVarKind as)
{
    uint32_t v = dae_new_var(w->d, T_REAL, kind);
    know_vars(w);
    w->s->kind[v] = (uint8_t)as;
    vec_push(w->a, &w->der, 0u);
    vec_push(w->a, &w->of, 0u);
    return v;
}

void sheet_drop_vars(SheetWork *w, int nvars)
{
    w->d->var.n = w->der.n = w->of.n = nvars;
    w->s->nvars = (uint32_t)nvars;
}

uint32_t sheet_derivative(SheetWork *w, uint32_t x)
{
    if (!w->der.v[x]) {
        uint32_t dx = sheet_new_var(w, DV_DERIVATIVE, SV_UNKNOWN);
        w->d->var.v[dx].int_of = x + 1;
        w->d->var.v[dx].span = w->d->var.v[x].span;
        w->der.v[x] = dx;
        w->of.v[dx] = x + 1;
    }
    return w->der.v[x];
}

static bool is_continuous(const DaeVar *v)
{
    return v->kind >= DV_INPUT && v->kind <= DV_ALGEBRAIC && v->type == T_REAL;
}

static void classify(SheetWork *w)
{
    Sheet *s = w->s;
    Dae *d = w->d;
    for (uint32_t i = 0; i < d->nscalar; i++) {
        const DaeVar *v = &d->var.v[i];
        s->kind[i] = v->kind <= DV_INPUT ? SV_KNOWN : v->kind == DV_STATE ? SV_STATE : SV_UNKNOWN;
    }
    w->wish = ARENA_ARRAY(w->a, uint8_t, d->nscalar + 1);
    for (int i = 0; i < s->plan.nwishes; i++) {
        uint32_t v = s->plan.wish[i].var;
        w->wish[v] = s->plan.wish[i].wish;
        if (is_continuous(&d->var.v[v]))
            s->kind[v] = s->plan.wish[i].wish == WISH_UNKNOWN ? SV_UNKNOWN
                         : s->plan.wish[i].wish == WISH_KNOWN ? SV_KNOWN
                                                              : SV_STATE;
    }
}

/* ---- Equations ---- */

static SheetEq *add_eq(SheetWork *w, int k)
{
    const DaeEq *q = &w->d->eq.v[k];
    SheetEq *e = vec_add(w->a, &w->s->eq);
    *e = (SheetEq){.eq = k, .owner = q->owner, .solved = NO_ALIAS};
    if (q->kind == EQ_SCALAR) {
        e->lhs = q->lhs;
        e->rhs = q->rhs;
    }
    return e;
}

/* The name of an owner; "" for the model. */
static const char *owner_text(const Dae *d, uint32_t owner)
{
    return owner ? name_text(d->ctx->names, d->owner.v[owner]) : "";
}

/* An equation with the way to its owner: for each part of the path where that instance first
 * appears. */
typedef struct Placed {
    SheetEq eq;
    int place;
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
    return (a->place > b->place) - (a->place < b->place);
}

/* first: name of an instance -> place of its first equation + 1, entered if it is new. */
static void find_way(SheetWork *w, Map *first, const char *owner, Placed *out)
{
    VEC(int) way = {0};
    for (size_t i = 0; owner[i]; i++) {
        if (owner[i + 1] && owner[i + 1] != '.')
            continue;
        Name prefix = name_cstr(w->d->ctx->names, arena_strndup(w->a, owner, i + 1));
        if (!map_get(first, prefix, 0))
            map_set(first, w->a, prefix, (uint32_t)out->place + 1);
        vec_push(w->a, &way, (int)map_get(first, prefix, 0));
    }
    out->way = way.v;
    out->n = way.n;
}

static void sort_by_owner(SheetWork *w)
{
    Sheet *s = w->s;
    Map first = {0};
    Placed *p = ARENA_ARRAY(w->a, Placed, s->eq.n);
    for (int i = 0; i < s->eq.n; i++) {
        p[i] = (Placed){.eq = s->eq.v[i], .place = i};
        bool same = i && s->eq.v[i].owner == s->eq.v[i - 1].owner;
        if (same) {
            p[i].way = p[i - 1].way;
            p[i].n = p[i - 1].n;
        } else {
            find_way(w, &first, owner_text(w->d, s->eq.v[i].owner), &p[i]);
        }
    }
    qsort(p, (size_t)s->eq.n, sizeof *p, by_owner);
    for (int i = 0; i < s->eq.n; i++)
        s->eq.v[i] = p[i].eq;
}

static void add_equations(SheetWork *w)
{
    Dae *d = w->d;
    int at = 0;
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *q = &d->eq.v[k];
        if (q->initial || q->removed || q->kind > EQ_ALGORITHM)
            continue;
        SheetEq *e = add_eq(w, k);
        while (at < d->written.n && d->written.v[at].eq < k)
            at++;
        if (at < d->written.n && d->written.v[at].eq == k) {
            e->norder = d->written.v[at].n;
            e->order = d->written.v[at].var;
        }
    }
    if (w->s->eq.n)
        sort_by_owner(w);
    w->s->noriginal = w->s->eq.n;
}

/* ---- Unknowns of equations ---- */

uint32_t sheet_root(const Sheet *s, uint32_t v)
{
    Expr x = s->kind[v] == SV_ALIAS ? s->value[v] : 0;
    if (x && expr_op(s->d->store, x) == EX_NEG)
        x = expr_arg(s->d->store, x, 0);
    return x && expr_op(s->d->store, x) == EX_VAR ? sheet_var(s, x) : v;
}

static void note_unknown(Sheet *s, Arena *a, uint32_t v, NumberList *out)
{
    v = sheet_root(s, v);
    if (s->kind[v] != SV_UNKNOWN)
        return;
    for (int i = 0; i < out->n; i++)
        if (out->v[i] == v)
            return;
    vec_push(a, out, v);
}

VarList sheet_vars(const Sheet *s, Arena *a, const SheetEq *e)
{
    ExprStore *st = s->d->store;
    Expr side[2] = {e->lhs, e->rhs};
    if (expr_type(st, e->lhs) == T_REAL && expr_type(st, e->rhs) == T_REAL)
        side[0] = side[1] = expr_sub(st, e->lhs, e->rhs);
    return expr_vars(st, a, 2, side);
}

void sheet_unknowns(Sheet *s, Arena *a, const SheetEq *e, NumberList *out)
{
    const DaeEq *q = e->eq >= 0 ? &s->d->eq.v[e->eq] : NULL;
    out->n = 0;
    if (q && q->kind != EQ_SCALAR) {
        for (int i = 0; i < q->noutputs; i++)
            if (q->output[i] != NO_ALIAS)
                note_unknown(s, a, q->output[i], out);
        return;
    }
    VarList in = sheet_vars(s, a, e);
    for (int i = 0; i < e->norder; i++) {
        uint32_t v = sheet_root(s, e->order[i]);
        int lo = 0, hi = in.n; /* only what is still there */
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            if (in.var[mid] < v)
                lo = mid + 1;
            else
                hi = mid;
        }
        if (lo < in.n && in.var[lo] == v)
            note_unknown(s, a, v, out);
    }
    for (int i = 0; i < in.n; i++)
        note_unknown(s, a, in.var[i], out);
}

static Expr replace_leaf(void *arg, Expr e)
{
    Sheet *s = arg;
    if (expr_op(s->d->store, e) != EX_VAR)
        return e;
    Expr v = s->value[sheet_var(s, e)];
    return v ? v : e;
}

Expr sheet_replace(Sheet *s, Expr e)
{
    return e ? expr_replace(s->d->store, e, replace_leaf, s) : 0;
}

/* ---- For writers ---- */

static uint32_t find_derivative(Dae *d, const char *name);

/* Whether there is a u beside deru. */
static bool has_twin(SheetWork *w, const char *name, size_t prefix)
{
    char *twin = arena_strdup(w->a, name);
    memmove(twin + prefix, name + prefix + 3, strlen(name + prefix + 3) + 1);
    return sheet_find(w->d, twin) != NO_ALIAS;
}

static uint32_t *list_vars(SheetWork *w, int *n, bool (*wanted)(const Sheet *s, uint32_t v))
{
    NumberList l = {0};
    for (uint32_t v = 0; v < (uint32_t)w->d->var.n; v++)
        if (wanted(w->s, v))
            vec_push(w->a, &l, v);
    *n = l.n;
    return l.v;
}

static bool is_parameter(const Sheet *s, uint32_t v)
{
    return s->d->var.v[v].kind <= DV_PARAMETER && v < s->d->nflat;
}

static bool is_state(const Sheet *s, uint32_t v)
{
    return s->kind[v] == SV_STATE;
}

static bool is_input(const Sheet *s, uint32_t v)
{
    return s->d->var.v[v].kind == DV_INPUT && s->kind[v] == SV_KNOWN;
}

static bool is_output(const Sheet *s, uint32_t v)
{
    return s->d->var.v[v].top_output;
}

static void list_roles(SheetWork *w)
{
    Sheet *s = w->s;
    s->parameter = list_vars(w, &s->nparameters, is_parameter);
    s->state = list_vars(w, &s->nstates, is_state);
    s->input = list_vars(w, &s->ninputs, is_input);
    s->output = list_vars(w, &s->noutputs, is_output);
}

/* ---- Names that the model has taken ---- */

/* The number in Q101 or V101; 0: it is not such a name. */
static uint32_t number_in(const char *name)
{
    const char *at = name + 1;
    uint32_t n = 0;
    if ((*name != 'Q' && *name != 'V') || *at < '0' || *at > '9')
        return 0;
    for (; *at >= '0' && *at <= '9' && n < 100000000; at++)
        n = 10 * n + (uint32_t)(*at - '0');
    return *at ? 0 : n;
}

/* Names of our own avoid the model's: Q102 if there is a Q101, der(u) if there is a deru. */
static void avoid_names(SheetWork *w)
{
    Dae *d = w->d;
    Buf text = {0};
    w->s->first_q = 101;
    for (uint32_t v = 0; v < d->nflat; v++) {
        buf_clear(&text);
        dae_var_name(d, v, &text);
        const char *name = buf_text(&text), *dot = strrchr(name, '.'), *last = dot ? dot + 1 : name;
        uint32_t n = number_in(name);
        w->s->first_q = n >= w->s->first_q ? n + 1 : w->s->first_q;
        if (!strncmp(last, "der", 3) && last[3] && !w->s->der_taken)
            w->s->der_taken =
                find_derivative(d, name) != NO_ALIAS || has_twin(w, name, (size_t)(last - name));
    }
    buf_free(&text);
}

/* ---- Making ---- */

/* What is unknown but occurs in no equation is not shown as missing. */
static void drop_absent(SheetWork *w)
{
    Sheet *s = w->s;
    bool *used = ARENA_ARRAY(w->a, bool, w->d->var.n);
    NumberList in = {0};
    for (int i = 0; i < s->eq.n; i++) {
        sheet_unknowns(s, w->a, &s->eq.v[i], &in);
        for (int k = 0; k < in.n; k++)
            used[in.v[k]] = true;
    }
    for (uint32_t v = 0; v < (uint32_t)w->d->var.n; v++)
        if (s->kind[v] == SV_UNKNOWN && !used[v] && w->of.v[v])
            s->kind[v] = SV_ABSENT;
}

Sheet *sheet_make(Dae *d, Arena *a, const SheetPlan *plan)
{
    if (plan->on[SW_RELAX]) {
        diag_error(d->ctx->diags, (Span){0},
                   "`relax` is not supported yet: relax(x) is x; `set relax off`");
        return NULL;
    }
    Sheet *s = ARENA_NEW(a, Sheet);
    SheetWork w = {.s = s, .d = d, .a = a};
    s->d = d;
    s->plan = *plan;
    d->var.n = (int)d->nscalar;
    know_vars(&w);
    for (uint32_t i = 0; i < d->nscalar; i++) {
        vec_push(a, &w.der, d->var.v[i].der_of);
        vec_push(a, &w.of, d->var.v[i].int_of);
    }
    classify(&w);
    avoid_names(&w);
    add_equations(&w);
    if (plan->differentiate && !sheet_differentiate(&w))
        return NULL;
    drop_absent(&w);
    if (plan->on[SW_ELIMINATE])
        sheet_eliminate(&w);
    if (plan->partition && !sheet_partition(&w))
        return NULL;
    s->first_aux = (uint32_t)d->var.n;
    if (plan->partition && plan->solve && !s->singular && !sheet_solve(&w))
        return NULL;
    list_roles(&w);
    s->rank = ARENA_ARRAY(a, uint32_t, s->nvars);
    for (uint32_t v = 0; v < s->nvars; v++)
        s->rank[v] = SHEET_NO_RANK + v;
    return s;
}

/* ---- Names ---- */

static bool has_name(Dae *d, uint32_t v, const char *name, Buf *text)
{
    buf_clear(text);
    dae_var_name(d, v, text);
    return !strcmp(buf_text(text), name);
}

static uint32_t find_plain(Dae *d, const char *name)
{
    Buf text = {0};
    uint32_t found = NO_ALIAS;
    for (uint32_t v = 0; v < d->nflat && found == NO_ALIAS; v++)
        if (has_name(d, v, name, &text))
            found = v;
    buf_free(&text);
    return found;
}

/* `C1.deru` as der(C1.u). */
static uint32_t find_derivative(Dae *d, const char *name)
{
    const char *dot = strrchr(name, '.'), *last = dot ? dot + 1 : name;
    uint32_t x = NO_ALIAS;
    char *text = arena_strdup(d->arena, name);
    size_t n = strlen(name);
    if (!strncmp(name, "der(", 4) && name[n - 1] == ')') {
        text[n - 1] = 0;
        x = sheet_find(d, text + 4);
    } else if (!strncmp(last, "der", 3) && last[3]) {
        memmove(text + (last - name), last + 3, strlen(last + 3) + 1);
        x = sheet_find(d, text);
    }
    return x != NO_ALIAS && d->var.v[x].der_of ? d->var.v[x].der_of : NO_ALIAS;
}

uint32_t sheet_find(Dae *d, const char *name)
{
    const char *model = name_text(d->ctx->names, d->name);
    size_t n = strlen(model);
    uint32_t v = find_plain(d, name);
    if (v == NO_ALIAS && !strncmp(name, model, n) && name[n] == '.')
        v = find_plain(d, name + n + 1);
    return v == NO_ALIAS ? find_derivative(d, name) : v;
}

void sheet_names(Dae *d, void (*offer)(void *arg, const char *name), void *arg)
{
    Buf text = {0};
    for (uint32_t v = 0; v < d->nscalar; v++) {
        const DaeVar *x = &d->var.v[v];
        if (v >= d->nflat && !x->int_of)
            continue;
        buf_clear(&text);
        dae_var_name(d, v, &text);
        offer(arg, buf_text(&text));
    }
    buf_free(&text);
}

/* Names of the model's variables, for many look-ups. */
static Map names_of(Dae *d, Arena *a)
{
    Map map = {0};
    Buf text = {0};
    for (uint32_t v = 0; v < d->nflat; v++) {
        buf_clear(&text);
        dae_var_name(d, v, &text);
        map_set(&map, a, name_cstr(d->ctx->names, buf_text(&text)), v + 1);
    }
    buf_free(&text);
    return map;
}

bool sheet_automatic(Dae *d, Arena *a, SheetPlan *plan, int nstates, const char *const *state)
{
    *plan = sheet_plan();
    plan->on[SW_ELIMINATE] = plan->on[SW_MATRIX] = plan->partition = plan->lenient = true;
    Sheet *s = sheet_make(d, a, plan);
    if (!s)
        return false;
    plan->solve = true;
    bool same = !s->singular && s->nstates == nstates;
    plan->wish = ARENA_ARRAY(a, struct SheetWishFor, nstates);
    Map names = names_of(d, a);
    for (int i = 0; i < nstates; i++) {
        uint32_t v = map_get(&names, name_cstr(d->ctx->names, state[i]), 0);
        v = v ? v - 1 : sheet_find(d, state[i]);
        if (v == NO_ALIAS) {
            diag_error(d->ctx->diags, (Span){0}, "the state `%s` has no name on the sheet",
                       state[i]);
            return false;
        }
        same = same && s->kind[v] == SV_STATE;
        plan->wish[plan->nwishes++] = (struct SheetWishFor){v, WISH_STATE};
    }
    if (same)
        plan->nwishes = 0;
    else
        plan->differentiate = plan->only_wished = true;
    return true;
}
