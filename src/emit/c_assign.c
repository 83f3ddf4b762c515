/* c_assign.c - the assignments of blocks, and their derivatives along a direction.
 *
 * dv of variable n is written as the variable n + nv. What depends on parameters, discrete
 * variables and time alone does not move and is left out. Delays, which look into the past, do not
 * move either. */
#include "emit/emit_internal.h"

/* ---- Values ---- */

void assign_items(Emit *e, int n, const Assign *a, Part part, Items *out)
{
    for (int i = 0; i < n; i++) {
        Item item = {.to = TO_V, .part = (uint8_t)part, .n = a[i].var, .value = a[i].value};
        if (a[i].eq >= 0)
            item.at = e->d->eq.v[a[i].eq].span;
        item.eq = a[i].eq + 1;
        if (a[i].var == NONE) {
            item.to = TO_CALL;
            item.name = emit_object(e, a[i].eq);
        } else if (a[i].pre) {
            item.to = TO_PRE;
        } else if (a[i].start_of && e->num->string[a[i].var] < 0) {
            item.to = TO_FROM_START;
            item.other = a[i].start_of - 1;
        }
        vec_push(e->arena, out, item);
    }
}

/* ---- Derivatives ---- */

typedef struct Leaves {
    Emit *e;
    const Moving *moving;
} Leaves;

static Expr leaf_direction(void *arg, Expr leaf)
{
    const Leaves *l = arg;
    const ExprNode n = *expr_node(l->e->s, leaf);
    uint32_t nv = l->e->num->nv;
    if (n.op != EX_VAR || n.payload >= nv || !l->moving->v[n.payload])
        return expr_real(l->e->s, 0);
    return expr_var(l->e->s, T_REAL, (uint32_t)n.payload + nv);
}

bool direction_of(Emit *e, Expr value, const Moving *moving, Expr *out)
{
    Leaves leaves = {e, moving};
    CalcError error = {0};
    Expr derivative = expr_derivative(e->s, value, leaf_direction, &leaves, &error);
    if (!derivative)
        return false;
    *out = expr_is_number(e->s, derivative) && expr_number(e->s, derivative) == 0 ? 0 : derivative;
    return true;
}

static void push_dv(Emit *e, uint32_t var, Part part, Expr value, Moving *moving, Items *out)
{
    moving->v[var] = value != 0;
    if (value)
        vec_push(e->arena, out,
                 ((Item){.to = TO_DV, .part = (uint8_t)part, .n = var, .value = value}));
}

/* Keeps the variables of a list that move and are no outputs; returns how many. */
static int keep_moving(Emit *e, VarList *list, const Moving *moving, int nout, const uint32_t *out)
{
    Map outputs = {0};
    int kept = 0;
    for (int i = 0; i < nout; i++)
        map_set(&outputs, e->arena, (uint64_t)out[i] + 1, 1);
    for (int i = 0; i < list->n; i++)
        if (list->var[i] < e->num->nv && moving->v[list->var[i]] &&
            !map_get(&outputs, (uint64_t)list->var[i] + 1, 0))
            list->var[kept++] = list->var[i];
    list->n = kept;
    return kept;
}

static void push_difference(Emit *e, const char *function, VarList in, int nout,
                            const uint32_t *out_var, Part part, Moving *moving, Items *out)
{
    bool any = keep_moving(e, &in, moving, nout, out_var) > 0;
    for (int i = 0; i < nout; i++)
        moving->v[out_var[i]] = any;
    if (!any)
        return;
    const char *name = emit_difference(e, function, in.n, in.var, nout, out_var);
    vec_push(e->arena, out, ((Item){.to = TO_CALL, .part = (uint8_t)part, .name = name}));
}

static bool can_move(const Emit *e, const Moving *moving, uint32_t var)
{
    const DaeVar *v = &e->d->var.v[var];
    return v->type == T_REAL && (v->kind != DV_DISCRETE || moving->discrete);
}

/* The outputs of an object that can move. */
static int real_outputs(Emit *e, const DaeEq *eq, const Moving *moving, uint32_t **list)
{
    int n = 0;
    *list = ARENA_ARRAY(e->arena, uint32_t, eq->noutputs + 1);
    for (int i = 0; i < eq->noutputs; i++)
        if (eq->output[i] != NONE && can_move(e, moving, eq->output[i]))
            (*list)[n++] = eq->output[i];
    return n;
}

/* The i-th scalar of a call as an expression. */
static Expr call_scalar(Emit *e, Expr call, int i)
{
    const Func *f = func_get(e->s, (uint32_t)expr_node(e->s, call)->payload);
    uint32_t element = 0;
    int k = call_output(e, call, i, &element);
    if (k < 0)
        return 0;
    const TypeInfo *t = type_info(expr_types(e->s), f->var[f->ninputs + k].type);
    if (f->noutputs == 1 && !t->ndims)
        return call;
    return expr_make(e->s, EX_PICK, t->scalar, 0, (uint64_t)k << 32 | element, 1, &call);
}

static bool call_directions(Emit *e, const DaeEq *eq, Part part, Moving *moving, Items *out)
{
    int before = out->n;
    for (int i = 0; i < eq->noutputs; i++) {
        uint32_t var = eq->output[i];
        Expr scalar = call_scalar(e, eq->rhs, i), derivative;
        if (var == NONE || !can_move(e, moving, var))
            continue;
        if (!scalar || !direction_of(e, scalar, moving, &derivative)) {
            out->n = before;
            return false;
        }
        push_dv(e, var, part, derivative, moving, out);
    }
    return true;
}

static void object_directions(Emit *e, int k, Part part, Moving *moving, Items *out)
{
    const DaeEq *eq = &e->d->eq.v[k];
    uint32_t *outputs;
    int n = real_outputs(e, eq, moving, &outputs);
    if (!n || (eq->kind == EQ_CALL && call_directions(e, eq, part, moving, out)))
        return;
    VarList in = eq->kind == EQ_CALL ? expr_vars(e->s, e->arena, 1, &eq->rhs)
                                     : stmts_vars(e, eq->body->nbody, eq->body->body);
    push_difference(e, emit_object(e, k), in, n, outputs, part, moving, out);
}

/* An assignment as a function of its own, for a difference. */
static const char *emit_single(Emit *e, const Assign *a)
{
    Items one = {0};
    assign_items(e, 1, a, PART_RHS, &one);
    Sequence q = {.name = arena_printf(e->arena, "w%d", e->nsingles++)};
    emit_sequence(e, &q, &one);
    return arena_printf(e->arena, "%s_0", q.name);
}

void direction_items(Emit *e, int n, const Assign *a, Part part, Moving *moving, Items *out)
{
    for (int i = 0; i < n; i++) {
        Expr derivative;
        if (a[i].pre)
            continue;
        if (a[i].var == NONE) {
            object_directions(e, a[i].eq, part, moving, out);
        } else if (!can_move(e, moving, a[i].var) || a[i].start_of) {
            moving->v[a[i].var] = false;
        } else if (direction_of(e, a[i].value, moving, &derivative)) {
            push_dv(e, a[i].var, part, derivative, moving, out);
        } else {
            VarList in = expr_vars(e->s, e->arena, 1, &a[i].value);
            push_difference(e, emit_single(e, &a[i]), in, 1, &a[i].var, part, moving, out);
        }
    }
}
