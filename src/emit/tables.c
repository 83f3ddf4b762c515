/* tables.c - what the run time knows about the model: variables, states, blocks. All on the DAE's
 * arena, linear in the size of the model. */
#include "dae/diagnose.h"
#include "emit/tables_internal.h"

#include "base/die.h"
#include "model/flat.h"

#include <math.h>

/* ---- Variables ---- */

static KType type_for(const Dae *d, Type type)
{
    static const uint8_t of[] = {[TY_REAL] = K_REAL,
                                 [TY_INT] = K_INTEGER,
                                 [TY_BOOL] = K_BOOLEAN,
                                 [TY_STRING] = K_STRING,
                                 [TY_ENUM] = K_ENUM};
    uint8_t base = type_info(expr_types(d->store), type)->base;
    return base <= TY_ENUM ? (KType)of[base] : K_ENUM;
}

static KKind kind_for(const DaeVar *v)
{
    static const uint8_t kind[] = {
        [DV_CONSTANT] = K_CONSTANT, [DV_PARAMETER] = K_PARAMETER,   [DV_INPUT] = K_INPUT,
        [DV_STATE] = K_STATE,       [DV_DERIVATIVE] = K_DERIVATIVE, [DV_ALGEBRAIC] = K_ALGEBRAIC,
        [DV_DISCRETE] = K_DISCRETE, [DV_AUXILIARY] = K_ALGEBRAIC,
    };
    if (v->was_variable)
        return v->type == T_REAL ? K_ALGEBRAIC : K_DISCRETE;
    return (KKind)kind[v->kind];
}

static KStart start_for(const DaeVar *v)
{
    if (v->kind < DV_STATE || !v->start || v->start_level == LEVEL_NONE)
        return K_START_NONE;
    return v->fixed || v->kind == DV_STATE || v->der_of != NONE ? K_START_CONDITION : K_START_GUESS;
}

/* Of a name: `own` is the number that is written for it, if another name's start value is used. */
static KStart start_of_name(Dae *d, uint32_t number, double *own)
{
    int sign = 1;
    const DaeVar *v = &d->var.v[number], *root = &d->var.v[dae_root(d, number, &sign)];
    if (v->type != T_REAL || number >= d->nflat)
        return K_START_NONE;
    if (root->was_variable) { /* the equations give it a number */
        bool known = v->start && v->start_level != LEVEL_NONE && expr_is_number(d->store, v->start);
        *own = known ? expr_number(d->store, v->start) : 0;
        return known ? K_START_OTHER : K_START_NONE;
    }
    Expr written = v == root ? v->own_start : v->start_level != LEVEL_NONE ? v->start : 0;
    if (!written || start_for(root) == K_START_NONE)
        return v == root ? start_for(v) : K_START_NONE;
    Expr used = sign < 0 ? expr_neg(d->store, root->start) : root->start;
    bool other = written != used && expr_is_number(d->store, written);
    *own = other ? expr_number(d->store, written) : 0;
    return other ? K_START_OTHER : start_for(root);
}

static KVariable variable_for(Dae *d, const Numbers *num, uint32_t number)
{
    int sign = 1;
    const DaeVar *v = &d->var.v[number];
    uint32_t place = dae_root(d, number, &sign);
    const DaeVar *root = &d->var.v[place];
    Name description = dae_description(d, number);
    double own = 0;
    KStart start = start_of_name(d, number, &own);
    return (KVariable){
        .name = dae_var_text(d, number),
        .description = description ? name_text(d->ctx->names, description) : "",
        .unit = v->unit ? name_text(d->ctx->names, v->unit) : "",
        .display = v->display ? name_text(d->ctx->names, v->display) : "",
        .type = (uint8_t)type_for(d, v->type),
        .kind = (uint8_t)kind_for(root),
        .is_protected = v->is_protected,
        .known = root->was_variable,
        .start = (int)start,
        .own_start = own,
        .negated = sign < 0,
        .is_output = v->top_output,
        .is_alias = place != number,
        .settable =
            v->kind == DV_PARAMETER && !v->evaluated && !v->final && v->fixed && place == number,
        .sought = root->sought,
        .index = num->string[place] >= 0 ? num->string[place] : (int)place,
    };
}

static int position(const uint32_t *list, int n, uint32_t x)
{
    for (int i = 0; i < n; i++)
        if (list[i] == x)
            return i;
    return -1;
}

/* state(x) for the candidates of a set, in order of declaration: is x integrated? */
static int add_taken(Dae *d, const StateSet *set, KVariable *list, int n)
{
    const uint32_t *x = dae_candidates(d, set);
    for (int i = 0; i < set->n; i++) {
        int k = position(set->x + set->ngiven, set->n, x[i]);
        list[n++] = (KVariable){.name = arena_printf(d->arena, "state(%s)", dae_var_text(d, x[i])),
                                .description = "whether it is integrated",
                                .unit = "",
                                .display = "",
                                .type = K_BOOLEAN,
                                .kind = K_DISCRETE,
                                .index = (int)set->taken[k]};
    }
    return n;
}

/* Those of the flat model, then the derivatives of the states, states of machines, then which
 * candidates are states. */
static void fill_variables(Dae *d, const Numbers *num, KModel *model)
{
    KVariable *list = ARENA_ARRAY(d->arena, KVariable, d->var.n + 1);
    int n = 0;
    int *object = ARENA_ARRAY(d->arena, int, d->var.n + 1);
    model->object = object;
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        bool derivative = v->int_of != NONE && !d->var.v[v->int_of].hidden;
        bool is_object = type_info(expr_types(d->store), v->type)->base == TY_OBJECT;
        if (is_object)
            object[model->nobjects++] = (int)i;
        else if (!v->hidden && (i < d->nflat || derivative))
            list[n++] = variable_for(d, num, i);
    }
    for (int i = 0; i < d->machine_state.n; i++) {
        list[n] = variable_for(d, num, d->machine_state.v[i].active);
        list[n].name = text_of(d->ctx, d->machine_state.v[i].name);
        list[n++].description = "whether the state is active";
    }
    for (int i = 0; i < d->set.n; i++)
        if (d->set.v[i].nstates)
            n = add_taken(d, &d->set.v[i], list, n);
    model->nvariables = n;
    model->variable = list;
}

/* ---- Attributes ---- */

/* Values of the parameters that have literal ones; the others are not numbers. */
static double *literal_values(Dae *d, Arena *a)
{
    double *x = ARENA_ARRAY(a, double, d->var.n + 1);
    for (int i = 0; i < d->var.n; i++) {
        Expr value = d->var.v[i].binding;
        x[i] = value && expr_is_number(d->store, value) ? expr_number(d->store, value) : NAN;
    }
    return x;
}

static double attribute(Dae *d, Expr e, const double *values, double otherwise)
{
    double x = e ? expr_value(d->store, e, values, 0) : otherwise;
    return isnan(x) ? otherwise : x;
}

static void fill_attributes(Dae *d, Arena *a, KModel *model)
{
    double *values = literal_values(d, a);
    double *nominal = ARENA_ARRAY(d->arena, double, d->var.n + 1);
    double *min = ARENA_ARRAY(d->arena, double, d->var.n + 1);
    double *max = ARENA_ARRAY(d->arena, double, d->var.n + 1);
    bool bounded = false, sized = false;
    for (int i = 0; i < d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        nominal[i] = fabs(attribute(d, v->nominal, values, 0));
        if (!(nominal[i] > 0) || isinf(nominal[i]))
            nominal[i] = 0;
        sized |= nominal[i] > 0;
        min[i] = attribute(d, v->min, values, -INFINITY);
        max[i] = attribute(d, v->max, values, INFINITY);
        bounded |= isfinite(min[i]) || isfinite(max[i]);
    }
    model->nominal = sized ? nominal : NULL;
    model->min = bounded ? min : NULL;
    model->max = bounded ? max : NULL;
}

static const int *copy_numbers(Dae *d, int n, const uint32_t *v)
{
    int *to = ARENA_ARRAY(d->arena, int, n + 1);
    for (int i = 0; i < n; i++)
        to[i] = (int)v[i];
    return to;
}

/* ---- States, discrete variables, relations ---- */

static void fill_states(Dae *d, KModel *model)
{
    int *state = ARENA_ARRAY(d->arena, int, d->nstates + 1);
    int *der = ARENA_ARRAY(d->arena, int, d->nstates + 1);
    for (int i = 0; i < d->nstates; i++) {
        int sign = 1;
        state[i] = (int)d->state[i];
        der[i] = (int)dae_root(d, d->var.v[d->state[i]].der_of, &sign);
        KRON_ASSERT(sign > 0); /* a derivative is not the negative of another variable */
    }
    model->nstates = d->nstates;
    model->state = state;
    if (dae_system(d, SYSTEM_STEP)) {
        model->step_h = (int)d->step.h;
        model->step_old = copy_numbers(d, d->nstates, d->step.old);
        model->step_bent = (int)d->step.bent;
    }
    if (dae_system(d, SYSTEM_STAGES)) {
        model->stages_h = (int)d->step.stages_h;
        model->stage_time = copy_numbers(d, 2, d->step.time);
        model->ntriples = d->step.ntriples;
        model->triple = copy_numbers(d, 3 * d->step.ntriples, d->step.triple);
    }
    model->der = der;
}

static void fill_discrete(Dae *d, const Numbers *num, KModel *model)
{
    int *discrete = ARENA_ARRAY(d->arena, int, d->var.n + 1);
    int *pre = ARENA_ARRAY(d->arena, int, d->var.n + 1);
    for (int i = 0; i < d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        if (v->alias != NONE || num->string[i] >= 0)
            continue;
        if (v->kind == DV_DISCRETE)
            discrete[model->ndiscrete++] = i;
        else if (num->uses_pre[i])
            pre[model->npre++] = i;
    }
    model->discrete = discrete;
    model->pre = pre;
}

/* r and not pre(r) */
typedef struct Edges {
    Dae *d;
    const Expr *meaning; /* [nvars] of Booleans */
    unsigned char *of;   /* [nrel] */
    bool starts;         /* the `when` at hand acts at the start, too */
    bool ends;           /* it ends the run, and does nothing else */
    int n;
    int *next; /* [nrel] KModel.rel_next */
} Edges;

static void note_relation(Edges *w, Expr r, bool alone)
{
    const ExprStore *s = w->d->store;
    bool of_time = !r || expr_node(s, r)->traits & ET_TIME; /* what comes after the end */
    for (int i = 0; i < w->d->relation.n; i++) {
        if (w->d->relation.v[i].e != r)
            continue;
        if (w->starts)
            w->of[i] |= K_WHEN_STARTS;
        if (w->ends) {
            w->of[i] |= alone ? K_WHEN_ENDS : 0;
            w->n++;
            continue;
        }
        if (!of_time && !w->d->relation.v[i].time_event && !(w->of[i] & K_WHEN_KIND)) {
            w->of[i] |= alone ? K_WHEN_CONDITION : K_WHEN_CONDITION | K_WHEN_PART;
            w->n++;
        }
    }
}

/* What Boolean variables stand for: a condition, or the one equation of the user's that gives it.
 */
static Expr *find_meanings(const Dae *d)
{
    Expr *of = ARENA_ARRAY(d->arena, Expr, d->var.n + 1);
    for (int i = 0; i < d->var.n; i++)
        of[i] = d->var.v[i].hidden ? d->var.v[i].meaning : 0;
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *q = &d->eq.v[k];
        if (q->kind == EQ_SCALAR && !q->initial && q->lhs && expr_op(d->store, q->lhs) == EX_VAR &&
            expr_type(d->store, q->lhs) == T_BOOL && !of[var_number(d->store, q->lhs)] &&
            is_in_users_file(d, q->span))
            of[var_number(d->store, q->lhs)] = q->rhs;
    }
    return of;
}

/* The number of a relation; -1: it is none. */
static int relation_number(const Dae *d, Expr e)
{
    for (int i = 0; i < d->relation.n; i++)
        if (d->relation.v[i].e == e)
            return i;
    return -1;
}

/* A condition of relations that all have to hold, none of them in another one: a ring. */
static void note_together(Edges *w, Expr all)
{
    const ExprStore *s = w->d->store;
    uint32_t n = expr_node(s, all)->nargs;
    for (uint32_t i = 0; i < n; i++) {
        int number = relation_number(w->d, expr_arg(s, all, i));
        if (number < 0 || w->next[number] >= 0)
            return;
    }
    for (uint32_t i = 0; i < n; i++)
        w->next[relation_number(w->d, expr_arg(s, all, i))] =
            relation_number(w->d, expr_arg(s, all, (i + 1) % n));
}

/* The condition of a `when`: a relation, or several that all have to hold. (An element of a
 * sequence that waits for another one, as step == 2, says nothing by itself.) */
static void note_condition(Edges *w, Expr r, bool alone)
{
    const ExprStore *s = w->d->store;
    if (r && expr_op(s, r) == EX_VAR)
        r = w->meaning[var_number(s, r)];
    if (!r || (!alone && (expr_op(s, r) == EX_EQ || expr_op(s, r) == EX_NE)))
        return;
    if (expr_op(s, r) != EX_AND) {
        note_relation(w, r, alone);
        return;
    }
    if (alone && !w->ends)
        note_together(w, r);
    for (uint32_t i = 0; i < expr_node(s, r)->nargs; i++)
        if (expr_op(s, expr_arg(s, r, i)) != EX_VAR && expr_op(s, expr_arg(s, r, i)) != EX_AND)
            note_condition(w, expr_arg(s, r, i), false);
}

static void note_edge(void *arg, Expr e)
{
    Edges *w = arg;
    const ExprStore *s = w->d->store;
    if (expr_op(s, e) != EX_AND || expr_node(s, e)->nargs != 2)
        return;
    Expr r = expr_arg(s, e, 0), other = expr_arg(s, e, 1);
    if (expr_op(s, other) == EX_NOT && expr_op(s, expr_arg(s, other, 0)) == EX_PRE &&
        expr_arg(s, expr_arg(s, other, 0), 0) == r)
        note_condition(w, r, true);
}

static bool is_initial(void *arg, Expr e)
{
    return expr_op(((const Dae *)arg)->store, e) == EX_INITIAL;
}

static bool is_pre(void *arg, Expr e)
{
    return expr_op(((const Dae *)arg)->store, e) == EX_PRE;
}

/* The variable that `time` is compared with; NONE: it is none alone. */
static uint32_t instant_of(const ExprStore *s, Expr relation)
{
    Expr a = expr_arg(s, relation, 0), b = expr_arg(s, relation, 1);
    Expr other = expr_op(s, a) == EX_TIME ? b : a;
    return expr_op(s, other) == EX_VAR ? var_number(s, other) : NONE;
}

/* 1: relations that are conditions of `when` clauses which the user wrote and which give or change
 * a variable: those that end a run, or warn, may well never do it. 2: relations of `time` in the
 * user's model, 3: with `pre` in them. */
static void fill_conditions(Dae *d, KModel *model)
{
    Edges w = {.d = d, .of = ARENA_ARRAY(d->arena, unsigned char, d->relation.n + 1)};
    w.meaning = d->relation.n ? find_meanings(d) : NULL;
    int *instant = ARENA_ARRAY(d->arena, int, d->relation.n + 1);
    w.next = ARENA_ARRAY(d->arena, int, d->relation.n + 1);
    for (int i = 0; i < d->relation.n; i++)
        w.next[i] = -1;
    for (int k = 0; k < d->eq.n && d->relation.n; k++) {
        const DaeEq *q = &d->eq.v[k];
        int does = q->kind == EQ_ACTION && q->when && q->body && q->body->nbody
                       ? q->body->body[0]->kind
                       : -1;
        bool action = does == ST_REINIT || does == ST_TERMINATE;
        if (q->initial || (!action && (q->kind != EQ_SCALAR || !q->discrete)) ||
            !is_in_users_file(d, q->span))
            continue;
        w.starts = expr_any(d->store, action ? q->when : q->rhs, is_initial, d);
        w.ends = does == ST_TERMINATE;
        expr_visit(d->store, action ? q->when : q->rhs, note_edge, &w);
    }
    for (int i = 0; i < d->relation.n; i++) {
        const Relation *r = &d->relation.v[i];
        instant[i] = -1;
        uint32_t var = instant_of(d->store, r->e);
        bool of_time = expr_op(d->store, expr_arg(d->store, r->e, 0)) == EX_TIME ||
                       expr_op(d->store, expr_arg(d->store, r->e, 1)) == EX_TIME;
        if (of_time && !r->initial && r->eq >= 0 &&
            is_in_users_file(d, users_place_of_eq(d, r->eq))) {
            w.of[i] = (unsigned char)((w.of[i] & K_WHEN_STARTS) |
                                      (expr_any(d->store, r->e, is_pre, d) ? K_WHEN_TIME_PRE
                                                                           : K_WHEN_TIME));
            instant[i] = var != NONE && d->var.v[var].kind == DV_PARAMETER ? (int)var : -1;
            w.n++;
        }
    }
    model->rel_when = w.n ? w.of : NULL;
    model->rel_instant = w.n ? instant : NULL;
    model->rel_next = w.n ? w.next : NULL;
}

static void fill_relations(Dae *d, const Numbers *num, KModel *model)
{
    unsigned char *op = ARENA_ARRAY(d->arena, unsigned char, d->relation.n + 1);
    unsigned char *time = ARENA_ARRAY(d->arena, unsigned char, d->relation.n + 1);
    for (int i = 0; i < d->relation.n; i++) {
        const Relation *r = &d->relation.v[i];
        op[i] = (unsigned char)(expr_op(d->store, r->e) - EX_LT); /* in the order of K_LT, ... */
        time[i] = r->time_event || r->initial;                    /* not searched for */
    }
    model->nrel = d->relation.n;
    model->rel_op = op;
    model->rel_time = time;
    fill_conditions(d, model);
    model->nsamples = d->sample.n;
    model->nkept = d->kept.n;
    model->ndelays = num->delays.n;
}

/* ---- Blocks ---- */

static void fill_modes(Dae *d, const Numbers *num, const Block *b, KBlock *k)
{
    const uint32_t *output;
    VEC(int) list = {0};
    for (int i = 0; i < b->core->nmodes; i++) {
        const Assign *a = &b->core->mode[i];
        int n = a->pre ? 0 : assign_outputs(d, a, &output);
        for (int j = 0; j < n; j++)
            if (output[j] != NONE && num->string[output[j]] < 0 &&
                d->var.v[output[j]].alias == NONE)
                vec_push(d->arena, &list, (int)output[j]);
    }
    k->mixed = true;
    k->nrel = b->core->nrelations;
    k->rel = b->core->relation;
    k->ndiscrete = list.n;
    k->discrete = list.v;
}

/* Rows and columns of a set in a block; false if the block has not all of them. Candidates of a
 * nonlinear one may be computed from its unknowns. */
static bool place_set(Dae *d, const Block *b, const StateSet *set, bool linear, int *row, int *col)
{
    for (int i = 0; i < set->nstates; i++)
        row[i] = -1;
    for (int k = 0; k < b->core->ntorn; k++) {
        int eq = b->core->residual_eq[k];
        if (eq < 0 || !d->eq.v[eq].of_set || &d->set.v[d->eq.v[eq].set] != set)
            continue;
        int i = position(set->state, set->nstates,
                         (uint32_t)expr_node(d->store, d->eq.v[eq].lhs)->payload);
        if (i >= 0)
            row[i] = k;
    }
    for (int i = 0; i < set->nstates; i++)
        if (row[i] < 0)
            return false;
    for (int k = 0; k < set->n; k++)
        if ((col[k] = position(b->core->torn, b->core->ntorn, set->x[set->ngiven + k])) < 0 &&
            linear)
            return false;
    return set->nstates > 0;
}

static void fill_block_sets(Dae *d, const Block *b, KBlock *k)
{
    KBlockSet *list = ARENA_ARRAY(d->arena, KBlockSet, d->set.n + 1);
    for (int i = 0; i < d->set.n; i++) {
        const StateSet *set = &d->set.v[i];
        int *row = ARENA_ARRAY(d->arena, int, set->nstates + 1);
        int *col = ARENA_ARRAY(d->arena, int, set->n + 1);
        if (place_set(d, b, set, k->linear, row, col))
            list[k->nsets++] = (KBlockSet){i, row, col};
    }
    k->set = list;
}

/* What is known of variables in a step. */
typedef struct StepVars {
    int *state; /* [variables] states, in any stage: their number + 1; others 0 */
    int *torn;  /* [variables] the block that iterates over it, by its number + 1 */
} StepVars;

static StepVars find_step_vars(Dae *d, const KModel *model)
{
    StepVars s = {ARENA_ARRAY(d->arena, int, d->var.n + 1),
                  ARENA_ARRAY(d->arena, int, d->var.n + 1)};
    for (int i = 0; i < 3 * model->nstates && model->triple; i++)
        s.state[model->triple[i]] = i / 3 + 1;
    for (int i = 0; i < model->nstates; i++)
        s.state[model->state[i]] = i + 1;
    return s;
}

/* Whether a state is h*der(x) + old(x) by its assignment in block k, which iterates over der(x). */
static bool moves_with_slope(Dae *d, const StepVars *s, const Assign *a, int state, int k)
{
    VarId der = d->var.v[d->state[state]].der_of;
    if (a->var != d->state[state] || s->torn[der] != k + 1)
        return false;
    Expr h = expr_var(d->store, T_REAL, d->step.h);
    Expr part = expr_mul2(d->store, h, expr_var(d->store, T_REAL, der));
    return a->value == expr_add2(d->store, part, expr_var(d->store, T_REAL, d->step.old[state]));
}

/* The states that are computed in block k, but for those that move as its unknowns do. */
static void fill_follow(Dae *d, const Block *b, const StepVars *s, int k, KBlock *to)
{
    const uint32_t *output;
    VEC(int) list = {0};
    for (int i = 0; i < b->core->ntorn; i++)
        s->torn[b->core->torn[i]] = k + 1;
    for (int i = 0; i < b->nassign; i++) {
        int n = b->assign[i].pre ? 0 : assign_outputs(d, &b->assign[i], &output);
        for (int j = 0; j < n; j++) {
            int state = output[j] != NONE ? s->state[output[j]] - 1 : -1;
            if (state >= 0 && !moves_with_slope(d, s, &b->assign[i], state, k))
                vec_push(d->arena, &list, (int)output[j]);
        }
    }
    to->nfollow = list.n;
    to->follow = list.v;
}

static void fill_blocks(Dae *d, const Numbers *num, KModel *model)
{
    KBlock *list = ARENA_ARRAY(d->arena, KBlock, num->nblocks + 1);
    const StepVars vars = find_step_vars(d, model);
    for (int i = 0; i < num->nblocks; i++) {
        const Block *b = num->block[i];
        KBlock *k = &list[i];
        k->n = b->core->ntorn;
        k->var = copy_numbers(d, b->core->ntorn, b->core->torn);
        k->linear = b->solved != SOLVE_NEWTON;
        k->sparse = b->sparse;
        k->iterated = b->solved == SOLVE_RELAX;
        k->constant = k->linear && b->constant;
        k->recursive = k->linear && (b->pivots == PIVOTS_RECURSIVE || b->core->steady);
        if (b->core->nnz > 0) {
            k->nnz = b->core->nnz;
            k->colptr = b->core->colptr;
            k->rowidx = b->core->rowidx;
        }
        k->nparts = b->core->nparts;
        k->part = b->core->part;
        k->nfirst = b->core->nfirst;
        k->whole = i < num->nsolved ? num->whole[i] : 0;
        k->spare = k->whole && b->core->spare;
        k->npivots = k->whole ? b->core->npivots : 0;
        k->pivot = copy_numbers(d, 2 * k->npivots, b->core->pivot);
        if (block_has_modes(b))
            fill_modes(d, num, b, k);
        k->of_run = i < num->nsim_blocks;
        k->of_step = i < num->ninit_blocks || i >= num->nsolved ? 0 : i < num->nstep_blocks ? 1 : 3;
        if (k->of_step && !k->linear) {
            fill_follow(d, b, &vars, i, k);
            k->nbent = b->core->nbent;
            k->bent_arg = copy_numbers(d, k->nbent, b->core->bent_arg);
            k->bent_at = copy_numbers(d, k->nbent, b->core->bent_at);
        }
        k->needed_rhs = i < num->nsim_blocks && b->needed_rhs;
        if (i < num->nsim_blocks && d->set.n) {
            k->of_set = block_is_of_set(d, b);
            fill_block_sets(d, b, k);
        }
    }
    model->nblocks = num->nblocks;
    model->block = list;
}

/* ---- Sets of states ---- */

/* Variables that are the derivatives of x, as KStateSet.rate. */
static int *rates_of(Dae *d, int n, const VarId *x)
{
    int *rate = ARENA_ARRAY(d->arena, int, n + 1);
    for (int k = 0; k < n; k++) {
        int sign = 1;
        VarId of = d->var.v[x[k]].der_of;
        VarId root = of == NONE ? NONE : dae_root(d, of, &sign);
        rate[k] = root == NONE || d->var.v[root].kind == DV_CONSTANT ? 0 : sign * ((int)root + 1);
    }
    return rate;
}

static void fill_sets(Dae *d, KModel *model)
{
    KStateSet *list = ARENA_ARRAY(d->arena, KStateSet, d->set.n + 1);
    for (int i = 0; i < d->set.n; i++) {
        const StateSet *set = &d->set.v[i];
        int n = set->ngiven + set->n;
        double *weight = ARENA_ARRAY(d->arena, double, n + 1);
        double *wish = ARENA_ARRAY(d->arena, double, n + 1);
        int *at = ARENA_ARRAY(d->arena, int, set->m *n + 1);
        bool sized = true; /* nominal values say nothing unless all are given */
        for (int k = 0; k < n; k++)
            sized = sized && k_nominal_given(model, (int)set->x[k]);
        for (int k = 0; k < n; k++) {
            const DaeVar *v = &d->var.v[set->x[k]];
            weight[k] = set_weight(v) * (sized ? k_nominal(model, (int)set->x[k]) : 1);
            wish[k] = set_wish(v);
        }
        list[i] = (KStateSet){.m = set->m,
                              .ngiven = set->ngiven,
                              .n = set->n,
                              .nstates = set->nstates,
                              .x = copy_numbers(d, n, set->x),
                              .state = copy_numbers(d, set->nstates, set->state),
                              .pick = copy_numbers(d, set->nstates * set->n, set->pick),
                              .taken = copy_numbers(d, set->nstates ? set->n : 0, set->taken),
                              .weight = weight,
                              .wish = set->chosen_at_start ? wish : NULL,
                              .positions = d->var.v[set->x[0]].int_of == NONE,
                              .rate = rates_of(d, n, set->x),
                              .at = at};
        for (int k = 0; k < set->m * n; k++)
            if (set->entry[k])
                at[list[i].nnz++] = k;
    }
    model->nsets = d->set.n;
    model->set = list;
}

static void fill_divisors(const Dae *d, KModel *model)
{
    model->ndivisors = d->divisor.n;
    for (int i = 0; i < d->divisor.n; i++) {
        model->divisors_out = model->divisors_out || d->divisor.v[i].out;
        model->nwritten += d->divisor.v[i].written;
    }
}

/* ---- External functions ---- */

void tables_externals(const Dae *d, int nresources, const FuncResource *list, KModel *model)
{
    int n = d->external.n;
    if (!n)
        return;
    void (**address)(void) = arena_alloc(d->arena, ((size_t)n + 1) * sizeof *address);
    KResource *resource = ARENA_ARRAY(d->arena, KResource, nresources + 1);
    for (int i = 0; i < n; i++)
        address[i] = d->external.v[i].address;
    for (int i = 0; i < nresources; i++)
        resource[i] = (KResource){name_text(d->ctx->names, list[i].package),
                                  name_text(d->ctx->names, list[i].folder)};
    model->external = address;
    memcpy(&model->usertab, &d->usertab, sizeof d->usertab);
    model->nresources = nresources;
    model->resource = resource;
}

KModel *emit_tables(Dae *d)
{
    KModel *model = ARENA_NEW(d->arena, KModel);
    Arena *scratch = arena_new();
    Numbers *num = emit_numbers(d, d->arena);
    model->name = name_text(d->ctx->names, d->name);
    model->nv = d->var.n;
    model->ns = num->ns;
    model->uses_homotopy = num->uses_homotopy;
    if (d->flat)
        tables_externals(d, d->flat->resource.n, d->flat->resource.v, model);
    model->start = d->start;
    model->stop = d->stop;
    model->tolerance = d->tolerance;
    model->interval = d->interval;
    fill_variables(d, num, model);
    fill_attributes(d, scratch, model);
    fill_states(d, model);
    fill_discrete(d, num, model);
    fill_relations(d, num, model);
    fill_blocks(d, num, model);
    fill_sets(d, model);
    tables_begin(d, model);
    fill_divisors(d, model);
    tables_patterns(d, num, model);
    tables_texts(d, num, model);
    arena_free(scratch);
    return model;
}
