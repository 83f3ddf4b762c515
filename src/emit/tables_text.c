/* tables_text.c - what messages of the run time say beyond the tables of rt/texts.h, because the
 * compiler can evaluate expressions: the values in an assertion that failed, and the operation that
 * gives a value that is not finite. */
#include "emit/tables_internal.h"

#include "base/die.h"
#include "dae/diagnose.h"
#include "rt/run.h"
#include "symbolic/func.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct Texts {
    KTexts t; /* first: KModel.texts */
    Dae *d;
    Numbers *num;
} Texts;

/* Runs in several threads may ask. */
static void fill(KTexts *t)
{
    KRON_TURN;
    if (!t->name)
        tables_words(((Texts *)t)->d, ((Texts *)t)->num, t);
}

/* ---- Assertions ---- */

/* What a state that has moved to where an assertion fails may be asked. */
static void put_doubt(Dae *d, const KInst *m, Expr condition, Buf *b)
{
    VarList all = expr_vars(d->store, d->arena, 1, &condition);
    if (m->initial || (b->n && buf_text(b)[b->n - 1] == '?'))
        return;
    for (int i = 0; i < all.n; i++)
        if (state_number(k_inst_model(m), all.var[i]) >= 0 &&
            m->v[all.var[i]] != k_began(m, (int)all.var[i])) {
            buf_printf(b, "\n  is a sign or a parameter wrong in what moves `%s`?",
                       dae_var_text(d, all.var[i]));
            return;
        }
}

/* Of a condition whose values are known from the text alone, as sizes are, its text. */
static void put_condition(Dae *d, Span at, Buf *b)
{
    Buf source = {0};
    source_text(d->ctx->sources, at, &source);
    const char *text = dae_text(d, &source), *open = strchr(text, '(');
    int depth = 0, n = 0;
    bool quoted = false;
    for (; open && open[1 + n] && (quoted || depth || open[1 + n] != ','); n++) {
        char c = open[1 + n];
        quoted = quoted != (c == '"');
        depth += quoted ? 0 : (strchr("([{", c) != NULL) - (strchr(")]}", c) != NULL);
    }
    if (open && open[1 + n] == ',' && !strncmp(text, "assert", 6))
        buf_printf(b, "`%.*s` is false", n, open + 1);
}

/* The values in the condition of the assertion at a position, and the component of a library that
 * has it; NULL if it is not one of the model's. */
static const char *assert_values(KTexts *t, const KInst *m, int number)
{
    KRON_TURN;
    Dae *d = ((Texts *)t)->d;
    Buf b = {0};
    int found = -1;
    for (int k = 0; k < d->eq.n && found < 0; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind == EQ_ASSERT && !eq->removed && (int)eq->span.beg == number &&
            expr_value(d->store, eq->rhs, m->v, m->time) == 0)
            found = k;
    }
    if (found < 0)
        return values_at(d, t, m, number);
    put_values_of(d, m, d->eq.v[found].rhs, &b);
    bool folded = !b.n;
    if (folded)
        put_condition(d, d->eq.v[found].span, &b);
    put_sources(d, t, m, d->eq.v[found].rhs, "", &b);
    put_doubt(d, m, d->eq.v[found].rhs, &b);
    if ((folded || !is_in_users_file(d, d->eq.v[found].span)) && *eq_owner(d, found)) {
        const char *users = place_of(d, users_place_of_eq(d, found).beg);
        buf_printf(&b, "\n  in `%s`%s%s%s", eq_owner(d, found), *users ? " (" : "", users,
                   *users ? ")" : "");
    }
    const char *text = b.n ? dae_text(d, &b) : NULL;
    return text ? text + strspn(text, "\n ") : NULL;
}

static const char *place(KTexts *t, int number)
{
    KRON_TURN;
    return place_of(((Texts *)t)->d, (uint32_t)number);
}

/* ---- The first value that is not finite ---- */

/* A model at values. */
typedef struct Seen {
    const KTexts *t;
    Dae *d;
    const KInst *m;
    bool starts; /* at the start of a run */
    const char
        *declared; /* of a parameter that is looked at, its declaration as written; NULL: none */
    Span declared_at;
} Seen;

/* What an operation without a result is called, and what its operand should be. */
typedef struct Wrong {
    const char *why, *wish;
} Wrong;

static Wrong wrong_with(ExprOp op, double x)
{
    bool power = op == EX_POW;
    switch (op) {
    case EX_DIV:
    case EX_QUOT:
    case EX_MOD:
    case EX_REM:
        return x == 0 ? (Wrong){"division by zero", "not 0"}
                      : (Wrong){"the quotient is too large for a number, divided", "not so small"};
    case EX_SQRT:
        return (Wrong){"square root of a negative number", "not negative"};
    case EX_LOG:
    case EX_LOG10:
        return (Wrong){"logarithm of a number that is not positive", "positive"};
    case EX_ASIN:
    case EX_ACOS:
        return (Wrong){"argument of asin or acos outside -1 .. 1", "within -1 .. 1"};
    default:
        return power ? (Wrong){"this power has no real value, or one too large; the exponent", NULL}
                     : (Wrong){"the result is too large for a number; the operand", "smaller"};
    }
}

static void put_place(Dae *d, Span at, Buf *b)
{
    const char *place = place_of(d, at.beg);
    if (*place)
        buf_printf(b, " (%s)", place);
}

/* The parameter that was given as 0 and by which e is 0, for e is not 0 where it is 1; NONE. */
static VarId zero_behind(Dae *d, const KInst *m, Expr e, int depth)
{
    VarList all = expr_vars(d->store, d->arena, 1, &e);
    for (int i = 0; i < all.n && depth < 8; i++) {
        VarId var = all.var[i];
        const DaeVar *v = &d->var.v[var];
        if (v->kind != DV_PARAMETER || v->hidden || m->v[var] != 0 || !v->binding)
            continue;
        m->v[var] = 1;
        bool matters = expr_value(d->store, e, m->v, m->time) != 0;
        m->v[var] = 0;
        VarList in = expr_vars(d->store, d->arena, 1, &v->binding);
        VarId found = !matters ? NONE : in.n ? zero_behind(d, m, v->binding, depth + 1) : var;
        if (found != NONE)
            return found;
    }
    return NONE;
}

/* ", as `r.R` is 0" */
static void put_zero_behind(Dae *d, const KInst *m, VarId var, Expr value, Buf *b)
{
    VarId zero = m->v[var] == 0 && value ? zero_behind(d, m, value, 0) : NONE;
    if (zero == NONE || zero == var)
        return;
    buf_printf(b, ", as `%s` is 0", dae_var_text(d, zero));
    put_place(d, users_place_of_var(d, zero), b);
}

/* What a variable of nonlinear equations was found from; false: it is none. */
static bool put_found(const Seen *seen, VarId var, const char *operand, const char *wish, Buf *b)
{
    Dae *d = seen->d;
    if (d->var.v[var].kind == DV_STATE || seen->m->v[var] == seen->m->start[var] ||
        !put_source(d, seen->t, seen->m, var, b))
        return false;
    buf_printf(b, ", found from its start value %g", seen->m->start[var]);
    put_place(d, users_place_of_start(d, var), b);
    buf_printf(b, ": choose a start value for which `%s` is %s", operand, wish);
    return true;
}

/* The states in what gives a variable at the start; false: there are none. */
static bool put_starts_of(Dae *d, Expr e, const char *operand, const char *wish, Buf *b)
{
    VarList all = e ? expr_vars(d->store, d->arena, 1, &e) : (VarList){0};
    int n = 0;
    for (int i = 0; i < all.n; i++)
        if (d->var.v[all.var[i]].kind == DV_STATE)
            buf_printf(b, "%s`%s`", n++ ? ", " : "\n  choose start values of ",
                       dae_var_text(d, all.var[i]));
    if (n)
        buf_printf(b, " for which `%s` is %s, or let an `if` say what holds where it is not",
                   operand, wish);
    return n > 0;
}

/* What to do about one variable of an operand; whether that is all that can be said. */
static bool put_cure(const Seen *seen, VarId var, const char *operand, const char *wish, Buf *b)
{
    Dae *d = seen->d;
    const KInst *m = seen->m;
    const DaeVar *v = &d->var.v[var];
    const char *name = dae_var_text(d, var);
    bool param = v->kind == DV_PARAMETER;
    int eq = param || !seen->starts ? -1 : computed_by(d, var);
    if (v->kind == DV_CONSTANT || v->hidden)
        return false;
    if (!param && !seen->starts) {
        put_source(d, seen->t, m, var, b);
        return false;
    }
    if (eq >= 0) {
        buf_printf(b, "\n  `%s` is %g by %s", name, m->v[var], equation_text(d, eq));
        buf_printf(b, " (%s)", place_of_eq(d, eq));
        put_zero_behind(d, m, var, written_sides(d, eq).rhs, b);
        put_inside(d, m, written_sides(d, eq).rhs, var, b);
        return put_starts_of(d, written_sides(d, eq).rhs, operand, wish, b);
    }
    if (!param && put_found(seen, var, operand, wish, b))
        return true;
    if (v->valueless)
        buf_printf(b, "\n  the parameter `%s` has no value", name);
    else if (param)
        buf_printf(b, "\n  the parameter `%s` is %g", name, m->v[var]);
    else
        buf_printf(b, "\n  `%s` starts with %g", name, m->v[var] == 0 ? 0 : m->v[var]);
    if (!v->valueless)
        put_meant(d, var, m->v[var], b);
    put_place(d, users_place_of_var(d, var), b);
    if (v->valueless)
        buf_puts(b, ": give it one");
    else if (!param)
        buf_printf(
            b,
            ": choose a start value for which `%s` is %s, or let an `if` say what holds where it "
            "is not",
            operand, wish);
    else
        put_zero_behind(d, m, var, v->binding, b);
    return v->valueless || !param;
}

/* The factor of a product or quotient that makes it 0, or negative: the others are innocent. */
static Expr culprit_of(const Seen *seen, Expr e, const char *wish)
{
    const ExprStore *s = seen->d->store;
    const KInst *m = seen->m;
    bool zero = !strcmp(wish, "not 0"),
         sign = !strcmp(wish, "not negative") || !strcmp(wish, "positive");
    if (expr_op(s, e) == EX_IF && (zero || sign)) /* the branch that holds */
        return culprit_of(
            seen, expr_arg(s, e, expr_value(s, expr_arg(s, e, 0), m->v, m->time) != 0 ? 1 : 2),
            wish);
    if ((!zero && !sign) || (expr_op(s, e) != EX_MUL && (expr_op(s, e) != EX_DIV || zero)))
        return e;
    Expr found = 0;
    int n = 0;
    for (uint32_t i = 0; i < expr_node(s, e)->nargs; i++) {
        double x = expr_value(s, expr_arg(s, e, i), m->v, m->time);
        if (zero ? x == 0 : x <= 0) {
            found = expr_arg(s, e, i);
            n++;
        }
    }
    return n == 1 ? culprit_of(seen, found, wish) : e;
}

/* A term that is a parameter far smaller than the other: perhaps in another unit. */
static void put_scales(const Seen *seen, Expr e, Buf *b)
{
    Dae *d = seen->d;
    if (expr_op(d->store, e) != EX_ADD || expr_node(d->store, e)->nargs != 2)
        return;
    double x[2];
    VarId var[2];
    for (uint32_t i = 0; i < 2; i++) {
        Expr term = expr_arg(d->store, e, i);
        VarList in = expr_vars(d->store, d->arena, 1, &term);
        x[i] = fabs(expr_value(d->store, term, seen->m->v, seen->m->time));
        var[i] = in.n == 1 && x[i] == fabs(seen->m->v[in.var[0]]) ? in.var[0] : NONE;
    }
    int small = x[1] < x[0];
    if (var[small] == NONE || d->var.v[var[small]].kind != DV_PARAMETER || x[small] == 0 ||
        x[!small] < 1e3 * x[small] || x[!small] > 1e12 * x[small])
        return; /* no unit is that far from another */
    buf_printf(b,
               "\n  the parameter is %.3g times smaller than what it is compared with: is `%s` "
               "given in another unit?",
               x[!small] / x[small], dae_var_text(d, var[small]));
}

static bool is_time(void *arg, Expr e)
{
    const Dae *d = arg;
    return expr_op(d->store, e) == EX_TIME;
}

/* A quotient that is too large, because parameters make its divisor small. */
static void put_divisor(const Seen *seen, Expr e, Buf *b)
{
    Dae *d = seen->d;
    if (expr_op(d->store, e) != EX_DIV)
        return;
    Expr divisor = expr_arg(d->store, e, 1);
    VarList all = expr_vars(d->store, d->arena, 1, &divisor);
    double x = expr_value(d->store, divisor, seen->m->v, seen->m->time);
    for (int i = 0; i < all.n; i++)
        if (d->var.v[all.var[i]].kind > DV_PARAMETER)
            return;
    if (!all.n || !(fabs(x) < 1))
        return;
    ExprNames names = dae_names(d);
    buf_puts(b, "\n  it is divided by `");
    expr_print(d->store, divisor, &names, b);
    buf_printf(b, "`, which is %g: is a parameter there given in another unit?", x);
}

/* An operand that only values before the event make what it is; false: it is none. */
static bool put_before(const Seen *seen, Expr operand, const char *shown, const char *wish, Buf *b)
{
    Dae *d = seen->d;
    VarList all = expr_vars(d->store, d->arena, 1, &operand);
    for (int i = 0; i < all.n; i++)
        if (d->var.v[all.var[i]].kind > DV_PARAMETER && expr_has_now(d->store, operand, all.var[i]))
            return false;
    bool starts = false;
    for (int i = 0; i < all.n; i++) {
        VarId var = all.var[i];
        if (d->var.v[var].kind <= DV_PARAMETER || seen->m->pre[var] != seen->m->start[var])
            continue;
        starts = true;
        buf_printf(b, "\n  `%s` starts with %g", dae_var_text(d, var), seen->m->pre[var]);
        put_place(d, users_place_of_start(d, var), b);
    }
    if (starts)
        buf_printf(
            b,
            ": choose a start value for which `%s` is %s, or let an `if` say what holds where "
            "it is not",
            shown, wish);
    return starts;
}

/* sin and cos at their largest. */
static Expr at_amplitude(void *arg, Expr e)
{
    Dae *d = arg;
    ExprOp op = (ExprOp)expr_op(d->store, e);
    return op == EX_SIN || op == EX_COS ? expr_real(d->store, 1) : e;
}

/* An argument that parameters let swing beyond what it may be, as where a rod is shorter than its
 * crank; false: it does not. */
static bool put_amplitude(const Seen *seen, Expr operand, const char *wish, Buf *b)
{
    Dae *d = seen->d;
    bool root = !strcmp(wish, "not negative");
    Expr most = root || !strcmp(wish, "within -1 .. 1")
                    ? expr_rewrite(d->store, operand, at_amplitude, d)
                    : operand;
    VarList all = expr_vars(d->store, d->arena, 1, &most);
    double x = expr_value(d->store, most, seen->m->v, seen->m->time);
    for (int i = 0; i < all.n; i++)
        if (d->var.v[all.var[i]].kind > DV_PARAMETER)
            return false;
    if (most == operand || !all.n || !(root ? x < 0 : fabs(x) > 1))
        return false;
    ExprNames names = dae_names(d);
    buf_printf(b, "\n  it swings %s to `", root ? "down" : "up");
    expr_print(d->store, most, &names, b);
    buf_printf(b, "`, which is %g: choose parameters for which that is %s", x,
               root ? "positive" : "at most 1");
    return true;
}

static bool is_wished(double x, const char *wish)
{
    return !strcmp(wish, "within -1 .. 1") ? fabs(x) < 1 : x > 0;
}

/* ", larger l or smaller r": the parameters in an operand with which it would be as it should. */
static void put_directions(const Seen *seen, Expr operand, const char *wish, Buf *b)
{
    Dae *d = seen->d;
    static const double factor[] = {1.25, 0.8};
    if (strcmp(wish, "within -1 .. 1") && strcmp(wish, "not negative") && strcmp(wish, "positive"))
        return;
    VarList all = expr_vars(d->store, d->arena, 1, &operand);
    for (int i = 0, n = 0; i < all.n; i++) {
        VarId var = all.var[i];
        double *value = &seen->m->v[var], at = *value;
        int found = -1;
        for (int k = 0; d->var.v[var].kind == DV_PARAMETER && at != 0 && k < 2; k++) {
            *value = at * factor[k];
            found = is_wished(expr_value(d->store, operand, seen->m->v, seen->m->time), wish)
                        ? k
                        : found;
        }
        *value = at;
        if (found < 0)
            continue;
        if (!n++)
            buf_printf(b, "\n  it would be %s here with ", wish);
        else
            buf_puts(b, " or ");
        buf_printf(b, "%s %s (it is %g)", (found == 0) == (at > 0) ? "larger" : "smaller",
                   dae_var_text(d, var), at);
    }
}

/* -x, where x would do. */
static void put_minus(const Seen *seen, Expr operand, const char *wish, Buf *b)
{
    Dae *d = seen->d;
    if ((strcmp(wish, "not negative") && strcmp(wish, "positive")) ||
        expr_op(d->store, operand) != EX_NEG)
        return;
    Expr of = expr_arg(d->store, operand, 0);
    double x = expr_value(d->store, of, seen->m->v, seen->m->time);
    ExprNames names = dae_names(d);
    if (!(x > 0))
        return;
    buf_puts(b, "\n  `");
    expr_print(d->store, of, &names, b);
    buf_printf(b, "` is %g: is the minus before it wrong?", x);
}

/* The one negative parameter in what gives an operand that must not be negative. */
static void put_negative(const Seen *seen, Expr operand, const char *wish, Buf *b)
{
    Dae *d = seen->d;
    VarId found = NONE,
          var = expr_op(d->store, operand) == EX_VAR ? var_number(d->store, operand) : NONE;
    if ((strcmp(wish, "not negative") && strcmp(wish, "positive")) || var == NONE ||
        !(seen->m->v[var] < 0))
        return;
    const KEquation *e = k_equation(seen->t, seen->t->defining, (int)var);
    for (int i = 0; e && i < e->nvars; i++) {
        VarId k = (VarId)e->var[i];
        if (d->var.v[k].kind != DV_PARAMETER || d->var.v[k].type != T_REAL || !(seen->m->v[k] < 0))
            continue;
        if (found != NONE)
            return;
        found = k;
    }
    if (found == NONE)
        return;
    buf_printf(b, "\n  is the sign of `%s` meant, which is %g", dae_var_text(d, found),
               seen->m->v[found]);
    put_place(d, users_place_of_var(d, found), b);
    buf_puts(b, "?");
}

/* A quotient in an operand whose divisor passes through 0. */
static void put_pole_in(const Seen *seen, Expr operand, Buf *b)
{
    Dae *d = seen->d;
    for (uint32_t i = 0; i < expr_node(d->store, operand)->nargs; i++)
        put_pole_in(seen, expr_arg(d->store, operand, i), b);
    if (expr_op(d->store, operand) != EX_DIV ||
        !is_at_edge(d, seen->m, expr_arg(d->store, operand, 1)))
        return;
    ExprNames names = dae_names(d);
    buf_puts(b, "\n  its divisor `");
    expr_print(d->store, expr_arg(d->store, operand, 1), &names, b);
    buf_printf(b, "` is %g: it passes through 0 here; let a condition end what moves it before",
               expr_value(d->store, expr_arg(d->store, operand, 1), seen->m->v, seen->m->time));
}

/* What to do about an operand that should be otherwise, and that the user wrote so. */
static void put_remedy(const Seen *seen, Expr operand, const char *shown, const char *wish, Buf *b)
{
    Dae *d = seen->d;
    bool starts = seen->starts;
    enum { MOST = 3 };
    Expr culprit = culprit_of(seen, operand, wish);
    VarList all = expr_vars(d->store, d->arena, 1, &culprit);
    ExprNames names = dae_names(d);
    Buf text = {0};
    expr_print(d->store, culprit, &names, &text);
    const char *printed = dae_text(d, &text), *written = culprit == operand ? shown : printed;
    bool varies = false, advised = false;
    if (put_before(seen, culprit, written, wish, b))
        return;
    for (int i = 0; i < all.n && i < MOST; i++)
        advised = put_cure(seen, all.var[i], written, wish, b) || advised;
    if (put_amplitude(seen, culprit, wish, b))
        return;
    put_minus(seen, culprit, wish, b);
    put_negative(seen, culprit, wish, b);
    if (!starts)
        put_directions(seen, culprit, wish, b);
    put_scales(seen, culprit, b);
    if (!strcmp(wish, "smaller"))
        put_divisor(seen, culprit, b);
    if (starts && !all.n && expr_any(d->store, operand, is_time, d) &&
        fabs(expr_value(d->store, operand, seen->m->v, seen->m->time)) < 1e-6)
        buf_puts(
            b, "\n  an `if` can give the value at this time, as in if time > 0 then ... else ...");
    for (int i = 0; i < all.n; i++)
        varies = varies || d->var.v[all.var[i]].kind > DV_PARAMETER;
    if (all.n && !varies)
        buf_printf(b, "\n  choose values for which `%s` is %s", written, wish);
    if (!starts && !strcmp(wish, "not negative") && is_at_edge(d, seen->m, operand))
        buf_printf(b,
                   "\n  `%s` is 0 but for rounding: the argument of a root, there its slope is "
                   "infinite; let a condition "
                   "end what moves it before it is 0, or limit it there, or take "
                   "sign(z)*sqrt(abs(z)) for a flow that "
                   "turns round; or is a sign wrong?",
                   shown);
    else if (starts ? varies && !advised : varies || !all.n)
        buf_printf(
            b, "\n  make sure that `%s` %s %s%s%s", written, starts ? "is" : "stays", wish,
            !strcmp(wish, "not negative")
                ? ", by max(..., 0) for example, or by sign(z)*sqrt(abs(z)) for what turns round"
            : !strcmp(wish, "not 0") ? ", or let an `if` give the value where it is 0"
                                     : "",
            starts ? "" : "; or is a sign wrong in what moves it?");
}

static void put_equation(const Seen *seen, int eq, Expr value, Buf *b)
{
    Dae *d = seen->d;
    ExprNames names = dae_names(d);
    if (eq < 0 && seen->declared) {
        buf_puts(b, seen->declared);
        put_place(d, seen->declared_at, b);
        return;
    }
    if (eq < 0) {
        expr_print(d->store, value, &names, b);
        return;
    }
    buf_puts(b, equation_text(d, eq));
    buf_printf(b, " (%s)", place_of_eq(d, eq));
}

static const char *func_text(const Dae *d, uint32_t number)
{
    return name_text(d->ctx->names, func_get(d->store, number)->name);
}

/* An operand without a literal factor that the user did not write. */
static Expr without_factor(Dae *d, Expr operand, int eq)
{
    ExprNames names = dae_names(d);
    Buf text = {0};
    expr_print(d->store, operand, &names, &text);
    const char *written = eq < 0 ? NULL : equation_text(d, eq), *printed = dae_text(d, &text);
    if (!written || strstr(written, printed) || expr_op(d->store, operand) != EX_MUL ||
        expr_node(d->store, operand)->nargs != 2 ||
        !expr_is_number(d->store, expr_arg(d->store, operand, 0)))
        return operand;
    return expr_arg(d->store, operand, 1);
}

/* The operand as it stands in the equation, the argument of its only call of `name`; else as
 * printed. */
static const char *as_written(Dae *d, int eq, const char *name, const char *printed)
{
    const char *text = eq < 0 ? "" : equation_text(d, eq);
    size_t n = strlen(name);
    const char *found = NULL;
    if (strstr(text, printed) || !isalpha((unsigned char)*name))
        return printed;
    for (const char *p = strstr(text, name); p; p = strstr(p + 1, name))
        if (p[n] == '(' && (p == text || !isalnum((unsigned char)p[-1]))) {
            if (found)
                return printed;
            found = p + n + 1;
        }
    int depth = 1;
    const char *end = found;
    for (; end && *end && depth; end++)
        depth += (*end == '(') - (*end == ')');
    return end && !depth ? arena_printf(d->arena, "%.*s", (int)(end - found) - 1, found) : printed;
}

static const char *printed_as(Dae *d, const ExprNames *names, Expr e)
{
    Buf text = {0};
    expr_print(d->store, e, names, &text);
    return dae_text(d, &text);
}

static bool is_sought(void *arg, Expr e)
{
    return e == *(const Expr *)arg;
}

/* Of what a `when` gives, the branch with an operation: conditions and `pre` around it are not the
 * user's. */
static Expr branch_with(Dae *d, int eq, Expr value, Expr operation)
{
    while (eq >= 0 && d->eq.v[eq].discrete && expr_op(d->store, value) == EX_IF) {
        Expr yes = expr_arg(d->store, value, 1), no = expr_arg(d->store, value, 2);
        value = expr_any(d->store, yes, is_sought, &operation) ? yes : no;
    }
    return value;
}

/* A variable that each event makes from its last value, beyond all numbers now. */
static bool put_growth(Dae *d, Expr value, uint32_t var, double x, Buf *b)
{
    Expr v = expr_var(d->store, d->var.v[var].type, var);
    Expr pre = expr_make(d->store, EX_PRE, d->var.v[var].type, 0, 0, 1, &v);
    bool grows = !isnan(x) && expr_any(d->store, value, is_sought, &pre);
    if (grows)
        buf_puts(b, "\n  each event makes it from its value before: it has grown from event to "
                    "event, the recursion is unstable");
    return grows;
}

/* An equation that is solved by an inverse function, which the user did not write. */
static const char *explain_inverse(const Seen *seen, int eq, Expr value, uint32_t var)
{
    Dae *d = seen->d;
    Buf b = {0};
    put_equation(seen, eq, value, &b);
    buf_printf(&b, " has no real solution for `%s` with these values", dae_var_text(d, var));
    put_values_of(d, seen->m, value, &b);
    put_sources(d, seen->t, seen->m, value, "", &b);
    return dae_text(d, &b);
}

typedef struct Kind {
    const ExprStore *s;
    int op;
} Kind;

static bool is_of_kind(void *arg, Expr e)
{
    const Kind *k = arg;
    return (int)expr_op(k->s, e) == k->op;
}

/* Whether an operation of this kind is in an equation, whose calls have been written out: not by an
 * inverse function. */
static bool has_operation(const Dae *d, int eq, Expr e)
{
    Kind k = {d->store, (int)expr_op(d->store, e)};
    const DaeEq *q = &d->eq.v[eq];
    return expr_any(d->store, q->lhs, is_of_kind, &k) || expr_any(d->store, q->rhs, is_of_kind, &k);
}

/* The branch of a divisor that holds is the number 0: in this mode the equation does not have its
 * unknown. */
static bool lacks_unknown(const Seen *seen, Expr divisor)
{
    const ExprStore *s = seen->d->store;
    bool branch = false;
    for (; expr_op(s, divisor) == EX_IF; branch = true)
        divisor = expr_arg(
            s, divisor,
            expr_value(s, expr_arg(s, divisor, 0), seen->m->v, seen->m->time) != 0 ? 1 : 2);
    return branch && expr_is_number(s, divisor);
}

/* Parameters of 0 in an equation as written. */
static void put_zeros_in(Dae *d, const KInst *m, int eq, Buf *b)
{
    Sides q = written_sides(d, eq);
    VarList all = expr_vars(d->store, d->arena, 2, (Expr[]){q.lhs, q.rhs});
    for (int i = 0; i < all.n; i++) {
        const DaeVar *v = &d->var.v[all.var[i]];
        if (v->kind != DV_PARAMETER || v->type != T_REAL || v->hidden || m->v[all.var[i]] != 0)
            continue;
        buf_printf(b, "\n  the parameter `%s` is 0", dae_var_text(d, all.var[i]));
        put_place(d, users_place_of_var(d, all.var[i]), b);
        buf_puts(b, ": a small value other than 0 leaves it in the equation");
    }
}

static const char *explain_mode(const Seen *seen, int eq, Expr value, uint32_t var)
{
    Dae *d = seen->d;
    Buf b = {0};
    buf_printf(&b, "here the equation does not have `%s`, which it determines otherwise: ",
               dae_var_text(d, var));
    put_equation(seen, eq, value, &b);
    put_values_of(d, seen->m, value, &b);
    put_zeros_in(d, seen->m, eq, &b);
    buf_puts(&b,
             "\n  it asks what is integrated to jump, as the current of a coil whose circuit is "
             "opened: give that "
             "another way to go on, as a diode beside the coil, or let reinit set it at the event");
    return dae_text(d, &b);
}

/* Whether variables of ours are in e: pivots of eliminations, which may be 0 and are replaced then.
 */
static bool has_hidden(Dae *d, Expr e)
{
    VarList all = expr_vars(d->store, d->arena, 1, &e);
    for (int i = 0; i < all.n; i++)
        if (d->var.v[all.var[i]].hidden)
            return true;
    return false;
}

/* Parameters that have become numbers, for sizes depend on them, in the declaration of another one.
 */
static void put_folded(const Seen *seen, Expr value, Buf *b)
{
    Dae *d = seen->d;
    const char *right = seen->declared ? strchr(seen->declared, '=') : NULL;
    while (right && strchr(right + 1, '=')) /* behind modifiers */
        right = strchr(right + 1, '=');
    for (uint32_t i = 0; right && i < d->nflat; i++) {
        const DaeVar *v = &d->var.v[i];
        const char *name = dae_var_text(d, i), *at = strstr(right, name);
        size_t n = strlen(name);
        bool number =
            v->kind <= DV_PARAMETER && (v->type == T_REAL || v->type == T_INT) && !v->hidden;
        while (number && at &&
               (isalnum((unsigned char)at[-1]) || isalnum((unsigned char)at[n]) ||
                strchr("_.", at[-1]) || (at[n] && strchr("_.", at[n]))))
            at = strstr(at + n, name);
        if (!number || !at || expr_has_var(d->store, value, i))
            continue;
        buf_printf(b, "\n  `%s` is %g", name,
                   v->binding && expr_is_number(d->store, v->binding)
                       ? expr_number(d->store, v->binding)
                       : seen->m->v[i]);
        put_place(d, users_place_of_var(d, i), b);
    }
}

/* The operation, and the calls that lead to it. */
/* What is wrong with an operation: which operand, its value and why; whether that is the base of a
 * power, or a dividend too large. */
typedef struct {
    Wrong wrong;
    Expr operand;
    double x;
} Culprit;

static Culprit culprit(const Dae *d, const KInst *m, const FuncFault *f)
{
    const ExprStore *store = d->store;
    ExprOp op = (ExprOp)expr_op(store, f->e);
    Expr first = expr_arg(store, f->e, 0);
    Culprit c = {wrong_with(op, f->argument),
                 expr_arg(store, f->e, expr_node(store, f->e)->nargs - 1), f->argument};
    if (f->func || (op != EX_POW && op != EX_DIV))
        return c;
    double above = expr_value(store, first, m->v, m->time);
    if (op == EX_POW && above < 0)
        return (Culprit){
            {"this power of a negative number has no real value; the number", "not negative"},
            first,
            above};
    if (op == EX_DIV && f->argument != 0 &&
        fabs(above) >
            fabs(1 / f->argument)) /* what is divided is too large, not the divisor too small */
        return (Culprit){wrong_with(EX_EXP, above), first, above};
    return c;
}

static const char *explain_fault(const Seen *seen, int eq, Expr value, uint32_t var,
                                 const FuncFault *f)
{
    Dae *d = seen->d;
    const KInst *m = seen->m;
    ExprNames names = dae_names(d);
    Culprit c = culprit(d, m, f);
    if (eq >= 0 && !f->func && f->argument == 0 && expr_op(d->store, f->e) == EX_DIV &&
        lacks_unknown(seen, c.operand))
        return explain_mode(seen, eq, value, var);
    Buf b = {0};
    if (f->func)
        names.in = func_get(d->store, f->func);
    if (c.x == 0 && !f->func)
        c.operand = without_factor(d, c.operand, eq);
    const char *name = op_info[expr_op(d->store, f->e)].text;
    const char *shown = printed_as(d, &names, c.operand);
    if (!f->func)
        shown = as_written(d, eq, name, shown);
    if (eq >= 0 && !f->func && isalpha((unsigned char)*name) &&
        !strstr(equation_text(d, eq), name) && !has_operation(d, eq, f->e))
        return explain_inverse(seen, eq, value, var);
    double beside = fabs(fabs(c.x) - 1); /* a little more than 1 is not 1 */
    bool ours = eq >= 0 && has_hidden(d, c.operand) && !strstr(equation_text(d, eq), shown);
    if (ours) {
        buf_printf(&b, "%.*s in ", (int)strcspn(c.wrong.why, ";"), c.wrong.why);
    } else {
        buf_printf(&b, "%s (", c.wrong.why);
        if (!expr_is_number(d->store, c.operand))
            buf_printf(&b, "`%s` is ", shown);
        buf_printf(&b, "%.*g) in ",
                   beside < 1e-14  ? 17
                   : beside < 1e-5 ? 15
                                   : 6,
                   c.x == 0 ? 0 : c.x);
    }
    for (int i = f->ncalls - 1; i >= 0; i--) {
        buf_printf(&b, "`%s`", func_text(d, f->call[i].func));
        put_place(d, i == f->ncalls - 1 ? f->at : f->call[i + 1].at, &b);
        buf_puts(&b, i ? "\n  called by " : "\n  called in ");
    }
    put_equation(seen, eq, value, &b);
    put_values_of(d, m, branch_with(d, eq, value, f->e), &b);
    put_folded(seen, value, &b);
    bool recursion = isinf(m->v[var]) && eq >= 0 && d->eq.v[eq].discrete &&
                     put_growth(d, branch_with(d, eq, value, f->e), var, m->v[var], &b);
    if (!f->func && c.wrong.wish && !recursion && !ours)
        put_remedy(seen, c.operand, shown, c.wrong.wish, &b);
    if (!f->func && !ours && (!c.wrong.wish || !strcmp(c.wrong.wish, "smaller")))
        put_pole_in(seen, c.operand, &b);
    if (seen->starts && eq >= 0 && !strstr(buf_text(&b), "start value") && put_solved(d, m, eq, &b))
        buf_puts(&b, ": other start values may lead to a solution");
    return dae_text(d, &b);
}

/* The expression that gives a variable at events; 0: none. */
static Expr given_at_events(const Dae *d, uint32_t var)
{
    const System *s = dae_system(d, SYSTEM_SIMULATION);
    for (int i = 0; i < s->nblocks; i++)
        for (int k = 0; k < s->block[i]->nassign; k++)
            if (s->block[i]->assign[k].var == var && !s->block[i]->assign[k].pre)
                return s->block[i]->assign[k].value;
    return 0;
}

static const char *explain(const Seen *seen, int eq, Expr value, uint32_t var)
{
    Dae *d = seen->d;
    const KInst *m = seen->m;
    FuncFault fault;
    Expr at_event = m->initial && d->var.v[var].kind == DV_DISCRETE ? given_at_events(d, var) : 0;
    if (at_event && func_fault(d->store, at_event, m->v, m->pre, m->time, &fault))
        return explain_fault(seen, eq, at_event, var, &fault);
    if (func_fault(d->store, value, m->v, m->pre, m->time, &fault))
        return explain_fault(seen, eq, value, var, &fault);
    Buf b = {0};
    buf_putc(&b, '`');
    dae_var_name(d, var, &b);
    buf_printf(&b, "` is not finite in ");
    put_equation(seen, eq, value, &b);
    put_values_of(d, m, value, &b);
    put_growth(d, value, var, m->v[var], &b);
    return dae_text(d, &b);
}

static const char *look_at(const Seen *seen, int n, const Assign *a)
{
    const Dae *d = seen->d;
    const KInst *m = seen->m;
    for (int i = 0; i < n; i++)
        if (a[i].var != NONE && !a[i].pre && d->var.v[a[i].var].type != T_STRING &&
            !isfinite(m->v[a[i].var]))
            return explain(seen, a[i].eq, a[i].value, a[i].var);
    return NULL;
}

/* The first assignment that has no result at the values as they are: what failed was taken back. */
static const char *look_again(const Seen *seen, const System *s)
{
    FuncFault fault;
    for (int i = 0; i < s->nblocks; i++)
        for (int k = 0; k < s->block[i]->nassign; k++) {
            const Assign *a = &s->block[i]->assign[k];
            if (a->var != NONE && !a->pre && a->value &&
                func_fault(seen->d->store, a->value, seen->m->v, seen->m->pre, seen->m->time,
                           &fault))
                return explain_fault(seen, a->eq, a->value, a->var, &fault);
        }
    return NULL;
}

/* The declaration of a parameter of the model itself, as written: dx = L/(n - 1), where n is a
 * number for us; NULL: it is not plain. */
static const char *declared_text(Dae *d, VarId var)
{
    enum { LONGEST = 120 };
    const char *name = dae_var_text(d, var);
    if (strpbrk(name, ".[") || !is_in_users_file(d, d->var.v[var].span))
        return NULL;
    Buf b = {0};
    source_text(d->ctx->sources, (Span){d->var.v[var].span.beg, d->var.v[var].span.beg + LONGEST},
                &b);
    const char *text = dae_text(d, &b);
    int depth = 0, n = 0;
    for (; text[n] && (depth > 0 || !strchr(",;\"\n", text[n])); n++)
        depth += (text[n] == '(') - (text[n] == ')');
    while (n > 0 && text[n - 1] == ' ')
        n--;
    const char *plain = arena_printf(d->arena, "%.*s", n, text);
    return strchr(plain, '=') && text[n] ? plain : NULL;
}

static const char *look_at_parameters(const Seen *seen)
{
    Dae *d = seen->d;
    const KInst *m = seen->m;
    for (int i = 0; i < d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        Expr value = v->binding ? v->binding : v->start;
        if (v->kind != DV_PARAMETER || v->alias != NONE || v->type != T_REAL || !value ||
            isfinite(m->v[i]) ||
            (!v->binding && isfinite(expr_value(d->store, value, m->v, m->time))))
            continue;
        Seen here = *seen;
        here.declared = declared_text(d, (VarId)i);
        here.declared_at = users_place_of_var(d, (VarId)i);
        const char *text = explain(&here, -1, value, (uint32_t)i);
        if (here.declared)
            return text;
        const char *place = place_of(d, users_place_of_var(d, (VarId)i).beg);
        return *place ? arena_printf(d->arena, "%s (%s)", text, place) : text;
    }
    return NULL;
}

static const char *look_at_residuals(const Seen *seen, const Block *b, bool finite_too)
{
    const Dae *d = seen->d;
    const KInst *m = seen->m;
    for (int k = 0; k < b->core->ntorn; k++)
        if (!isfinite(expr_value(d->store, b->core->residual[k], m->v, m->time)) &&
            (finite_too || !isfinite(m->v[b->core->torn[k]])))
            return explain(seen, b->core->residual_eq[k], b->core->residual[k], b->core->torn[k]);
    return NULL;
}

/* A parameter that the initial problem has not found: what comes after it is not the cause. */
static const char *look_at_sought(const Seen *seen)
{
    Dae *d = seen->d;
    const System *s = dae_system(d, SYSTEM_INITIAL);
    for (int i = 0; i < s->nblocks; i++)
        for (int k = 0; k < s->block[i]->nassign; k++) {
            const Assign *a = &s->block[i]->assign[k];
            if (a->var == NONE || a->pre || !d->var.v[a->var].sought ||
                isfinite(seen->m->v[a->var]))
                continue;
            bool quotient = expr_op(d->store, a->value) == EX_DIV;
            Expr by = quotient ? expr_arg(d->store, a->value, 1) : 0;
            FuncFault zero = {.e = a->value};
            const char *text = quotient && expr_value(d->store, by, seen->m->v, seen->m->time) == 0
                                   ? explain_fault(seen, a->eq, a->value, a->var, &zero)
                                   : explain(seen, a->eq, a->value, a->var);
            return arena_printf(
                d->arena,
                "%s\n  this equation is solved for the parameter `%s`, which has fixed = false: "
                "with these values it says nothing about it; is an initial equation wrong?",
                text, dae_var_text(d, a->var));
        }
    return NULL;
}

/* The reinit among statements whose value, at the values as they are, is not a number. */
static const char *look_at_reinit(const Seen *seen, int n, Stmt *const *body)
{
    Dae *d = seen->d;
    FuncFault fault;
    const char *text = NULL;
    for (int i = 0; i < n && !text; i++) {
        const Stmt *s = body[i];
        for (int k = 0; k < s->nbranches && !text; k++)
            text = look_at_reinit(seen, s->branch[k].n, s->branch[k].body);
        if (s->kind != ST_REINIT || expr_op(d->store, s->target[0]) != EX_VAR ||
            expr_op(d->store, s->value) == EX_VAR ||
            !func_fault(d->store, s->value, seen->m->v, seen->m->pre, seen->m->time, &fault))
            continue;
        ExprNames names = dae_names(d);
        VarId var = var_number(d->store, s->target[0]);
        Buf b = {0};
        buf_printf(&b, "reinit(%s, ", dae_var_text(d, var));
        expr_print(d->store, s->value, &names, &b);
        buf_puts(&b, ")");
        Seen here = *seen;
        here.declared = dae_text(d, &b);
        here.declared_at = s->span;
        text = explain_fault(&here, -1, s->value, (uint32_t)var, &fault);
    }
    return text;
}

static const char *look_at_actions(const Seen *seen)
{
    const Dae *d = seen->d;
    const char *text = NULL;
    for (int k = 0; k < d->eq.n && !text; k++)
        if (d->eq.v[k].body && !d->eq.v[k].removed)
            text = look_at_reinit(seen, d->eq.v[k].body->nbody, d->eq.v[k].body->body);
    return text;
}

/* Values are as the failed evaluation left them: the first in order of evaluation that is not
 * finite is the culprit. */
static const char *locate(KTexts *t, KInst *m, int block, bool starts)
{
    KRON_TURN;
    Dae *d = ((Texts *)t)->d;
    Seen seen = {.t = t, .d = d, .m = m, .starts = starts};
    const System *s = dae_system(d, m->initial ? SYSTEM_INITIAL : SYSTEM_SIMULATION);
    const char *text = look_at_parameters(&seen);
    if (!text)
        text = look_at_sought(&seen);
    for (int i = 0; i < s->nblocks && !text; i++) {
        const Block *b = s->block[i];
        text = look_at(&seen, b->nassign, b->assign);
        if (text && b->n > 1 && b->kind == BLOCK_LINEAR && strstr(text, "division by zero"))
            text = arena_printf(d->arena, "%d linear equations are singular: %s", b->n, text);
        if (!text)
            text = look_at_residuals(&seen, b, false);
    }
    const Numbers *num = ((Texts *)t)->num;
    if (!text && block >= 0 && block < num->nblocks)
        text = look_at_residuals(&seen, num->block[block], true);
    if (!text)
        text = look_again(&seen, s);
    return text || block >= 0 ? text : look_at_actions(&seen);
}

static const char *callers(KTexts *t, const KInst *m, int position, const char *function)
{
    KRON_TURN;
    return calls_to(((Texts *)t)->d, t, m, position, function);
}

static const char *jumps(KTexts *t, const KInst *m, KJumps which)
{
    KRON_TURN;
    Dae *d = ((Texts *)t)->d;
    const char *text = jumps_near(d, m, true);
    if (!text && which != K_JUMPS_CLOSE)
        text = edges_near(d, t, m);
    return text || which != K_JUMPS_ALL ? text : jumps_near(d, m, false);
}

static const char *source(KTexts *t, const KInst *m, int var)
{
    KRON_TURN;
    Dae *d = ((Texts *)t)->d;
    Buf b = {0};
    bool known = put_source(d, t, m, (VarId)var, &b);
    const char *text = dae_text(d, &b);
    return known ? text : NULL;
}

static int driver(KTexts *t, const KInst *m, int var)
{
    KRON_TURN;
    Driver found = driver_of(((Texts *)t)->d, m, (VarId)var);
    return found.var == NONE || found.idle ? -1 : (int)found.var;
}

static const char *known(KTexts *t, const KInst *m, int block)
{
    KRON_TURN;
    Dae *d = ((Texts *)t)->d;
    Buf b = {0};
    if (m->initial && block >= 0 && block < ((Texts *)t)->num->nblocks)
        put_known(d, m, ((Texts *)t)->num->block[block], &b);
    return b.n ? dae_text(d, &b) : NULL;
}

static bool is_pole(ExprOp op)
{
    return op == EX_DIV || op == EX_LOG || op == EX_LOG10;
}

/* The first assignment, of equations as they are written, with a division by 0 or its logarithm. */
static const char *infinite(KTexts *t, const KInst *m)
{
    KRON_TURN;
    Dae *d = ((Texts *)t)->d;
    Seen seen = {.t = t, .d = d, .m = m, .starts = true};
    const System *s = dae_system(d, SYSTEM_SIMULATION);
    FuncFault fault;
    for (int i = 0; i < s->nblocks; i++)
        for (int k = 0; k < s->block[i]->nassign; k++) {
            const Assign *a = &s->block[i]->assign[k];
            if (a->var != NONE && !a->pre && a->value && a->eq >= 0 &&
                func_fault(d->store, a->value, m->v, m->pre, m->time, &fault) &&
                is_pole((ExprOp)expr_op(d->store, fault.e)) && fault.argument == 0 &&
                !has_hidden(d, fault.e))
                return explain_fault(&seen, a->eq, a->value, a->var, &fault);
        }
    return NULL;
}

static const char *divided(KTexts *t, const KInst *m)
{
    KRON_TURN;
    return zero_divisor(((Texts *)t)->d, m);
}

static const char *cut(KTexts *t, const KInst *m, int state)
{
    KRON_TURN;
    return cut_off(((Texts *)t)->d, m, (VarId)state);
}

static int roots(KTexts *t, const KInst *m, int var, int *root, int most)
{
    KRON_TURN;
    return roots_of(((Texts *)t)->d, m, (VarId)var, root, most);
}

static void vary(KTexts *t, KInst *m, int var, double to)
{
    KRON_TURN;
    vary_parameter(((Texts *)t)->d, m, (VarId)var, to);
}

void tables_texts(Dae *d, Numbers *num, KModel *model)
{
    Texts *t = ARENA_NEW(d->arena, Texts);
    *t = (Texts){{.fill = fill,
                  .place = place,
                  .assert_values = assert_values,
                  .locate = locate,
                  .source = source,
                  .callers = callers,
                  .jumps = jumps,
                  .driver = driver,
                  .known = known,
                  .infinite = infinite,
                  .divided = divided,
                  .cut = cut,
                  .roots = roots,
                  .vary = vary},
                 .d = d,
                 .num = num};
    model->texts = &t->t;
}
