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

/* That an output has got a value, or what it was before it got one; 0: not assigned. */
typedef struct Change {
    int output;
    Expr value;
} Change;

typedef VEC(Change) Changes;

enum { UNCHANGED = UINT32_MAX };

/* What the outputs of an algorithm are, by the assignments so far. */
typedef struct Written {
    Dae *d;
    Arena *a;
    Map place;    /* variable + 1 -> its number among the outputs + 1 */
    Expr *value;  /* [noutputs] */
    Expr *merged; /* [noutputs] work; UNCHANGED between uses */
    Changes undo; /* what they were before each assignment */
} Written;

static int output_of(const Written *w, VarId v)
{
    return (int)map_get(&w->place, (uint64_t)v + 1, 0) - 1;
}

static bool is_output(void *arg, VarId v)
{
    return output_of(arg, v) >= 0;
}

static Expr written_leaf(void *arg, Expr e)
{
    const Written *w = arg;
    const ExprStore *s = w->d->store;
    int i = expr_op(s, e) == EX_VAR ? output_of(w, var_number(s, e)) : -1;
    return i >= 0 && w->value[i] ? w->value[i] : e;
}

/* An expression of the algorithm in terms of what it reads; 0: it has what is not assigned before.
 */
static Expr write_value(Written *w, Expr e)
{
    Expr value = expr_replace(w->d->store, e, written_leaf, w);
    return dae_any_var(w->d, value, is_output, w) ? 0 : value;
}

static void set_output(Written *w, int i, Expr value)
{
    vec_push(w->a, &w->undo, ((Change){i, w->value[i]}));
    w->value[i] = value;
}

/* Takes back what was assigned since `start`; what it was. */
static Changes take_back(Written *w, int start)
{
    Changes out = {0};
    while (w->undo.n > start) {
        Change last = w->undo.v[--w->undo.n];
        if (w->merged[last.output] == UNCHANGED)
            vec_push(w->a, &out, ((Change){last.output, w->value[last.output]}));
        w->merged[last.output] = w->value[last.output] = last.value;
    }
    for (int i = 0; i < out.n; i++)
        w->merged[out.v[i].output] = UNCHANGED;
    return out;
}

/* What is changed if a condition holds, and if not, as changes in any case. */
static Changes merge(Written *w, Expr condition, const Changes *then, const Changes *otherwise)
{
    Changes out = {0};
    for (int i = 0; i < otherwise->n; i++)
        w->merged[otherwise->v[i].output] = otherwise->v[i].value;
    for (int i = 0; i < then->n + otherwise->n; i++) {
        bool first = i < then->n;
        int at = first ? then->v[i].output : otherwise->v[i - then->n].output;
        if (!first && w->merged[at] == UNCHANGED)
            continue; /* it was among the former */
        Expr yes = first ? then->v[i].value : w->value[at];
        Expr no = w->merged[at] == UNCHANGED ? w->value[at] : w->merged[at];
        vec_push(w->a, &out,
                 ((Change){at, yes && no ? expr_if(w->d->store, condition, yes, no) : 0}));
        w->merged[at] = UNCHANGED;
    }
    return out;
}

static bool write_body(Written *w, Stmt **body, int n);

/* Each branch by itself, the last first. */
static bool write_branches(Written *w, const Stmt *s)
{
    Changes all = {0};
    for (int b = s->nbranches - 1; b >= 0; b--) {
        const StmtBranch *branch = &s->branch[b];
        int start = w->undo.n;
        Expr condition = branch->condition ? write_value(w, branch->condition) : 0;
        if ((branch->condition && !condition) || !write_body(w, branch->body, branch->n))
            return false;
        Changes own = take_back(w, start);
        all = condition ? merge(w, condition, &own, &all) : own;
    }
    for (int i = 0; i < all.n; i++)
        set_output(w, all.v[i].output, all.v[i].value);
    return true;
}

static bool write_assignment(Written *w, const Stmt *s)
{
    const ExprStore *store = w->d->store;
    if (s->kind != ST_ASSIGN || s->ntargets != 1 || expr_op(store, s->target[0]) != EX_VAR ||
        expr_type(store, s->target[0]) != T_REAL)
        return false;
    int at = output_of(w, var_number(store, s->target[0]));
    Expr value = at >= 0 ? write_value(w, s->value) : 0;
    if (value)
        set_output(w, at, expr_to_real(w->d->store, value));
    return value != 0;
}

static bool write_body(Written *w, Stmt **body, int n)
{
    bool good = true;
    for (int i = 0; i < n && good; i++)
        good = body[i]->kind == ST_IF ? write_branches(w, body[i]) : write_assignment(w, body[i]);
    return good;
}

/* Assignments to Reals, some of them under conditions: what they leave the outputs, as equations;
 * false if there is more to the algorithm, or it reads what it has not assigned. */
static bool write_out(Dae *d, Arena *a, int k)
{
    DaeEq eq = d->eq.v[k];
    Written w = {.d = d, .a = a};
    w.value = ARENA_ARRAY(a, Expr, eq.noutputs + 1);
    w.merged = ARENA_ARRAY(a, Expr, eq.noutputs + 1);
    for (int i = 0; i < eq.noutputs; i++) {
        w.merged[i] = UNCHANGED;
        if (eq.output[i] != NONE)
            map_set(&w.place, a, (uint64_t)eq.output[i] + 1, (uint32_t)i + 1);
    }
    bool good = write_body(&w, eq.body->body, eq.body->nbody);
    for (int i = 0; i < eq.noutputs && good; i++)
        good = eq.output[i] == NONE || w.value[i];
    for (int i = 0; i < eq.noutputs && good; i++)
        if (eq.output[i] != NONE)
            add_result(d, k, eq.output[i], w.value[i]);
    d->eq.v[k].removed = d->eq.v[k].removed || good;
    return good;
}

bool calls_apart(Dae *d)
{
    bool any = false;
    for (int k = 0, n = d->eq.n; k < n; k++) {
        DaeEq eq = d->eq.v[k]; /* (new equations move the others) */
        if (eq.kind == EQ_ALGORITHM && !eq.removed && !eq.initial)
            any |= write_out(d, d->arena, k);
        if (eq.kind != EQ_CALL || eq.removed || expr_node(d->store, eq.rhs)->traits & ET_IMPURE)
            continue;
        for (int i = 0; i < eq.noutputs; i++)
            if (eq.output[i] != NONE)
                call_split(d, k, i);
        d->eq.v[k].removed = any = true;
    }
    return any;
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
