/* alias.c - elimination of a = b, a = -b (Boolean: a = not b) and a = literal.
 *
 * Every linear equation with literal rest is a row: classes of variables with coefficients. Classes
 * are merged by union-find with sign; a row that has come down to one or two classes is checked
 * again. When classes merge, the rows of the one with fewer entries are changed, so a sum of
 * 100,000 terms costs no more than its length. An equation that is not linear is read again when a
 * variable in it has turned out to be a number: in a plane the zeros of a body's axes follow from
 * those of the body before. Expressions are rewritten once at the end, which may give further rows,
 * so there may be a second pass, seldom more. O(entries log n).
 *
 * An equation that says what is known already is left as it is, without unknowns: the structural
 * analysis names it. */
#include "base/die.h"
#include "dae/diagnose.h"
#include "model/flat.h"

#include <math.h>

/* Why a class cannot be merged freely: its member has to be the one that is kept. */
enum {
    HAS_INPUT = 1,
    HAS_STATE = 2,
    HAS_DERIVATIVE = 4,
    HAS_PINNED = 8,  /* assigned in an algorithm, or part of an array in one */
    HAS_RESULT = 16, /* of a call or a `when`: may be renamed, not negated */
    NOT_CONSTANT = 32,
    HAS_BEFORE = 64, /* a Boolean whose value before the start is given */
    HAS_GIVEN = 128, /* discrete, with an initial equation or algorithm for it or its pre() */
};
enum { HAS_ROLE = HAS_INPUT | HAS_STATE | HAS_DERIVATIVE | HAS_PINNED | HAS_RESULT };

/* coef * class in a row. */
typedef struct Entry {
    int row, next; /* next entry of the class + 1 */
    uint32_t class;
    Expr coef; /* 0: gone */
} Entry;

typedef struct AliasRow {
    int eq;
    int first, nterms; /* variables it had at the beginning (Aliases.term) */
    int live;          /* classes in it now */
    double rest;       /* NaN: not a number any more */
    double scale;      /* largest number that went into the rest */
    bool boolean, done, queued;
} AliasRow;

/* Derivatives follow their states. */
typedef struct Follow {
    uint32_t a, b; /* a = sign*b; b NONE: a = 0 */
    int sign;
} Follow;

/* A variable, and the class it stands for while it is its own parent. */
typedef struct Class {
    uint32_t parent;
    int8_t sign;     /* relative to parent */
    uint8_t role;    /* of the variable: HAS_..., NOT_CONSTANT */
    uint8_t flags;   /* of a class: those of its members */
    uint32_t next;   /* members of a class in a ring */
    uint32_t kept;   /* of a class, in a listing: the member that stays */
    uint32_t state;  /* of a class: a state in it + 1 */
    int first, last; /* entries of a class + 1 */
    int nentries;
    double value; /* of a class; NaN: not constant */
} Class;

typedef struct Aliases {
    Dae *d;
    ExprStore *s;
    Arena *a;
    uint32_t nvars;
    Class *of; /* [nvars] */
    VEC(Entry) entry;
    VEC(AliasRow) row;
    VEC(uint32_t) term;
    VEC(int) queue;
    VEC(Follow) follow;
    Map at; /* (row + 1, class) -> entry + 1 */
    VEC(uint32_t)
    known; /* classes that have turned out to be numbers, and how many are dealt with */
    int nread;
    Uses uses;      /* the equations that are no rows, by variable; none before it is needed */
    bool *is_row;   /* [equations] */
    bool zero_used; /* a variable was replaced by 0 */
    int eliminated;
} Aliases;

/* ---- Classes ---- */

static uint32_t find(Aliases *w, uint32_t v, int *sign)
{
    uint32_t root = v;
    int total = 1;
    while (w->of[root].parent != root) {
        total *= w->of[root].sign;
        root = w->of[root].parent;
    }
    *sign = total;
    while (w->of[v].parent != root && v != root) {
        uint32_t up = w->of[v].parent;
        int step = w->of[v].sign;
        w->of[v].parent = root;
        w->of[v].sign = (int8_t)total;
        total *= step;
        v = up;
    }
    return root;
}

static void queue_row(Aliases *w, int r)
{
    AliasRow *row = &w->row.v[r];
    if (row->done || row->queued || row->live > 2)
        return;
    row->queued = true;
    vec_push(w->a, &w->queue, r);
}

static void add_to_rest(Aliases *w, AliasRow *row, Expr coef, double value)
{
    double x = expr_is_number(w->s, coef) ? expr_number(w->s, coef) * value : NAN;
    row->scale = fmax(row->scale, fabs(x));
    row->rest = isfinite(row->rest + x) ? row->rest + x : NAN;
}

static void add_entry(Aliases *w, int row, uint32_t class, Expr coef)
{
    vec_push(w->a, &w->entry, ((Entry){row, 0, class, coef}));
    int e = w->entry.n;
    if (w->of[class].first)
        w->entry.v[w->of[class].last - 1].next = e;
    else
        w->of[class].first = e;
    w->of[class].last = e;
    w->of[class].nentries++;
    map_set(&w->at, w->a, map_pair((uint32_t)row + 1, class), (uint32_t)e);
}

static Entry *entry_at(Aliases *w, int row, uint32_t class)
{
    uint32_t e = map_get(&w->at, map_pair((uint32_t)row + 1, class), 0);
    Entry *entry = e ? &w->entry.v[e - 1] : NULL;
    return entry && entry->coef && entry->class == class ? entry : NULL;
}

/* coef*class goes to a row in which another entry may be for it already. */
static void move_entry(Aliases *w, int r, uint32_t class, Expr coef)
{
    AliasRow *row = &w->row.v[r];
    Entry *there = entry_at(w, r, class);
    if (!there) {
        add_entry(w, r, class, coef);
        return;
    }
    there->coef = expr_add2(w->s, there->coef, coef);
    row->live--;
    if (expr_is_number(w->s, there->coef) && expr_number(w->s, there->coef) == 0) {
        there->coef = 0;
        row->live--;
    }
    queue_row(w, r);
}

/* from = sign*to: the entries of class `from` become entries of `to`. */
static void move_entries(Aliases *w, uint32_t from, uint32_t to, int sign)
{
    for (int e = w->of[from].first; e; e = w->entry.v[e - 1].next) {
        Entry entry = w->entry.v[e - 1];
        w->entry.v[e - 1].coef = 0;
        if (!entry.coef || w->row.v[entry.row].done)
            continue;
        AliasRow *row = &w->row.v[entry.row];
        if (sign < 0 && row->boolean) /* not b = 1 - b */
            add_to_rest(w, row, entry.coef, 1);
        move_entry(w, entry.row, to, sign < 0 ? expr_neg(w->s, entry.coef) : entry.coef);
    }
    w->of[from].first = w->of[from].last = 0;
}

static bool is_discrete(const DaeVar *v)
{
    return v->type == T_REAL && v->kind == DV_DISCRETE;
}

/* ---- As a listing wants it (FM-38) ---- */

static bool is_state_derivative(const Dae *d, uint32_t v)
{
    return d->var.v[v].int_of != NONE && d->var.v[d->var.v[v].int_of].kind == DV_STATE;
}

/* Its equation is shown: it is asked for. */
static bool is_asked_for(const Dae *d, uint32_t v)
{
    return d->var.v[v].top_output || (is_state_derivative(d, v) && d->nindex == 0);
}

/* Differentiated, or a derivative, in the model as it is written; or to be torn. */
static bool is_dynamic(const Dae *d, uint32_t v)
{
    for (int i = 0; i < d->hint.n && d->policy->torn_stay; i++)
        if (d->hint.v[i].of == v)
            return true;
    const DaeVar *x = &d->var.v[v];
    return v < d->nscalar && ((x->der_of != NONE && x->der_of < d->nscalar) || x->int_of != NONE);
}

/* Which of left = sign*right stays: the one on the right, unless the other is known, differentiated
 * or the user's own. NONE: both. */
static uint32_t listed_member(Aliases *w, uint32_t left, uint32_t right, int sign)
{
    const Dae *d = w->d;
    int s1, s2;
    uint32_t a = w->of[left].kept, b = w->of[right].kept, gone = a;
    find(w, a, &s1);
    find(w, b, &s2);
    unsigned fixed = sign * s1 * s2 > 0 ? HAS_PINNED : HAS_PINNED | HAS_RESULT;
    if (w->of[left].flags & w->of[right].flags & HAS_RESULT)
        return NONE;
    bool stronger = (is_dynamic(d, a) && !is_dynamic(d, b)) || is_state_derivative(d, a) ||
                    (!d->var.v[a].hidden && d->var.v[b].hidden);
    if (!dae_is_unknown(&d->var.v[a]) || w->of[left].flags & fixed ||
        (stronger && dae_is_unknown(&d->var.v[b])))
        gone = b;
    bool stays = !dae_is_unknown(&d->var.v[gone]) || is_asked_for(d, gone) || is_asked_for(d, a) ||
                 is_state_derivative(d, gone) || w->of[gone == a ? left : right].flags & fixed;
    return stays ? NONE : gone == a ? b : a;
}

/* The class of the variable an equation begins with. */
static uint32_t left_class(Aliases *w, const DaeEq *eq)
{
    Expr e = expr_is_zero(w->s, eq->lhs) ? eq->rhs : eq->lhs;
    int sign;
    while (expr_node(w->s, e)->nargs)
        e = expr_arg(w->s, e, expr_op(w->s, e) == EX_MUL ? expr_node(w->s, e)->nargs - 1 : 0);
    return expr_op(w->s, e) == EX_VAR ? find(w, var_number(w->s, e), &sign) : NONE;
}

/* a = sign*b */
static bool may_merge(Aliases *w, uint32_t a, uint32_t b, int sign)
{
    const DaeVar *x = &w->d->var.v[a], *y = &w->d->var.v[b];
    unsigned f = w->of[a].flags & HAS_ROLE, g = w->of[b].flags & HAS_ROLE;
    if (x->type != y->type || is_discrete(x) != is_discrete(y))
        return false;
    /* pre(a) and pre(not a) may both be false before the start */
    if (sign < 0 && x->type == T_BOOL && w->of[a].flags & w->of[b].flags & HAS_BEFORE)
        return false;
    /* a = b says nothing of pre(a) and pre(b) at the start: each may have its own condition */
    unsigned one = w->of[a].flags, other = w->of[b].flags, before = HAS_BEFORE | HAS_GIVEN;
    if ((one | other) & HAS_GIVEN && one & before && other & before)
        return false;
    if (w->d->policy)
        return listed_member(w, a, b, sign) != NONE;
    if (!f || !g)
        return true;
    return f & g & HAS_STATE && !(f & g & HAS_PINNED);
}

static void set_class_constant(Aliases *w, uint32_t class, double value)
{
    w->of[class].value = value;
    vec_push(w->a, &w->known, class);
    for (int e = w->of[class].first; e; e = w->entry.v[e - 1].next) {
        Entry *entry = &w->entry.v[e - 1];
        AliasRow *row = &w->row.v[entry->row];
        if (!entry->coef || row->done)
            continue;
        if (value != 0)
            add_to_rest(w, row, entry->coef, value);
        entry->coef = 0;
        row->live--;
        queue_row(w, entry->row);
    }
    w->of[class].first = w->of[class].last = 0;
    if (w->of[class].state) {
        uint32_t dx = w->d->var.v[w->of[class].state - 1].der_of;
        vec_push(w->a, &w->follow, ((Follow){dx, NONE, 1}));
    }
}

/* Numbers of class values are those of the class; for a member with sign -1: */
static double signed_value(Type type, double value, int sign)
{
    return sign > 0 ? value : type == T_BOOL ? 1 - value : -value;
}

/* a = sign*b. Forced: derivatives of states that are merged. */
static bool merge(Aliases *w, uint32_t a, uint32_t b, int sign, bool forced)
{
    int sa, sb;
    uint32_t x = find(w, a, &sa), y = find(w, b, &sb);
    sign *= sa * sb;
    if (x == y || (!forced && !may_merge(w, x, y, sign)))
        return false;
    uint32_t kept = w->d->policy ? listed_member(w, x, y, sign) : NONE;
    if (!isnan(w->of[x].value) || !isnan(w->of[y].value)) {
        uint32_t known = isnan(w->of[x].value) ? y : x, other = isnan(w->of[x].value) ? x : y;
        if (!isnan(w->of[other].value))
            return false;
        set_class_constant(w, other,
                           signed_value(w->d->var.v[known].type, w->of[known].value, sign));
        return true;
    }
    if (w->of[x].nentries > w->of[y].nentries) {
        uint32_t t = x;
        x = y;
        y = t;
    }
    if (w->of[x].state && w->of[y].state) {
        int s1, s2;
        uint32_t u = w->of[x].state - 1, v = w->of[y].state - 1;
        find(w, u, &s1);
        find(w, v, &s2);
        vec_push(w->a, &w->follow,
                 ((Follow){w->d->var.v[u].der_of, w->d->var.v[v].der_of, s1 * s2 * sign}));
    }
    w->of[x].parent = y;
    w->of[y].kept = kept;
    w->of[x].sign = (int8_t)sign;
    w->of[y].flags |= w->of[x].flags;
    if (!w->of[y].state)
        w->of[y].state = w->of[x].state;
    uint32_t t = w->of[x].next;
    w->of[x].next = w->of[y].next;
    w->of[y].next = t;
    move_entries(w, x, y, sign);
    return true;
}

static void follow_states(Aliases *w)
{
    while (w->follow.n) {
        Follow f = vec_pop(&w->follow);
        int sign;
        if (f.b != NONE) {
            merge(w, f.a, f.b, f.sign, true);
        } else {
            uint32_t class = find(w, f.a, &sign);
            if (isnan(w->of[class].value))
                set_class_constant(w, class, 0);
        }
    }
}

/* ---- Rows ---- */

static bool is_variable(void *arg, uint32_t var)
{
    const Dae *d = arg;
    const DaeVar *v = &d->var.v[var];
    return v->alias == NONE && (d->policy || (v->kind > DV_PARAMETER && v->kind != DV_AUXILIARY));
}

/* An equation of Booleans, enumerations or Strings, each side a variable (or its opposite, 1 - b)
 * or a literal. */
static bool read_symbols(Aliases *w, const DaeEq *eq, LinearForm *f)
{
    ExprStore *s = w->s;
    double rest = 0;
    *f = (LinearForm){.var = ARENA_ARRAY(w->a, uint32_t, 2), .coef = ARENA_ARRAY(w->a, Expr, 2)};
    for (int sign = 1; sign >= -1; sign -= 2) {
        Expr e = sign > 0 ? eq->lhs : eq->rhs;
        bool opposite = expr_op(s, e) == EX_NOT;
        e = opposite ? expr_arg(s, e, 0) : e;
        bool variable = expr_op(s, e) == EX_VAR && is_variable(w->d, var_number(s, e));
        if (!variable && (opposite || !expr_is_number(s, e)))
            return false;
        rest += sign * (variable ? opposite : expr_number(s, e));
        if (!variable)
            continue;
        Expr coef = expr_int(s, opposite ? -sign : sign);
        if (f->n && f->var[0] == var_number(s, e))
            coef = expr_add2(s, coef, f->coef[--f->n]);
        f->var[f->n] = var_number(s, e);
        f->coef[f->n] = coef;
        f->n += !expr_is_zero(s, coef);
    }
    f->rest = expr_int(s, (int64_t)rest);
    return true;
}

/* The equation with these sides as sum of variables and a number; false if it is not of that kind.
 */
static bool read_row(Aliases *w, const DaeEq *eq, Sides q, LinearForm *f)
{
    if (eq->kind != EQ_SCALAR || eq->initial || eq->removed)
        return false;
    Type t = expr_type(w->s, eq->lhs);
    if (t != expr_type(w->s, eq->rhs))
        return false;
    if (w->d->policy && t != T_REAL)
        return false;
    if (t != T_REAL && t != T_INT)
        return read_symbols(w, eq, f);
    if (w->d->late &&
        has_late(w->d, eq)) /* its derivative is not that of the variables it is the sum of */
        return false;
    *f = equation_linear(w->s, w->a, q.lhs, q.rhs, is_variable, w->d);
    return !f->nnon && expr_is_number(w->s, f->rest);
}

static bool is_alias_pair(ExprStore *s, const Expr *coef, double rest, bool boolean, int *sign)
{
    if (!expr_is_number(s, coef[0]) || !expr_is_number(s, coef[1]))
        return false;
    double x = expr_number(s, coef[0]), y = expr_number(s, coef[1]);
    *sign = x == y ? -1 : 1;
    return fabs(x) == fabs(y) && rest == (boolean && *sign < 0 ? -x : 0);
}

static void add_row(Aliases *w, int k, Sides q)
{
    const DaeEq *eq = &w->d->eq.v[k];
    LinearForm f;
    if (!read_row(w, eq, q, &f))
        return;
    int r = w->row.n, sign;
    w->is_row[k] = true;
    AliasRow *row = vec_add(w->a, &w->row);
    *row = (AliasRow){.eq = k, .first = w->term.n, .nterms = f.n, .live = f.n};
    row->boolean = expr_type(w->s, eq->lhs) == T_BOOL;
    row->rest = expr_number(w->s, f.rest);
    row->scale = fabs(row->rest);
    for (int i = 0; i < f.n; i++) {
        uint32_t class = find(w, f.var[i], &sign);
        vec_push(w->a, &w->term, f.var[i]);
        move_entry(w, r, class, sign < 0 ? expr_neg(w->s, f.coef[i]) : f.coef[i]);
    }
    queue_row(w, r);
}

/* ---- Equations that numbers make linear ---- */

enum { MOST_READ_AGAIN = 500 }; /* nodes of an equation */

static Expr put_known(void *arg, Expr e)
{
    Aliases *w = arg;
    int sign;
    if (expr_op(w->s, e) != EX_VAR || expr_type(w->s, e) != T_REAL)
        return e;
    double x = w->of[find(w, var_number(w->s, e), &sign)].value;
    return isnan(x) ? e : expr_real(w->s, x == 0 ? 0 : sign * x);
}

static Expr with_known(Aliases *w, Expr e)
{
    return expr_drop_zeros(w->s, expr_replace(w->s, e, put_known, w));
}

static void index_uses(Aliases *w)
{
    Dae *d = w->d;
    w->uses = uses_open(w->a, d);
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *q = &d->eq.v[k];
        if (w->is_row[k] || q->kind != EQ_SCALAR || q->initial || q->removed ||
            expr_type(w->s, q->lhs) != T_REAL ||
            expr_node(w->s, q->lhs)->size + expr_node(w->s, q->rhs)->size > MOST_READ_AGAIN)
            continue;
        VarList in = expr_vars(w->s, w->a, 2, (Expr[]){q->lhs, q->rhs});
        for (int i = 0; i < in.n; i++)
            uses_add(&w->uses, in.var[i], k);
    }
}

static void read_again(Aliases *w)
{
    uint32_t class = w->known.v[w->nread++], v = class;
    if (!w->uses.first)
        index_uses(w);
    do {
        for (int u = w->uses.first[v]; u; u = w->uses.use.v[u - 1].next) {
            int k = w->uses.use.v[u - 1].eq;
            const DaeEq *q = &w->d->eq.v[k];
            if (!w->is_row[k])
                add_row(w, k, (Sides){with_known(w, q->lhs), with_known(w, q->rhs)});
        }
        v = w->of[v].next;
    } while (v != class);
}

static void report_contradiction(Aliases *w, const AliasRow *row)
{
    Dae *d = w->d;
    diag_error(d->ctx->diags, users_place_of_eq(d, row->eq),
               "the equation `%s` contradicts others: it comes down to 0 = %g",
               dae_written_text(d, row->eq), fabs(row->rest));
    explain_by_aliases(d, row->eq);
}

/* Whether a variable of a type can have the value x. */
static bool can_be(Type type, double x)
{
    return type == T_REAL ||
           (x == floor(x) && fabs(x) <= 1e15 && (type != T_BOOL || x == 0 || x == 1));
}

/* coef*class + rest = 0 */
static bool use_constant(Aliases *w, AliasRow *row, const Entry *e)
{
    uint32_t class = e->class;
    if (w->d->policy || isnan(row->rest) || !expr_is_number(w->s, e->coef) ||
        w->of[class].flags & (HAS_INPUT | HAS_DERIVATIVE | HAS_PINNED | HAS_RESULT | NOT_CONSTANT))
        return false;
    double x = -row->rest / expr_number(w->s, e->coef);
    if (!can_be(w->d->var.v[class].type, x))
        return false;
    row->done = true;
    set_class_constant(w, class, x == 0 ? 0 : x);
    return true;
}

/* b = relax(a): the two are kept apart, b on one side of the equation and a on the other. */
static bool is_relaxed_pair(const Aliases *w, int eq)
{
    int i = dae_first_relaxed(w->d, eq);
    return w->d->relax != RELAX_OFF && i < w->d->relax_mark.n && w->d->relax_mark.v[i].eq == eq;
}

static void look_at(Aliases *w, int r)
{
    AliasRow *row = &w->row.v[r];
    Entry *found[2] = {NULL, NULL};
    int n = 0, sign;
    for (int i = 0; i < row->nterms && n < row->live; i++) {
        uint32_t class = find(w, w->term.v[row->first + i], &sign);
        Entry *e = entry_at(w, r, class);
        if (e && (n == 0 || found[0] != e))
            found[n++] = e;
    }
    KRON_ASSERT(n == row->live);
    bool used = false;
    if (n == 0 && !isnan(row->rest)) {
        if (!w->d->policy && fabs(row->rest) > 1e-13 * row->scale)
            report_contradiction(w, row);
        row->done = true;
    } else if (n == 1) {
        used = use_constant(w, row, found[0]);
    } else if (n == 2) {
        Expr coef[2] = {found[0]->coef, found[1]->coef};
        bool turned = w->d->policy && found[1]->class == left_class(w, &w->d->eq.v[row->eq]);
        uint32_t a = found[turned]->class, b = found[!turned]->class;
        row->done = is_alias_pair(w->s, coef, row->rest, row->boolean, &sign) &&
                    !is_relaxed_pair(w, row->eq) && may_merge(w, a, b, sign);
        used = row->done && merge(w, a, b, sign, false);
    }
    if (used) {
        w->d->eq.v[w->row.v[r].eq].removed = true;
        follow_states(w);
    }
}

/* ---- Who must be kept ---- */

static void pin_node(void *arg, Expr e)
{
    Aliases *w = arg;
    const ExprNode *n = expr_node(w->s, e);
    if (n->op == EX_ARRVAR) {
        int64_t count = type_elements(expr_types(w->s), n->type);
        for (int64_t i = 0; i < count; i++)
            w->of[n->payload + (uint64_t)i].role |= HAS_PINNED;
    }
    if ((n->op == EX_EDGE || n->op == EX_CHANGE) && expr_op(w->s, expr_arg(w->s, e, 0)) == EX_VAR)
        w->of[var_number(w->s, expr_arg(w->s, e, 0))].role |= HAS_PINNED;
}

static void pin_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Aliases *w = arg;
    (void)stmt;
    expr_visit(w->s, *slot, pin_node, w);
    if (role == SLOT_REINIT && expr_op(w->s, *slot) == EX_VAR)
        w->of[var_number(w->s, *slot)].role |= NOT_CONSTANT;
}

static void mark_before(void *arg, Expr e)
{
    Aliases *w = arg;
    Expr v = expr_op(w->s, e) == EX_PRE ? expr_arg(w->s, e, 0) : 0;
    if (v && expr_op(w->s, v) == EX_VAR)
        w->of[var_number(w->s, v)].role |= /* Boolean: pre(v) is an unknown */
            HAS_GIVEN | (expr_type(w->s, v) == T_BOOL ? HAS_BEFORE | NOT_CONSTANT : 0);
}

/* What an initial equation or algorithm says of discrete variables. */
static void mark_given(Aliases *w, const DaeEq *eq)
{
    if (eq->kind == EQ_SCALAR) {
        expr_visit(w->s, eq->lhs, mark_before, w);
        expr_visit(w->s, eq->rhs, mark_before, w);
        uint32_t v = expr_op(w->s, eq->lhs) == EX_VAR ? var_number(w->s, eq->lhs) : NONE;
        if (v != NONE && is_mode_var(&w->d->var.v[v]))
            w->of[v].role |= HAS_GIVEN;
    }
    for (int i = 0; i < eq->noutputs; i++)
        if (eq->output[i] != NONE && is_mode_var(&w->d->var.v[eq->output[i]]))
            w->of[eq->output[i]].role |= HAS_GIVEN;
}

static void mark_roles(Aliases *w)
{
    Dae *d = w->d;
    for (uint32_t i = 0; i < w->nvars; i++) {
        const DaeVar *v = &d->var.v[i];
        w->of[i].role = v->kind == DV_INPUT                                       ? HAS_INPUT
                        : v->kind == DV_STATE                                     ? HAS_STATE
                        : v->kind == DV_DERIVATIVE                                ? HAS_DERIVATIVE
                        : v->type == T_BOOL && v->fixed && v->kind == DV_DISCRETE ? HAS_BEFORE
                                                                                  : 0;
        w->of[i].state = v->kind == DV_STATE ? i + 1 : 0;
    }
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->removed)
            continue;
        if (eq->body)
            body_slots(eq->body, pin_slot, w);
        if (eq->initial)
            mark_given(w, eq);
        if (eq->kind == EQ_SCALAR && expr_op(w->s, eq->lhs) == EX_VAR &&
            d->var.v[var_number(w->s, eq->lhs)].appears_in_when && eq->discrete)
            w->of[var_number(w->s, eq->lhs)].role |= HAS_RESULT;
        for (int i = 0; i < eq->noutputs; i++)
            if (eq->output[i] != NONE)
                w->of[eq->output[i]].role |= eq->kind == EQ_CALL ? HAS_RESULT : HAS_PINNED;
    }
    for (uint32_t i = 0; i < w->nvars; i++)
        w->of[i].flags = w->of[i].role;
}

/* ---- The member that is kept ---- */

/* How deep the variable, or the one it is a derivative of, is in the model. */
static int depth_of(const Dae *d, uint32_t v)
{
    while (v >= d->nflat && d->var.v[v].int_of != NONE)
        v = d->var.v[v].int_of;
    return v < d->nflat && d->flat ? d->flat->part.v[flat_var_of(d->flat, v)->part].level : 0;
}

/* Lower is better. */
static int rank_of(const Aliases *w, uint32_t v)
{
    const DaeVar *var = &w->d->var.v[v];
    if (var->kind == DV_INPUT)
        return 0;
    if (w->of[v].role & HAS_PINNED)
        return 1;
    if (var->kind == DV_STATE)
        return var->select == SELECT_ALWAYS ? 2 : 3;
    if (var->kind == DV_DERIVATIVE) /* of the state that is kept */
        return w->d->var.v[var->int_of].alias == NONE ? 4 : 8;
    return var->top_output ? 5 : v < w->d->nflat ? 6 : 7;
}

static uint32_t best_member(Aliases *w, uint32_t class)
{
    uint32_t best = class, result = NONE;
    int rank = rank_of(w, class), depth = -1;
    for (uint32_t v = w->of[class].next;; v = w->of[v].next) {
        if (w->of[v].role & HAS_RESULT)
            result = v;
        if (v == class)
            break;
        int other = rank_of(w, v);
        if (other == rank && depth < 0)
            depth = depth_of(w->d, best);
        int its = other > rank ? 0 : depth_of(w->d, v);
        if (other < rank || (other == rank && (its < depth || (its == depth && v < best)))) {
            best = v;
            rank = other;
            depth = its;
        }
    }
    int s1, s2;
    if (result != NONE) {
        find(w, result, &s1);
        find(w, best, &s2);
        if (s1 != s2)
            return result;
    }
    return best;
}

/* ---- Attributes ---- */

static bool number_of(Aliases *w, Expr e, double *x)
{
    if (!e || !expr_is_number(w->s, e))
        return false;
    *x = expr_number(w->s, e);
    return true;
}

static Expr with_sign(ExprStore *s, Expr e, int sign)
{
    if (!e || sign > 0)
        return e;
    return expr_type(s, e) == T_BOOL ? expr_not(s, e) : expr_neg(s, e);
}

static void report_pair(Aliases *w, uint32_t a, uint32_t b, const char *why)
{
    Dae *d = w->d;
    const char *x = dae_var_text(d, a);
    diag_error(d->ctx->diags, users_place_of_var(d, b), "`%s` and `%s` are equal, but %s", x,
               dae_var_text(d, b), why);
    diag_note(d->ctx->diags, users_place_of_var(d, a), "`%s` is declared here", x);
    explain_pair(d, a, b);
}

static void merge_start(Aliases *w, uint32_t kept, uint32_t other, int sign)
{
    DaeVar *v = &w->d->var.v[kept];
    const DaeVar *o = &w->d->var.v[other];
    Expr start = with_sign(w->s, o->start, sign);
    double x = 0, y = 0; /* what a start value is that is not given */
    bool both = v->fixed && o->fixed && !is_mode_var(v); /* discrete: it is that of pre() only */
    if (both && (!v->start || number_of(w, v->start, &x)) && (!start || number_of(w, start, &y)) &&
        x != y) {
        report_pair(w, kept, other, "their fixed start values differ");
        diag_note(w->d->ctx->diags, (Span){0},
                  "they have one value at the start: set `fixed = false` for one of them");
    }
    if (o->fixed != v->fixed && v->type == T_REAL && !is_mode_var(v)) { /* 0 is a condition, too */
        Expr zero = expr_real(w->s, 0);
        v->start = v->fixed && !v->start && start ? zero : v->start;
        start = o->fixed && !start && v->start ? zero : start;
    }
    /* A fixed one is a condition, not a guess; that of a state is to be one. */
    bool better = o->fixed != v->fixed               ? o->fixed
                  : o->start_level != v->start_level ? o->start_level < v->start_level
                                                     : o->start_wished && !v->start_wished;
    if (start && (!v->start || better)) {
        v->own_start = v->own_start || v->start_level == LEVEL_NONE ? v->own_start : v->start;
        v->start = start;
        v->start_level = o->start_level;
        v->start_wished = o->start_wished;
    }
    v->fixed = v->fixed || o->fixed;
    v->fixed_given = v->fixed_given || o->fixed_given;
}

void alias_start(Dae *d, uint32_t kept, uint32_t other)
{
    Aliases w = {.d = d, .s = d->store};
    merge_start(&w, kept, other, 1);
}

static void merge_bounds(Aliases *w, uint32_t kept, uint32_t other, int sign)
{
    DaeVar *v = &w->d->var.v[kept];
    const DaeVar *o = &w->d->var.v[other];
    Expr lo = sign > 0 ? o->min : with_sign(w->s, o->max, -1);
    Expr hi = sign > 0 ? o->max : with_sign(w->s, o->min, -1);
    double x, y;
    if (lo && (!v->min || (number_of(w, v->min, &x) && number_of(w, lo, &y) && y > x)))
        v->min = lo;
    if (hi && (!v->max || (number_of(w, v->max, &x) && number_of(w, hi, &y) && y < x)))
        v->max = hi;
    if (number_of(w, v->min, &x) && number_of(w, v->max, &y) && x > y)
        report_pair(w, kept, other, "no value lies between min and max of both");
}

/* What one name says must not be a state can be one under another, though it is avoided. */
static void merge_select(Aliases *w, uint32_t kept, uint32_t other)
{
    static const uint8_t strength[] = {[SELECT_DEFAULT] = 1,
                                       [SELECT_AVOID] = 2,
                                       [SELECT_NEVER] = 2,
                                       [SELECT_PREFER] = 3,
                                       [SELECT_ALWAYS] = 4};
    DaeVar *v = &w->d->var.v[kept];
    uint8_t its = w->d->var.v[other].select;
    if (v->select == its)
        return;
    uint8_t stronger = strength[its] > strength[v->select] ? its : v->select;
    v->select = stronger == SELECT_NEVER ? SELECT_AVOID : stronger;
}

static void merge_attributes(Aliases *w, uint32_t kept, uint32_t other, int sign)
{
    DaeVar *v = &w->d->var.v[kept];
    const DaeVar *o = &w->d->var.v[other];
    double x, y;
    merge_start(w, kept, other, sign);
    v->appears_in_when = v->appears_in_when || o->appears_in_when;
    if (v->type == T_REAL || v->type == T_INT)
        merge_bounds(w, kept, other, sign);
    if (o->nominal && (!v->nominal || (number_of(w, v->nominal, &x) &&
                                       number_of(w, o->nominal, &y) && fabs(y) > fabs(x))))
        v->nominal = o->nominal;
    if (v->type == T_REAL)
        merge_select(w, kept, other);
}

/* ---- Elimination ---- */

/* Whether a start value means the number: it may be the result of a computation, with its rounding.
 */
static bool is_meant(Aliases *w, const DaeVar *var, double start, double number)
{
    static const double roundings = 1e-13;
    double unit = 1;
    if (!var->nominal || !number_of(w, var->nominal, &unit))
        unit = 1;
    return fabs(start - number) <= roundings * (fabs(unit) + fabs(number));
}

static void make_constant(Aliases *w, uint32_t v, double value, int sign)
{
    DaeVar *var = &w->d->var.v[v];
    double x;
    var->binding = expr_literal(w->s, var->type, signed_value(var->type, value, sign));
    if (var->fixed && !is_mode_var(var) && /* discrete: it is that of pre() only */
        !diags_errors(w->d->ctx->diags) && /* equations that are too many were told */
        number_of(w, var->start, &x) && !is_meant(w, var, x, expr_number(w->s, var->binding))) {
        diag_error(w->d->ctx->diags, users_place_of_var(w->d, v),
                   "`%s` is %g by the equations, but its fixed start value is %g",
                   dae_var_text(w->d, v), expr_number(w->s, var->binding), x);
        note_zero_factor(w->d, v);
        lead_element_twice(w->d);
    }
    var->kind = DV_CONSTANT;
    var->was_variable = true;
    w->eliminated++;
}

static void eliminate_class(Aliases *w, uint32_t class)
{
    int mine, its;
    if (!isnan(w->of[class].value)) {
        uint32_t v = class;
        do {
            find(w, v, &mine);
            make_constant(w, v, w->of[class].value, mine);
            v = w->of[v].next;
        } while (v != class);
        return;
    }
    if (w->of[class].next == class)
        return;
    uint32_t kept = w->d->policy ? w->of[class].kept : best_member(w, class);
    find(w, kept, &mine);
    for (uint32_t v = w->of[kept].next; v != kept; v = w->of[v].next) {
        find(w, v, &its);
        w->d->var.v[v].alias = kept;
        w->d->var.v[v].alias_sign = (int8_t)(its * mine);
        merge_attributes(w, kept, v, its * mine);
        w->eliminated++;
    }
}

/* Derivatives after their states: the derivative of the state that is kept is kept. */
static void eliminate(Aliases *w)
{
    for (int derivatives = 0; derivatives < 2; derivatives++)
        for (uint32_t i = 0; i < w->nvars; i++)
            if (w->of[i].parent == i && !(w->of[i].flags & HAS_DERIVATIVE) == !derivatives)
                eliminate_class(w, i);
}

/* ---- Rewriting ---- */

static Expr replace_leaf(void *arg, Expr e)
{
    Aliases *w = arg;
    bool pre = expr_op(w->s, e) == EX_PRE;
    if (!pre && expr_op(w->s, e) != EX_VAR)
        return e;
    uint32_t v = var_number(w->s, pre ? expr_arg(w->s, e, 0) : e);
    const DaeVar *var = &w->d->var.v[v];
    if (var->alias == NONE && (w->d->policy || var->kind != DV_CONSTANT || !var->binding))
        return e;
    if (var->kind == DV_CONSTANT) {
        w->zero_used = w->zero_used || expr_is_zero(w->s, var->binding);
        return var->binding;
    }
    int sign = 1;
    uint32_t root = dae_root(w->d, v, &sign);
    Expr x = expr_var(w->s, w->d->var.v[root].type, root);
    if (pre)
        x = expr_make(w->s, EX_PRE, expr_type(w->s, x), 0, 0, 1, &x);
    return with_sign(w->s, x, sign);
}

static Expr rewritten(Aliases *w, Expr e)
{
    if (!e || !expr_node(w->s, e)->var_mask)
        return e;
    w->zero_used = false;
    e = expr_replace(w->s, e, replace_leaf, w);
    return w->zero_used ? expr_drop_zeros(w->s, e) : e;
}

static void rewrite_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Aliases *w = arg;
    if (role == SLOT_REINIT && expr_op(w->s, *slot) == EX_VAR) {
        int sign = 1;
        uint32_t root = dae_root(w->d, var_number(w->s, *slot), &sign);
        *slot = expr_var(w->s, T_REAL, root);
        stmt->value = with_sign(w->s, stmt->value, sign);
    } else {
        *slot = rewritten(w, *slot);
    }
}

/* True if the equation may have become an alias by it. */
static bool rewrite_eq(Aliases *w, DaeEq *eq)
{
    if (eq->removed)
        return false;
    Expr lhs = rewritten(w, eq->lhs), rhs = rewritten(w, eq->rhs);
    bool changed = change_sides(eq, lhs, rhs);
    eq->when = rewritten(w, eq->when);
    eq->message = rewritten(w, eq->message);
    eq->level = rewritten(w, eq->level);
    if (eq->body)
        body_slots(eq->body, rewrite_slot, w);
    for (int i = 0; eq->kind == EQ_CALL && i < eq->noutputs; i++)
        if (eq->output[i] != NONE) {
            int sign = 1;
            eq->output[i] = dae_root(w->d, eq->output[i], &sign);
            KRON_ASSERT(sign > 0);
        }
    return changed;
}

static bool is_alias_row(Aliases *w, const DaeEq *eq)
{
    LinearForm f;
    int sign;
    if (!read_row(w, eq, (Sides){eq->lhs, eq->rhs}, &f) || f.n == 0 || f.n > 2)
        return false;
    if (f.n == 1)
        return expr_is_number(w->s, f.coef[0]);
    return is_alias_pair(w->s, f.coef, expr_number(w->s, f.rest),
                         expr_type(w->s, eq->lhs) == T_BOOL, &sign);
}

static bool rewrite_all(Aliases *w)
{
    Dae *d = w->d;
    bool more = false;
    for (int k = 0; k < d->eq.n; k++) {
        bool changed = rewrite_eq(w, &d->eq.v[k]);
        more = more || (changed && is_alias_row(w, &d->eq.v[k]));
    }
    for (uint32_t i = 0; i < w->nvars; i++) {
        DaeVar *v = &d->var.v[i];
        Expr *part[] = {&v->start, &v->min, &v->max, &v->nominal, &v->binding};
        for (size_t k = 0; k < sizeof part / sizeof *part; k++)
            *part[k] = rewritten(w, *part[k]);
    }
    return more;
}

/* ---- The pass ---- */

static void open_pass(Aliases *w, Dae *d, Arena *a)
{
    uint32_t n = (uint32_t)d->var.n;
    *w = (Aliases){.d = d, .s = d->store, .a = a, .nvars = n};
    w->of = ARENA_ARRAY(a, Class, n);
    for (uint32_t i = 0; i < n; i++)
        w->of[i] = (Class){.parent = i, .next = i, .kept = i, .sign = 1, .value = NAN};
    w->is_row = ARENA_ARRAY(a, bool, d->eq.n + 1);
}

/* True if another pass may find more. */
static bool alias_pass(Dae *d)
{
    Arena *a = arena_new();
    Aliases w;
    open_pass(&w, d, a);
    mark_roles(&w);
    for (int k = 0; k < d->eq.n; k++)
        add_row(&w, k, (Sides){d->eq.v[k].lhs, d->eq.v[k].rhs});
    for (int i = 0; i < w.queue.n || w.nread < w.known.n;) {
        if (i == w.queue.n) {
            read_again(&w);
            continue;
        }
        int r = w.queue.v[i++];
        w.row.v[r].queued = false;
        if (!w.row.v[r].done)
            look_at(&w, r);
    }
    eliminate(&w);
    bool more = w.eliminated && rewrite_all(&w);
    arena_free(a);
    return more;
}

void dae_rewrite_aliases(Dae *d)
{
    Arena *a = arena_new();
    Aliases w;
    open_pass(&w, d, a);
    rewrite_all(&w);
    arena_free(a);
}

static void describe(Dae *d, Expr x, Expr value)
{
    DaeVar *v = expr_op(d->store, x) == EX_VAR ? &d->var.v[var_number(d->store, x)] : NULL;
    if (v && v->hidden && !v->meaning)
        v->meaning = value;
}

/* What hidden variables stand for, while the equations are still as they were written. */
static void describe_hidden(Dae *d)
{
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind == EQ_SCALAR)
            describe(d, eq->lhs, eq->rhs);
        for (int i = 0; eq->kind == EQ_CALL && i < eq->noutputs; i++)
            if (eq->output[i] != NONE && d->var.v[eq->output[i]].hidden)
                d->var.v[eq->output[i]].meaning = eq->rhs;
        for (int i = 0; eq->kind == EQ_ALGORITHM && i < eq->body->nbody; i++) {
            const Stmt *stmt = eq->body->body[i];
            if (stmt->kind == ST_ASSIGN)
                describe(d, stmt->target[0], stmt->value);
        }
    }
}

static bool is_counted(const DaeVar *v)
{
    return v->alias == NONE && v->int_of == NONE &&
           (v->kind == DV_STATE || v->kind == DV_ALGEBRAIC || v->kind == DV_DISCRETE);
}

static int count_unknowns(const Dae *d)
{
    int n = 0;
    for (int i = 0; i < d->var.n; i++)
        n += is_counted(&d->var.v[i]);
    return n;
}

bool dae_alias(Dae *d)
{
    int errors = diags_errors(d->ctx->diags);
    if (!d->naliases) /* not called again by exact.c */
        d->nunknowns_flat = count_unknowns(d);
    describe_hidden(d);
    for (int pass = 0; pass < 8 && alias_pass(d); pass++)
        if (diags_errors(d->ctx->diags) > errors)
            break;
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++) {
        int sign = 1;
        DaeVar *v = &d->var.v[i];
        if (v->alias == NONE)
            continue;
        v->alias = dae_root(d, i, &sign);
        v->alias_sign = (int8_t)sign;
        const DaeVar *root = &d->var.v[v->alias];
        if (root->kind == DV_CONSTANT) {
            v->binding = with_sign(d->store, root->binding, sign);
            v->kind = DV_CONSTANT;
            v->was_variable = true;
            v->alias = NONE;
            v->alias_sign = 1;
        }
    }
    d->naliases = d->nunknowns_flat - count_unknowns(d);
    return diags_errors(d->ctx->diags) == errors;
}
