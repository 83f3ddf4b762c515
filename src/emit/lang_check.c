/* lang_check.c - what a language cannot express, and expressions in words that it has.
 *
 * lang_prepare rebuilds an expression from its leaves: constants and parameters that are not
 * numbers by their values, functions of the model written out where their body is straight,
 * operators that a language lacks by if-expressions. What is left over is an error that names the
 * equation and the targets that can do it. O(distinct nodes) for each expression. */
#include "emit/lang_internal.h"

#include "base/map.h"
#include "dae/incidence.h"

#include <math.h>

/* ---- Messages ---- */

static Span place_of(const Lang *w, int eq)
{
    return eq < 0 ? (Span){0} : w->d->eq.v[eq].span;
}

/* Equation `eq`, or the value of a variable, as text. */
static const char *text_of_eq(Lang *w, int eq, uint32_t var)
{
    if (eq < 0)
        return var < w->nvars ? lang_shown(w, var)
               : w->within    ? text_of(w->d->ctx, w->within->name)
                              : "...";
    return dae_written_text(w->d, eq);
}

/* Only the first thing is named: the rest is of the same kind. */
static void refuse(Lang *w, int eq, uint32_t var, const char *lacks, const char *remedy)
{
    bool told = w->failed || w->tries;
    w->failed = true;
    if (told)
        return;
    Diags *diags = w->d->ctx->diags;
    Span at = eq >= 0 ? place_of(w, eq) : var < w->nvars ? w->d->var.v[var].span : (Span){0};
    diag_error(diags, at, "%s has no %s, which `%s` needs", w->info->title, lacks,
               text_of_eq(w, eq, var));
    if (remedy)
        diag_note(diags, (Span){0}, "%s", remedy);
}

static const char events_elsewhere[] = "`kron simulate` runs models with events";

/* ---- Blocks ---- */

static void refuse_system(Lang *w, const SheetBlock *b)
{
    Diags *diags = w->d->ctx->diags;
    w->failed = true;
    diag_error(diags, place_of(w, b->eq[0]), "%s cannot solve the %s `%s`%s for `%s`%s",
               w->info->title,
               b->kind == SB_LINEAR ? "linear system"
               : b->n == 1          ? "nonlinear equation"
                                    : "nonlinear system",
               text_of_eq(w, b->eq[0], 0), b->n > 1 ? " and others" : "",
               lang_shown(w, b->unknown[0]), b->n > 1 ? " and others" : "");
    for (int i = 1; i < b->n && i < 8; i++)
        diag_note(diags, place_of(w, b->eq[i]), "`%s` for `%s` belongs to it",
                  text_of_eq(w, b->eq[i], 0), lang_shown(w, b->unknown[i]));
    if (b->kind == SB_LINEAR)
        diag_note(diags, (Span){0},
                  "`set SolveLinearSyst on` solves it symbolically; the targets `acsl`, `dsblock`, "
                  "`octave` and `simulink` solve it with numbers");
    else
        diag_note(diags, (Span){0},
                  "the targets `dsblock`, `octave` and `simulink` solve it by Newton's method");
}

static bool has_object(const Lang *w, const SheetBlock *b)
{
    for (int i = 0; i < b->n; i++)
        if (!w->d->eq.v[b->eq[i]].lhs)
            return true;
    return false;
}

static bool block_is_possible(Lang *w, const SheetBlock *b)
{
    bool possible = true;
    if (has_object(w, b))
        refuse(w, b->eq[0], 0, "algorithms and calls with several results",
               "`kron simulate` has them");
    else if (b->kind == SB_LINEAR)
        possible = w->info->can & CAN_LINEAR;
    else if (b->kind == SB_NONLINEAR)
        possible = (w->info->can & CAN_NONLINEAR) && !w->d->step.old;
    if (!possible)
        refuse_system(w, b);
    for (int i = 0; i < b->n && !w->failed; i++) {
        uint32_t v = b->unknown[i];
        if (w->d->var.v[v].type == T_STRING)
            refuse(w, b->eq[i], v, "Strings", "`kron simulate` has them");
        else if (w->d->var.v[v].type != T_REAL)
            refuse(w, b->eq[i], v, "variables that change at events only", events_elsewhere);
    }
    return !w->failed;
}

/* ---- What is no Real and nothing needs ---- */

static void mark_needed(Lang *w, bool *needed, Expr e)
{
    VarList in = expr_vars(w->d->store, w->arena, e ? 1 : 0, &e);
    for (int i = 0; i < in.n; i++) {
        int sign;
        needed[in.var[i]] = needed[dae_root(w->d, in.var[i], &sign)] = true;
    }
}

static bool is_needed(Lang *w, const SheetBlock *b, const bool *needed)
{
    bool any = has_object(w, b);
    for (int i = 0; i < b->n && !any; i++) {
        uint32_t v = b->unknown[i];
        any = w->d->var.v[v].type == T_REAL || needed[v];
    }
    return any;
}

/* Backwards: who uses an unknown stands behind. O(size of the equations). */
static void drop_unneeded(Lang *w)
{
    bool *needed = ARENA_ARRAY(w->arena, bool, w->nvars);
    const SheetBlock *first = NULL;
    int dropped = 0;
    for (int i = 0; i < w->s->noutputs; i++)
        mark_needed(w, needed, expr_var(w->d->store, T_REAL, w->s->output[i]));
    for (int i = w->s->nblocks; i-- > 0;) {
        SheetBlock *b = &w->s->block[i];
        if (b->dropped)
            continue;
        b->dropped = !is_needed(w, b, needed);
        first = b->dropped ? b : first;
        dropped += b->dropped ? b->n : 0;
        for (int k = 0; k < b->n && !b->dropped; k++) {
            mark_needed(w, needed, w->d->eq.v[b->eq[k]].lhs);
            mark_needed(w, needed, w->d->eq.v[b->eq[k]].rhs);
        }
        for (int k = 0; k < b->nassign && !b->dropped; k++)
            mark_needed(w, needed, b->assign[k].value);
    }
    if (first)
        diag_warning(w->d->ctx->diags, place_of(w, first->eq[0]),
                     "`%s`%s is not written: nothing needs it, and %s has no such variables",
                     lang_shown(w, first->unknown[0]), dropped > 1 ? ", as others," : "",
                     w->info->title);
}

bool lang_check_blocks(Lang *w)
{
    for (int i = 0; i < w->d->eq.n; i++) {
        const DaeEq *q = &w->d->eq.v[i];
        if (q->kind != EQ_ACTION || q->removed)
            continue;
        diag_error(w->d->ctx->diags, q->span, "%s has no events, which this needs", w->info->title);
        diag_note(w->d->ctx->diags, (Span){0}, "%s", events_elsewhere);
        return false;
    }
    for (int i = 0; i < w->d->eq.n; i++)
        if (w->d->eq.v[i].kind == EQ_ASSERT && !w->d->eq.v[i].removed &&
            !is_parametric(w->d, w->d->eq.v[i].rhs)) {
            diag_warning(w->d->ctx->diags, w->d->eq.v[i].span,
                         "assertions are not written: the program does not watch this");
            break;
        }
    drop_unneeded(w);
    for (int i = 0; i < w->s->nblocks; i++)
        if (!w->s->block[i].dropped && !block_is_possible(w, &w->s->block[i]))
            return false;
    return true;
}

/* ---- Expressions ---- */

/* Beyond this many nodes the text of an expression would be of no use to anybody. */
enum { MOST_NODES = 1000000, MOST_INLINED = 10000, MOST_UNFOLDING = 64, MOST_UNFOLDED = 1000 };

typedef struct Prepare {
    Lang *w;
    ExprStore *st;
    Map done; /* node -> what stands for it */
    int eq;
    uint32_t var;
} Prepare;

static bool has_function(const Lang *w, ExprOp op)
{
    const char *const(*f)[2] = w->info->dialect.function;
    for (int i = 0; f && f[i][0]; i++)
        if (!strcmp(f[i][0], op_info[op].text))
            return true;
    return false;
}

static Expr literal_of(const Lang *w, uint32_t var)
{
    const DaeVar *v = &w->d->var.v[var];
    double x = dae_parameter_values(w->d)[var];
    return isnan(x) ? 0 : expr_literal(w->d->store, v->type == T_INT ? T_REAL : v->type, x);
}

/* What stands for a variable in the program. */
static Expr prepare_var(Prepare *p, Expr e)
{
    Lang *w = p->w;
    uint32_t var = (uint32_t)expr_node(p->st, e)->payload;
    if (lang_is_auxiliary(w, var))
        return e;
    for (int i = 0; i < w->d->hint.n; i++)
        if (w->d->hint.v[i].symbol == var)
            return expr_real(p->st, 0);
    if (sheet_value(w->s, var))
        return lang_prepare(w, sheet_value(w->s, var), p->eq, p->var);
    const DaeVar *v = &w->d->var.v[var];
    bool number = v->type == T_REAL || v->type == T_INT;
    if (v->kind == DV_CONSTANT || (v->kind == DV_PARAMETER && !number)) {
        Expr value = v->type == T_STRING ? 0 : literal_of(w, var);
        if (!value)
            refuse(w, p->eq, p->var, "Strings", "`kron simulate` has them");
        return value ? value : e;
    }
    if (v->type == T_STRING)
        refuse(w, p->eq, p->var, "Strings", "`kron simulate` has them");
    else if (v->kind == DV_DISCRETE || !number)
        refuse(w, p->eq, p->var, "variables that change at events only", events_elsewhere);
    if (sheet_kind(w->s, var) == SV_GIVEN && !lang_add_derivative(w, var))
        refuse(w, p->eq, p->var, "value for a variable that was declared known",
               v->int_of != NONE ? "the target `acsl` finds derivatives by differences; "
                                   "`differentiate` finds their equations"
                                 : "`variable unknown` takes that back");
    return e;
}

static Expr relation(ExprStore *st, ExprOp op, Expr a, Expr b)
{
    return expr_build(st, op, T_BOOL, EF_NOEVENT, 0, 2, (Expr[]){a, b});
}

/* An operator that the language lacks in terms of if-expressions; 0: it cannot be helped. */
static Expr in_other_words(ExprStore *st, ExprOp op, const Expr *x)
{
    Expr zero = expr_real(st, 0), one = expr_real(st, 1);
    switch (op) {
    case EX_SIGN:
        return expr_if(st, relation(st, EX_GT, x[0], zero), one,
                       expr_if(st, relation(st, EX_LT, x[0], zero), expr_neg(st, one), zero));
    case EX_MIN:
        return expr_if(st, relation(st, EX_LT, x[1], x[0]), x[1], x[0]);
    case EX_MAX:
        return expr_if(st, relation(st, EX_GT, x[1], x[0]), x[1], x[0]);
    case EX_SEMILINEAR:
        return expr_if(st, relation(st, EX_GE, x[0], zero), expr_mul2(st, x[1], x[0]),
                       expr_mul2(st, x[2], x[0]));
    default:
        return 0;
    }
}

/* ---- Conditions as numbers: swtch(x) is 1 if x > 0, else 0 ---- */

/* Not defined everywhere; x/2 and x^2 are. */
static bool is_partial(void *arg, Expr e)
{
    const ExprStore *st = arg;
    ExprOp op = expr_op(st, e);
    bool literal = (op == EX_DIV || op == EX_POW) && expr_is_number(st, expr_arg(st, e, 1));
    return (op_info[op].flags & OPF_DOMAIN) && !literal;
}

/* Both branches are computed, whatever the condition. */
static void tell_of_branches(Prepare *p, Expr a, Expr b)
{
    Lang *w = p->w;
    if (w->told_of_branches ||
        (!expr_any(p->st, a, is_partial, p->st) && !expr_any(p->st, b, is_partial, p->st)))
        return;
    w->told_of_branches = true;
    diag_warning(w->d->ctx->diags, place_of(w, p->eq),
                 "%s computes both branches of `%s` and of other conditions: they must be defined "
                 "everywhere",
                 w->info->title, text_of_eq(w, p->eq, p->var));
}

/* swtch(a - b): a > b */
static Expr switched(Prepare *p, Expr a, Expr b)
{
    Lang *w = p->w;
    if (!w->swtch) {
        Func *f = ARENA_NEW(w->d->arena, Func);
        *f = (Func){.name = name_cstr(w->d->ctx->names, "swtch"),
                    .ninputs = 1,
                    .noutputs = 1,
                    .undefined = ""};
        f->var = ARENA_ARRAY(w->d->arena, FuncVar, f->nvars = 2);
        f->var[0].type = f->var[1].type = f->result = T_REAL;
        w->swtch = func_add(p->st, f);
    }
    Expr x = expr_sub(p->st, expr_to_real(p->st, a), expr_to_real(p->st, b));
    return expr_make(p->st, EX_CALL, T_REAL, 0, w->swtch, 1, &x);
}

static Expr contrary(Prepare *p, Expr x)
{
    return expr_sub(p->st, expr_real(p->st, 1), x);
}

/* A relation, a logical operation or an `if` of operands that are numbers already. */
static Expr as_number(Prepare *p, Expr e, uint32_t n, const Expr *x)
{
    ExprStore *st = p->st;
    Expr result = n ? x[0] : 0;
    switch (expr_op(st, e)) {
    case EX_BOOL:
        return expr_real(st, (double)(expr_node(st, e)->payload != 0));
    case EX_LT:
        return switched(p, x[1], x[0]);
    case EX_GT:
        return switched(p, x[0], x[1]);
    case EX_LE:
        return contrary(p, switched(p, x[0], x[1]));
    case EX_GE:
        return contrary(p, switched(p, x[1], x[0]));
    case EX_NE:
        return expr_add2(st, switched(p, x[0], x[1]), switched(p, x[1], x[0]));
    case EX_EQ:
        return contrary(p, expr_add2(st, switched(p, x[0], x[1]), switched(p, x[1], x[0])));
    case EX_NOT:
        return contrary(p, x[0]);
    case EX_AND:
        for (uint32_t i = 1; i < n; i++)
            result = expr_mul2(st, result, x[i]);
        return result;
    case EX_OR: /* not (not a and not b ...) */
        result = contrary(p, x[0]);
        for (uint32_t i = 1; i < n; i++)
            result = expr_mul2(st, result, contrary(p, x[i]));
        return contrary(p, result);
    default:
        tell_of_branches(p, x[1], x[2]);
        return expr_add2(st, expr_mul2(st, x[0], expr_to_real(st, x[1])),
                         expr_mul2(st, contrary(p, x[0]), expr_to_real(st, x[2])));
    }
}

static bool is_logic(ExprOp op)
{
    return op == EX_BOOL || (op >= EX_LT && op <= EX_IF);
}

/* Calls inside calls written out end at some depth and number. */
static bool may_unfold(Lang *w, int most)
{
    w->unfolded = w->unfolding ? w->unfolded + 1 : 0;
    return w->unfolding < MOST_UNFOLDING && w->unfolded < most;
}

/* An element of a result of a call as a formula; 0: it is none. Functions that call themselves end
 * where that is decided before the run, or not at all. */
static Expr unfold_call(Prepare *p, const Func *f, uint32_t nargs, const Expr *args, int output,
                        uint32_t element, const char **why)
{
    Lang *w = p->w;
    if (!may_unfold(w, MOST_UNFOLDED)) {
        *why = "calls itself, or others, too often";
        return 0;
    }
    w->unfolding++;
    Expr e = lang_unfold(w, f, nargs, args, output, element);
    e = e ? lang_prepare(w, expr_drop_zeros(p->st, e), p->eq, p->var) : 0;
    w->unfolding--;
    return e;
}

/* Whether a function that is written as one has the place for it: numbers go in and one comes out.
 */
static bool is_written(Prepare *p, const Func *f, Expr e, const char **why)
{
    Lang *w = p->w;
    int funcs = w->func.n, tables = w->table.n, outside = w->outside.n;
    if (w->failed || !(w->info->can & CAN_FUNCTIONS) || expr_op(p->st, e) != EX_CALL)
        return false;
    w->tries++;
    bool simple = lang_func_simple(w, f, why);
    w->tries--;
    if (!simple) {
        w->func.n = funcs;
        w->table.n = tables;
        w->outside.n = outside;
    }
    w->failed = false;
    return simple;
}

static Expr prepare_call(Prepare *p, Expr e, Expr call, uint32_t output, uint32_t element)
{
    Lang *w = p->w;
    const ExprNode *n = expr_node(p->st, call);
    uint32_t number = (uint32_t)n->payload, nargs = n->nargs;
    if (lang_table_of(w, number))
        return e;
    const Func *f = func_get(p->st, number);
    if (f->undefined) { /* a function of that language */
        bool known = false;
        for (int i = 0; i < w->outside.n; i++)
            known = known || w->outside.v[i] == number;
        if (!known)
            vec_push(w->arena, &w->outside, number);
        return e;
    }
    Expr *args = arena_copy(w->arena, expr_args(p->st, call), nargs * sizeof *args);
    Expr inlined = may_unfold(w, MOST_INLINED)
                       ? func_inline(p->st, number, nargs, args, (int)output, element, MOST_INLINED)
                       : 0;
    if (inlined) {
        w->unfolding++;
        inlined = lang_prepare(w, inlined, p->eq, p->var);
        w->unfolding--;
        return inlined;
    }
    const char *why = "has statements that are not decided before the run";
    if (is_written(p, f, e, &why))
        return e;
    Expr unfolded = unfold_call(p, f, nargs, args, (int)output, element, &why);
    if (unfolded)
        return unfolded;
    refuse(w, p->eq, p->var,
           arena_printf(w->arena, "way to write the function `%s` (it %s)",
                        text_of(w->d->ctx, f->name), why),
           "`kron simulate` has them");
    return e;
}

static bool is_array(const Prepare *p, Expr e)
{
    return type_info(expr_types(p->st), expr_type(p->st, e))->ndims != 0;
}

/* {1, 2, 3}: can be a table. */
static bool is_list_of_numbers(const Prepare *p, Expr e)
{
    const ExprNode *n = expr_node(p->st, e);
    bool numbers = n->op == EX_ARRAY && (p->w->info->can & CAN_FUNCTIONS);
    for (uint32_t i = 0; i < n->nargs && numbers; i++)
        numbers = expr_is_number(p->st, expr_arg(p->st, e, i));
    return numbers;
}

/* Operators that are errors, or that need no care. */
static void check_operator(Prepare *p, Expr e)
{
    Lang *w = p->w;
    ExprOp op = expr_op(p->st, e);
    w->uses[op] = true;
    if (is_list_of_numbers(p, e))
        return;
    if (op == EX_PRE || op == EX_EDGE || op == EX_CHANGE || op == EX_SAMPLE || op == EX_TERMINAL)
        refuse(w, p->eq, p->var, "events", events_elsewhere);
    else if (op >= EX_CLOCK && op <= EX_FIRSTTICK)
        refuse(w, p->eq, p->var, "clocks", "`kron simulate` has them");
    else if (op == EX_DELAY)
        refuse(w, p->eq, p->var, "delay()", "`kron simulate` has it");
    else if (op == EX_TRANSPORT)
        refuse(w, p->eq, p->var, "spatialDistribution()", "`kron simulate` has it");
    else if (op == EX_STRING || op == EX_TOSTRING || op == EX_CONCAT)
        refuse(w, p->eq, p->var, "Strings", "`kron simulate` has them");
    else if (is_logic(op) && !(w->info->can & CAN_CONDITIONS))
        refuse(w, p->eq, p->var, "conditions", "the targets `acsl` and `octave` have them");
    else if (op >= EX_ABS && op <= EX_INTEGER && !has_function(w, op))
        refuse(w, p->eq, p->var, arena_printf(w->arena, "function `%s`", op_info[op].text),
               "the targets `dsblock` and `octave` have it");
}

static void prepare_node(void *arg, Expr e)
{
    Prepare *p = arg;
    ExprStore *st = p->st;
    ExprNode n = *expr_node(st, e);
    Expr *args = arena_copy(p->w->arena, expr_args(st, e), n.nargs * sizeof *args);
    Expr result = e;
    bool changed = false;
    for (uint32_t i = 0; i < n.nargs; i++) {
        Expr x = map_get(&p->done, args[i], args[i]);
        changed |= x != args[i];
        args[i] = x;
    }
    if (n.op == EX_VAR)
        result = prepare_var(p, e);
    else if (n.op == EX_INITIAL) /* the programs begin after the initialization */
        result = p->w->info->can & CAN_SWITCH ? expr_real(st, 0) : expr_bool(st, false);
    else if (is_logic((ExprOp)n.op) && (p->w->info->can & CAN_SWITCH))
        result = as_number(p, e, n.nargs, args);
    else if (changed)
        result = expr_build(st, (ExprOp)n.op, n.type, n.flags, n.payload, n.nargs, args);
    if (n.op == EX_CALL && type_info(expr_types(st), n.type)->base != TY_TUPLE && !is_array(p, e))
        result = prepare_call(p, result, result, 0, 0);
    else if (n.op == EX_PICK && expr_op(st, args[0]) == EX_CALL)
        result = prepare_call(p, result, args[0], (uint32_t)(n.payload >> 32), (uint32_t)n.payload);
    else if (n.op == EX_INDEX && n.nargs == 2 && is_list_of_numbers(p, args[0]) &&
             !is_array(p, args[1]))
        result = expr_make(st, EX_CALL, T_REAL, 0, lang_table(p->w, args[0]), 1, &args[1]);
    else if (n.op == EX_SEMILINEAR ||
             (n.op >= EX_ABS && n.op <= EX_INTEGER && !has_function(p->w, (ExprOp)n.op))) {
        Expr other = in_other_words(st, (ExprOp)n.op, args);
        result = other ? lang_prepare(p->w, other, p->eq, p->var) : result;
    }
    if (result == e || expr_op(st, result) == n.op)
        check_operator(p, result);
    map_set(&p->done, p->w->arena, e, result);
}

/* What is left of arrays: those in the arguments of calls are gone with the calls. */
static bool is_array_left(void *arg, Expr e)
{
    const Prepare *p = arg;
    return (op_info[expr_op(p->st, e)].flags & OPF_ARRAY) || is_array(p, e);
}

Expr lang_prepare(Lang *w, Expr e, int eq, uint32_t var)
{
    Prepare p = {.w = w, .st = w->d->store, .eq = eq, .var = var};
    expr_visit(p.st, e, prepare_node, &p);
    Expr result = map_get(&p.done, e, e);
    if (!w->failed && expr_any(p.st, result, is_array_left, &p))
        refuse(w, eq, var, "arrays", "`kron simulate` has them");
    if (expr_node(p.st, result)->size > MOST_NODES)
        refuse(w, eq, var, "lines long enough for an expression of a million terms",
               "`set SubExpr on` writes common subexpressions once");
    return result;
}
