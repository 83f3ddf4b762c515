/* tables_calls.c - what messages of the run time say of functions: the calls that lead to a
 * statement of one, down to an equation of the model, and conditions that make no event.
 *
 * Which equation had called is not recorded while a model runs; the chains of calls there are in
 * the model are followed from the function outwards, breadth first. O(statements and equations) for
 * each function on the way. Calls that were written out are found by the name in the text of the
 * equation. */
#include "dae/diagnose.h"
#include "emit/tables_internal.h"
#include "symbolic/func.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { MOST_LEVELS = 12, MOST_SHOWN = 3 };

/* ---- Functions ---- */

typedef struct Wanted {
    const ExprStore *s;
    uint32_t func;
} Wanted;

static bool is_call_of(void *arg, Expr e)
{
    const Wanted *w = arg;
    const ExprNode *n = expr_node(w->s, e);
    return n->op == EX_CALL && (uint32_t)n->payload == w->func;
}

static bool calls(const Wanted *w, Expr e)
{
    return e && expr_any(w->s, e, is_call_of, (void *)w);
}

/* The first statement that `test` holds for; NULL: none. */
typedef bool TestStmt(const void *arg, const Stmt *s);

static const Stmt *find_stmt(int n, Stmt *const *body, TestStmt *test, const void *arg)
{
    for (int i = 0; i < n; i++) {
        if (test(arg, body[i]))
            return body[i];
        for (int k = 0; k < body[i]->nbranches; k++) {
            const Stmt *in = find_stmt(body[i]->branch[k].n, body[i]->branch[k].body, test, arg);
            if (in)
                return in;
        }
    }
    return NULL;
}

static bool stmt_calls(const void *arg, const Stmt *s)
{
    bool any = calls(arg, s->value) || calls(arg, s->range);
    for (int i = 0; i < s->nbranches && !any; i++)
        any = calls(arg, s->branch[i].condition);
    return any;
}

static bool stmt_stands_at(const void *arg, const Stmt *s)
{
    return s->span.beg == *(const uint32_t *)arg;
}

static const char *last_name(const Dae *d, const Func *f)
{
    const char *name = name_text(d->ctx->names, f->name), *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* Whether the text of an equation has name( in it. */
static bool names_call(Dae *d, Span at, const char *name)
{
    Buf text = {0};
    size_t n = strlen(name);
    bool found = false;
    source_text(d->ctx->sources, at, &text);
    for (const char *p = strstr(buf_text(&text), name); p && !found; p = strstr(p + 1, name)) {
        const char *after = p + n + strspn(p + n, " ");
        bool begins = p == buf_text(&text) || !(isalnum((unsigned char)p[-1]) || p[-1] == '_');
        found = begins && *after == '(';
    }
    buf_free(&text);
    return found;
}

static bool equation_calls(Dae *d, int k, uint32_t func)
{
    const DaeEq *q = &d->eq.v[k];
    Wanted w = {d->store, func};
    return calls(&w, q->lhs) || calls(&w, q->rhs) || calls(&w, q->when) ||
           (q->body && find_stmt(q->body->nbody, q->body->body, stmt_calls, &w)) ||
           names_call(d, q->span, last_name(d, func_get(d->store, func)));
}

/* ---- Chains ---- */

static void put_where(Dae *d, Span at, Buf *b)
{
    const char *place = place_of(d, at.beg);
    if (*place)
        buf_printf(b, " (%s)", place);
}

/* An equation with a call; of a call for variables of ours, which nobody wrote, the call alone. */
static const char *call_text(Dae *d, int k)
{
    const DaeEq *q = &d->eq.v[k];
    const char *text = equation_text(d, k), *right = strstr(text, ") = ");
    bool ours = q->noutputs > 0 && right;
    for (int i = 0; i < q->noutputs && ours; i++)
        ours = q->output[i] == NONE || d->var.v[q->output[i]].hidden;
    return ours ? right + 4 : text;
}

/* The equations that call a function; how many. */
static int put_equations(Dae *d, uint32_t func, bool first, Buf *b, int *last)
{
    int n = 0;
    for (int k = 0; k < d->eq.n; k++) {
        if (d->eq.v[k].source != NONE || !equation_calls(d, k, func))
            continue;
        if (n++ >= MOST_SHOWN)
            continue;
        *last = k;
        buf_puts(b, n == 1 && first ? "\n  called in " : "\n  or in ");
        buf_puts(b, call_text(d, k));
        buf_printf(b, " (%s)", place_of_eq(d, k));
    }
    if (n > MOST_SHOWN)
        buf_printf(b, "\n  or in one of %d more equations", n - MOST_SHOWN);
    return n;
}

typedef struct FoundCall {
    const Wanted *w;
    Expr call;
} FoundCall;

static void find_call(void *arg, Expr e)
{
    FoundCall *f = arg;
    if (is_call_of((void *)f->w, e))
        f->call = e;
}

/* " as f({0, 0, 0})", if it is short: what it is called with tells what was set. */
static void put_call(Dae *d, const KInst *m, const Wanted *w, Expr value, Buf *b)
{
    enum { LONGEST = 120 };
    FoundCall f = {w, 0};
    ExprNames names = dae_names(d);
    Buf text = {0};
    expr_visit(d->store, value, find_call, &f);
    if (f.call)
        expr_print(d->store, f.call, &names, &text);
    if (text.n && text.n < LONGEST)
        buf_printf(b, " as %s", buf_text(&text));
    buf_free(&text);
    if (f.call)
        put_values_of(d, m, f.call, b);
}

/* The parameters whose values call a function, of each component one; how many. */
static int put_values(Dae *d, const KInst *m, uint32_t func, Buf *b)
{
    Wanted w = {d->store, func};
    int n = 0;
    uint32_t last = 0;
    for (int i = 0; i < d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        if (v->kind > DV_PARAMETER || !calls(&w, v->binding))
            continue;
        Span at = users_place_of_var(d, (VarId)i);
        if ((n && at.beg == last) || n++ >= MOST_SHOWN)
            continue;
        last = at.beg;
        const char *name = dae_var_text(d, (VarId)i), *dot = strrchr(name, '.');
        bool inside = dot && !is_in_users_file(d, v->span); /* no name that the user knows */
        buf_printf(b, "%s `%.*s`",
                   n > 1    ? "\n  or of"
                   : inside ? "\n  called by"
                            : "\n  called for the value of",
                   inside ? (int)(dot - name) : (int)strlen(name), name);
        put_where(d, at, b);
        if (n == 1)
            put_call(d, m, &w, v->binding, b);
    }
    if (n > MOST_SHOWN)
        buf_printf(b, "\n  or of one of %d more parameters", n - MOST_SHOWN);
    return n;
}

/* What the one equation that can have called has in it. */
static void put_circumstances(Dae *d, const KTexts *t, const KInst *m, int k, Buf *b)
{
    Expr value = d->eq.v[k].rhs ? d->eq.v[k].rhs : d->eq.v[k].lhs;
    put_values_of(d, m, value, b);
    put_sources(d, t, m, value, equation_text(d, k), b);
    if (d->eq.v[k].rhs && d->eq.v[k].lhs) /* what the call is solved for stands in its arguments */
        put_sources(d, t, m, d->eq.v[k].lhs, equation_text(d, k), b);
}

/* The chain from a function outwards. */
static const char *chain_from(Dae *d, const KTexts *t, const KInst *m, uint32_t func)
{
    Buf b = {0};
    for (int level = 0; level < MOST_LEVELS; level++) {
        int last = -1, values = put_values(d, m, func, &b);
        int equations = put_equations(d, func, !values, &b, &last);
        if (values + equations == 1 && equations == 1)
            put_circumstances(d, t, m, last, &b);
        for (int k = 0; k < d->eq.n && equations && m->initial; k++)
            if (d->eq.v[k].source == NONE && equation_calls(d, k, func) && put_solved(d, m, k, &b))
                break;
        if (values + equations)
            return dae_text(d, &b);
        uint32_t caller = 0, n = funcs_count(d->store);
        for (uint32_t f = 1; f <= n && !caller; f++) {
            const Func *q = func_get(d->store, f);
            Wanted w = {d->store, func};
            const Stmt *at = f == func ? NULL : find_stmt(q->nbody, q->body, stmt_calls, &w);
            if (!at)
                continue;
            caller = f;
            buf_printf(&b, "\n  called by `%s`", name_text(d->ctx->names, q->name));
            put_where(d, at->span, &b);
        }
        if (!caller)
            break;
        func = caller;
    }
    buf_free(&b);
    return NULL;
}

/* A statement or the declaration of a variable. */
static bool has_place(const Func *f, uint32_t at)
{
    for (int i = 0; i < f->nvars; i++)
        if (f->var[i].span.beg == at)
            return true;
    return find_stmt(f->nbody, f->body, stmt_stands_at, &at) != NULL;
}

const char *calls_to(Dae *d, const KTexts *t, const KInst *m, int position, const char *function)
{
    uint32_t n = funcs_count(d->store), at = (uint32_t)position;
    for (uint32_t f = 1; f <= n; f++) {
        const Func *q = func_get(d->store, f);
        const char *name = name_text(d->ctx->names, q->name);
        if (function ? !strcmp(name, function) : has_place(q, at))
            return chain_from(d, t, m, f);
    }
    return NULL;
}

/* ---- Conditions that make no event ---- */

typedef struct NearJump {
    Dae *d;
    const KInst *m;
    int eq;
    Expr relation; /* or sign; 0: none */
    double distance;
    double size; /* of what is compared */
    int at;      /* its equation */
} NearJump;

/* Whether it jumps where two numbers are equal, and makes no event there. */
static bool jumps_unseen(const ExprStore *s, const ExprNode *n, Expr e)
{
    bool relation = n->op >= EX_LT && n->op <= EX_GE && n->flags & EF_NOEVENT;
    return (relation || n->op == EX_SIGN) && expr_type(s, expr_arg(s, e, 0)) == T_REAL;
}

static void note_jump(void *arg, Expr e)
{
    NearJump *w = arg;
    const ExprStore *s = w->d->store;
    const ExprNode *n = expr_node(s, e);
    if (!jumps_unseen(s, n, e))
        return;
    double a = expr_value(s, expr_arg(s, e, 0), w->m->v, w->m->time);
    double b = n->nargs > 1 ? expr_value(s, expr_arg(s, e, 1), w->m->v, w->m->time) : 0;
    double distance = fabs(a - b);
    if (w->relation && !(distance < w->distance))
        return;
    w->relation = e;
    w->distance = isnan(distance) ? INFINITY : distance;
    w->size = fmax(fabs(a), fabs(b));
    w->at = w->eq;
}

static bool stmt_decides(const void *arg, const Stmt *s)
{
    (void)arg;
    return s->kind == ST_IF;
}

/* The function called in an equation that has a condition, and where; false: none. */
static bool find_condition(Dae *d, int k, const Func **func, Span *at)
{
    uint32_t n = funcs_count(d->store);
    for (uint32_t f = 1; f <= n; f++) {
        const Func *q = func_get(d->store, f);
        const Stmt *s = find_stmt(q->nbody, q->body, stmt_decides, NULL);
        if (s && equation_calls(d, k, f)) {
            *func = q;
            *at = s->span;
            return true;
        }
    }
    return false;
}

const char *jumps_near(Dae *d, const KInst *m, bool only_close)
{
    enum { MOST_EQUATIONS = 20000 };
    /* A solution that is driven back to a jump stays this close to it; another is by chance. */
    const double close = 1e-4;
    NearJump w = {.d = d, .m = m, .distance = INFINITY, .at = -1};
    const Func *func = NULL;
    Span at = {0};
    for (w.eq = 0; w.eq < d->eq.n && w.eq < MOST_EQUATIONS; w.eq++) {
        const DaeEq *q = &d->eq.v[w.eq];
        if (q->kind != EQ_SCALAR || q->initial || q->removed)
            continue;
        expr_visit(d->store, q->lhs, note_jump, &w);
        expr_visit(d->store, q->rhs, note_jump, &w);
    }
    if (only_close && !(w.distance <= close * fmax(1, w.size)))
        return NULL;
    Buf b = {0};
    ExprNames names = dae_names(d);
    names.in_function = true;
    for (int k = 0; k < d->eq.n && w.at < 0 && !func; k++)
        if (!d->eq.v[k].removed && !d->eq.v[k].initial && find_condition(d, k, &func, &at))
            w.at = k;
    if (w.at < 0)
        return NULL;
    if (!func)
        find_condition(d, w.at, &func, &at);
    if (w.relation) {
        buf_puts(&b, "`");
        expr_print(d->store, w.relation, &names, &b);
        buf_puts(&b, "`");
    } else {
        buf_puts(&b, "a condition");
    }
    if (func) {
        buf_printf(&b, " in the function `%s`", name_text(d->ctx->names, func->name));
        put_where(d, at, &b);
        buf_puts(&b, ", called");
    }
    buf_printf(&b, " in %s", equation_text(d, w.at));
    buf_printf(&b, " (%s)", place_of_eq(d, w.at));
    buf_puts(&b, ", makes no event: where the solution jumps there no step is small enough; ");
    buf_puts(&b,
             w.relation && expr_op(d->store, w.relation) == EX_SIGN
                 ? "where it is driven back to the jump, as by friction, model the rest there as "
                   "a state of its own, or make the jump smooth, as by `tanh`"
                 : "write the condition in an equation, outside of functions and noEvent, or "
                   "make the jump smooth");
    return dae_text(d, &b);
}
