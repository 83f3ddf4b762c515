/* calls.c - the pass `calls`: calls and algorithms that cannot stay whole are taken apart.
 *
 * An object computes its outputs from its inputs. Where the equations determine an input of a call
 * instead, the output becomes an equation of its own, x = the result picked from the call, which
 * can be solved for anything. The same is done, before anything is sorted, where an output would
 * have to be iterated: objects form a loop without any other unknown, or the model asks for it.
 * Only models with objects are treated; one matching for each object that is split. */
#include "base/die.h"
#include "dae/problem.h"

/* ---- One output ---- */

/* A variable, or all elements of an array, that an algorithm assigns under other numbers. */
typedef struct Rename {
    Dae *d;
    uint32_t from, n, to;
} Rename;

static Expr rename_leaf(void *arg, Expr e)
{
    Rename *r = arg;
    const ExprNode *n = expr_node(r->d->store, e);
    bool inside = n->payload >= r->from && n->payload - r->from < r->n;
    uint64_t payload = n->payload - r->from + r->to;
    if (n->op == EX_VAR && inside)
        return expr_var(r->d->store, n->type, (uint32_t)payload);
    if (n->op == EX_ARRVAR && inside)
        return expr_make(r->d->store, EX_ARRVAR, n->type, n->flags, payload, 0, NULL);
    return e;
}

static Expr widen_leaf(void *arg, Expr e)
{
    Rename *r = arg;
    const ExprNode *n = expr_node(r->d->store, e);
    if (n->op != EX_ARRVAR)
        return e;
    uint32_t first = (uint32_t)n->payload, end = r->from + r->n;
    uint32_t last = first + (uint32_t)type_elements(expr_types(r->d->store), n->type);
    if (first >= end || last <= r->from)
        return e;
    r->from = first < r->from ? first : r->from;
    r->n = (last > end ? last : end) - r->from;
    return e;
}

/* Takes in the arrays whose elements are chosen during the run. */
static void widen_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    (void)stmt;
    (void)role;
    expr_replace(((Rename *)arg)->d->store, *slot, widen_leaf, arg);
}

static void rename_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Rename *r = arg;
    (void)stmt;
    (void)role;
    *slot = expr_replace(r->d->store, *slot, rename_leaf, r);
}

/* Output number `output` (of all scalars) of a call, alone. */
static Expr pick_output(Dae *d, Expr call, int output)
{
    const TypeTable *types = expr_types(d->store);
    Type t = expr_type(d->store, call), scalar = type_scalar(types, t);
    uint64_t which = 0;
    if (type_info(types, t)->base == TY_TUPLE) {
        const RecordInfo *results = type_record_info(types, scalar);
        while (output >= type_elements(types, results->type[which]))
            output -= (int)type_elements(types, results->type[which++]);
        scalar = type_scalar(types, results->type[which]);
    }
    return expr_make(d->store, EX_PICK, scalar, 0, which << 32 | (uint32_t)output, 1, &call);
}

static void add_result(Dae *d, int k, uint32_t x, Expr value)
{
    DaeEq *eq = vec_add(d->arena, &d->eq);
    *eq = DAE_EQ(.kind = EQ_SCALAR, .span = d->eq.v[k].span, .owner = d->eq.v[k].owner,
                 .initial = d->eq.v[k].initial);
    eq->source = (EqId)k;
    eq->discrete = is_mode_var(&d->var.v[x]);
    eq->lhs = expr_var(d->store, d->var.v[x].type, x);
    eq->rhs = value;
}

/* A hidden variable that an algorithm computes instead of x; at the start only if it is one of the
 * start. */
static uint32_t add_hidden(Dae *d, int k, uint32_t x)
{
    DaeVarKind kind = d->eq.v[k].initial ? DV_PARAMETER : (DaeVarKind)d->var.v[x].kind;
    uint32_t h = dae_new_var(d, d->var.v[x].type, kind);
    d->var.v[h].hidden = true;
    d->var.v[h].span = d->var.v[x].span;
    d->var.v[h].meaning = expr_var(d->store, d->var.v[x].type, x);
    return h;
}

/* Elements of a renamed array that the algorithm only reads are copied at its beginning. */
static void copy_read(Dae *d, int k, uint32_t x, uint32_t h)
{
    DaeEq *eq = &d->eq.v[k];
    Func *body = body_copy(d->arena, eq->body);
    Expr target = expr_var(d->store, d->var.v[x].type, h);
    Stmt *copy = ARENA_NEW(d->arena, Stmt), **all = ARENA_ARRAY(d->arena, Stmt *, body->nbody + 1);
    *copy = (Stmt){.kind = ST_ASSIGN, .span = eq->span, .ntargets = 1};
    copy->target = arena_copy(d->arena, &target, sizeof target);
    copy->value = expr_var(d->store, d->var.v[x].type, x);
    all[0] = copy;
    memcpy(all + 1, body->body, (size_t)body->nbody * sizeof *all);
    body->body = all;
    body->nbody++;
    eq->body = body;
    uint32_t *output = ARENA_ARRAY(d->arena, uint32_t, eq->noutputs + 1);
    memcpy(output, eq->output, (size_t)eq->noutputs * sizeof *output);
    output[eq->noutputs++] = h;
    eq->output = output;
}

/* x = h, the algorithm computing the hidden variable h instead of x. If x is an element of an array
 * of which the algorithm assigns elements that are chosen during the run, the same is done for all
 * of them. */
static void rename_output(Dae *d, int k, uint32_t x)
{
    Rename r = {d, x, 1, 0};
    for (uint32_t before = 0; before < r.n;) {
        before = r.n;
        body_slots(d->eq.v[k].body, widen_slot, &r);
    }
    r.to = (uint32_t)d->var.n;
    for (uint32_t i = 0; i < r.n; i++)
        add_hidden(d, k, r.from + i);
    body_slots(d->eq.v[k].body, rename_slot, &r);
    for (uint32_t i = 0; i < r.n; i++) {
        int at = 0;
        while (at < d->eq.v[k].noutputs && d->eq.v[k].output[at] != r.from + i)
            at++;
        if (at == d->eq.v[k].noutputs) {
            copy_read(d, k, r.from + i, r.to + i);
            continue;
        }
        d->eq.v[k].output[at] = r.to + i;
        add_result(d, k, r.from + i, expr_var(d->store, d->var.v[r.from + i].type, r.to + i));
    }
}

/* Calls: x = the output picked from the call. Algorithms: see above. */
void call_split(Dae *d, int k, int output)
{
    uint32_t x = d->eq.v[k].output[output];
    if (d->eq.v[k].kind != EQ_CALL) { /* the algorithm itself, if this is its form at the start */
        rename_output(d, d->eq.v[k].form_of ? d->eq.v[k].form_of - 1 : k, x);
        return;
    }
    Expr value = pick_output(d, d->eq.v[k].rhs, output);
    d->eq.v[k].output[output] = NONE;
    add_result(d, k, x, value);
}

/* ---- Inputs that are solved for ---- */

bool calls_split_reversed(const Problem *p)
{
    bool any = false;
    for (int r = 0; r < p->row.n; r++) {
        const Row *row = &p->row.v[r];
        if (row->kind != ROW_OBJECT || p->row_col[r] < 0 ||
            p->col.v[p->row_col[r]] == p->d->eq.v[row->eq].output[row->output])
            continue;
        call_split(p->d, row->eq, row->output);
        any = true;
    }
    return any;
}

void problem_open_calls(Problem *open, const Problem *p)
{
    problem_init(open, p->d, p->a, p->role);
    for (int i = 0; i < p->col.n; i++)
        problem_add_col(open, p->col.v[i]);
    open->row.v = p->row.v;
    open->row.n = open->row.cap = p->row.n;
    open->open_calls = true;
    problem_incidence(open);
}

bool calls_open(const Problem *p)
{
    Problem open;
    problem_open_calls(&open, p);
    problem_match(&open, open.row.n);
    return problem_is_matched(&open) && calls_split_reversed(&open);
}

/* ---- Algorithms that are solved for their inputs ---- */

/* What variables are, by the assignments so far. */
typedef struct Assigned {
    const Dae *d;
    Map value; /* variable + 1 -> expression */
} Assigned;

static Expr assigned_leaf(void *arg, Expr e)
{
    const Assigned *w = arg;
    const ExprStore *s = w->d->store;
    Expr value =
        expr_op(s, e) == EX_VAR ? map_get(&w->value, (uint64_t)var_number(s, e) + 1, 0) : 0;
    return value ? value : e;
}

static bool is_output(void *arg, VarId v)
{
    const DaeEq *eq = arg;
    int i = 0;
    while (i < eq->noutputs && eq->output[i] != v)
        i++;
    return i < eq->noutputs;
}

/* Assignments to Reals one after the other: what they leave the outputs, as equations; false if
 * there is more to the algorithm, or it reads what it has not assigned. */
static bool write_out(Dae *d, Arena *a, int k)
{
    Assigned w = {.d = d};
    DaeEq *eq = &d->eq.v[k];
    for (int i = 0; i < eq->body->nbody; i++) {
        const Stmt *s = eq->body->body[i];
        if (s->kind != ST_ASSIGN || s->ntargets != 1 || expr_op(d->store, s->target[0]) != EX_VAR ||
            expr_type(d->store, s->target[0]) != T_REAL)
            return false;
        Expr value = expr_replace(d->store, s->value, assigned_leaf, &w);
        if (dae_any_var(d, value, is_output, eq))
            return false;
        map_set(&w.value, a, (uint64_t)var_number(d->store, s->target[0]) + 1,
                expr_to_real(d->store, value));
    }
    for (int i = 0, n = eq->noutputs; i < n; i++) {
        VarId v = d->eq.v[k].output[i];
        Expr value = v == NONE ? 0 : map_get(&w.value, (uint64_t)v + 1, 0);
        if (value)
            add_result(d, k, v, value);
    }
    d->eq.v[k].removed = true;
    return true;
}

bool algorithms_open(const Problem *p)
{
    Dae *d = p->d;
    bool any = false;
    for (int k = 0, n = d->eq.n; k < n; k++)
        if (d->eq.v[k].kind == EQ_ALGORITHM && !d->eq.v[k].initial && !d->eq.v[k].removed)
            any = write_out(d, p->a, k) || any;
    return any;
}

/* ---- Loops of objects ---- */

/* The objects among the rows of a component. */
typedef struct Objects {
    Problem *p;
    int n, *row;
    int *place; /* [nrows] position in `row`, -1 */
    bool *split;
} Objects;

/* Objects only, what else is computed counting as known: what is torn then has to be split. */
static void find_loops(Objects *o)
{
    const Problem *p = o->p;
    PatternBuilder b = pattern_begin(p->a, o->n, o->n);
    for (int i = 0; i < o->n; i++) {
        int r = first_row_of_object(p, o->row[i]);
        pattern_put(&b, i, 0);
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
            if (p->p.col[e] != p->row_col[r])
                pattern_put(&b, o->place[p->col_row[p->p.col[e]]], 1);
        pattern_next(&b);
    }
    Tearing tear = tearing_room(p->a, o->n);
    int ntorn = tear_block(&b.p, 1, NULL, NULL, 0, &tear);
    KRON_MEMORY(ntorn >= 0);
    for (int k = 0; k < ntorn; k++)
        o->split[tear.torn[k]] = true;
}

static void find_torn(Objects *o, uint32_t var)
{
    int col = var == NONE ? -1 : problem_col(o->p, var);
    int at = col < 0 ? -1 : o->place[o->p->col_row[col]];
    if (at >= 0)
        o->split[at] = true;
}

/* Candidates of sets of states, and variables that the model wants torn. */
static void find_given(Objects *o, const int *row, int n)
{
    Problem *p = o->p;
    const Dae *d = p->d;
    for (int i = 0; i < n; i++) {
        int pair, k = p->row.v[row[i]].eq;
        if (k < 0)
            continue;
        const StateSet *set = d->eq.v[k].of_set ? &d->set.v[d->eq.v[k].set] : NULL;
        for (int m = 0; set && m < set->n; m++)
            find_torn(o, set->x[set->ngiven + m]);
        if (d->hint.n && p->row.v[row[i]].kind != ROW_OBJECT)
            find_torn(o, given_residual(p, k, &pair));
    }
}

/* Rows of one component, what changes at events only being known. */
static bool split_component(Objects *o, const int *row, int n)
{
    Problem *p = o->p;
    bool any = false;
    o->n = 0;
    for (int i = 0; i < n; i++)
        if (p->row.v[row[i]].kind == ROW_OBJECT) {
            o->place[row[i]] = o->n;
            o->split[o->n] = false;
            o->row[o->n++] = row[i];
        }
    if (o->n) {
        find_loops(o);
        find_given(o, row, n);
    }
    for (int i = 0; i < o->n; i++) {
        const Row *r = &p->row.v[o->row[i]];
        o->place[o->row[i]] = -1;
        bool renamed = p->d->eq.v[r->eq].output[r->output] != p->col.v[p->row_col[o->row[i]]];
        if (o->split[i] && !renamed) /* ... with others of its array */
            call_split(p->d, r->eq, r->output);
        any = any || o->split[i];
    }
    return any;
}

/* Whether a component has to be solved, and objects take part in it. */
static bool is_loop_with_objects(const Problem *p, const int *row, int n)
{
    bool objects = false, one = true;
    for (int i = 0; i < n; i++) {
        const Row *r = &p->row.v[row[i]];
        objects = objects || r->kind == ROW_OBJECT;
        one = one && r->kind == ROW_OBJECT && r->eq == p->row.v[row[0]].eq;
    }
    return objects && !one;
}

bool calls_split_loops(Problem *p)
{
    int nrows = p->row.n;
    Objects o = {.p = p, .row = ARENA_ARRAY(p->a, int, nrows + 1)};
    o.place = ints_filled(p->a, nrows, -1);
    o.split = ARENA_ARRAY(p->a, bool, nrows + 1);
    int *row = ARENA_ARRAY(p->a, int, nrows + 1), *order = ARENA_ARRAY(p->a, int, nrows + 1);
    int *border = ARENA_ARRAY(p->a, int, nrows + 1);
    bool any = false;
    problem_sort(p);
    for (int i = 0; i < p->ncomponents && !any; i++) {
        int n = 0, count = p->border[i + 1] - p->border[i];
        const int *all = p->order + p->border[i];
        if (!is_loop_with_objects(p, all, count))
            continue;
        for (int k = 0; k < count; k++)
            if (!is_mode_row(p, all[k]))
                row[n++] = all[k];
        int parts = row_components(p, row, n, order, border);
        for (int k = 0; k < n; k++)
            order[k] = row[order[k]];
        for (int k = 0; k < parts; k++)
            any = split_component(&o, order + border[k], border[k + 1] - border[k]) || any;
    }
    return any;
}

/* ---- The pass ---- */

static bool has_objects(const Dae *d)
{
    for (int k = 0; k < d->eq.n; k++)
        if (!d->eq.v[k].removed && (d->eq.v[k].kind == EQ_CALL || d->eq.v[k].kind == EQ_ALGORITHM))
            return true;
    return false;
}

bool dae_calls(Dae *d)
{
    int errors = diags_errors(d->ctx->diags);
    dae_number_places(d);
    given_select(d);
    bool more = has_objects(d);
    while (more && diags_errors(d->ctx->diags) == errors) {
        Problem *p = problem_matched(d);
        more =
            problem_is_matched(p) ? calls_split_loops(p) || initial_split_calls(p) : calls_open(p);
        if (more)
            problems_close(d);
    }
    bool good = diags_errors(d->ctx->diags) == errors;
    if (!good)
        problems_close(d);
    return good;
}
