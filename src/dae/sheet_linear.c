/* sheet_linear.c - linear systems of discretised sheets as the paper solves them (IN-2, IN-18,
 * IN-24, IN-40): one unknown is torn, the others follow from it one by one, and the equation left
 * over becomes the formula for it,
 *
 *   derx2 = (w*w*y - ((2*w*D + h*w*w)*oldx2 + w*w*oldx1))/(1 + (2*w*D + h*w*w)*h).
 *
 * The others are put into that equation last one first. Coefficients are trees, written as they
 * come about from the texts of the equations; nothing is multiplied out. linres() or residue() says
 * what is torn; else a derivative, else what is possible. O(n^2) for each unknown that is tried. */
#include "dae/sheet_internal.h"
#include "dae/torn_internal.h"

enum { MOST_EQUATIONS = 200, MOST_SIZE = 2000 };

/* + or - a tree; tree 0: 1. */
typedef struct Term {
    Expr tree;
    bool minus;
} Term;
typedef VEC(Term) Terms;

/* sum coef[j]*unknown[j] = sum known. */
typedef struct TreeRow {
    Terms *coef; /* [n] */
    Terms known; /* of the right side, then those moved there */
} TreeRow;

typedef struct Formula {
    Solve *k;
    ExprStore *st;
    Arena *a;
    SheetBlock *b;
    int n;
    int *col_of; /* [variables] place among the unknowns + 1 */
    int torn, residual, norder;
    int *order, *peel; /* rows, and the columns they are solved for */
    TreeRow *row;      /* [n] */
} Formula;

/* ---- Trees ---- */

static Expr make(Formula *f, ExprOp op, uint32_t n, const Expr *arg)
{
    return n == 1 && op != EX_NEG ? arg[0] : expr_make(f->st, op, T_REAL, 0, 0, n, arg);
}

static bool is_sum(const Formula *f, Expr e)
{
    return expr_op(f->st, e) == EX_ADD || expr_op(f->st, e) == EX_SUB;
}

static bool is_literal(const Formula *f, Expr e)
{
    return expr_op(f->st, e) == EX_SPELLED || expr_is_number(f->st, e);
}

typedef VEC(Expr) Factors;

static void add_factors(Formula *f, Expr e, Factors *out)
{
    if (!e)
        return;
    if (expr_op(f->st, e) != EX_MUL) {
        vec_push(f->a, out, e);
        return;
    }
    for (uint32_t i = 0; i < expr_node(f->st, e)->nargs; i++)
        add_factors(f, expr_arg(f->st, e, i), out);
}

/* x*y; 0 is 1. */
static Expr times(Formula *f, Expr x, Expr y)
{
    Factors out = {0};
    add_factors(f, x, &out);
    add_factors(f, y, &out);
    return out.n ? make(f, EX_MUL, (uint32_t)out.n, out.v) : 0;
}

static Expr over(Formula *f, Expr x, Expr y)
{
    x = x ? x : expr_real(f->st, 1);
    return y ? make(f, EX_DIV, 2, (Expr[]){x, y}) : x;
}

/* a - b + c, beginning with what is positive only if that stands first. */
static Expr sum_of(Formula *f, const Term *t, int n)
{
    Expr sum = 0;
    for (int i = 0; i < n; i++) {
        Expr e = t[i].tree ? t[i].tree : expr_real(f->st, 1);
        if (sum)
            sum = make(f, t[i].minus ? EX_SUB : EX_ADD, 2, (Expr[]){sum, e});
        else
            sum = t[i].minus ? make(f, EX_NEG, 1, &e) : e;
    }
    return sum;
}

/* One term for several, with the sign outside if it is common to all. */
static Term as_term(Formula *f, const Terms *t)
{
    bool minus = true;
    for (int i = 0; i < t->n; i++)
        minus = minus && t->v[i].minus;
    if (t->n == 1)
        return t->v[0];
    Term *copy = arena_copy(f->a, t->v, (size_t)t->n * sizeof *copy);
    for (int i = 0; i < t->n && minus; i++)
        copy[i].minus = false;
    return (Term){sum_of(f, copy, t->n), minus};
}

/* ---- The text of an equation as a row ---- */

static Expr root_leaf(void *arg, Expr e)
{
    const Formula *f = arg;
    Expr value = expr_op(f->st, e) == EX_VAR ? sheet_value(f->k->s, var_number(f->st, e)) : 0;
    return value ? value : e;
}

/* The unknown a tree is, + 1; 0: it is none. */
static int unknown_of(const Formula *f, Expr e)
{
    return expr_op(f->st, e) == EX_VAR ? f->col_of[sheet_root(f->k->s, var_number(f->st, e))] : 0;
}

static bool is_unknown_leaf(void *arg, Expr e)
{
    return unknown_of(arg, e) > 0;
}

/* Names that stand for something else than a variable are not written. */
static bool is_strange_leaf(void *arg, Expr e)
{
    const Formula *f = arg;
    Expr value = expr_op(f->st, e) == EX_VAR ? sheet_value(f->k->s, var_number(f->st, e)) : 0;
    return value && expr_op(f->st, value) != EX_VAR;
}

static bool is_hint(const Formula *f, Expr e)
{
    const Dae *d = f->k->d;
    for (int i = 0; expr_op(f->st, e) == EX_VAR && i < d->hint.n; i++)
        if (d->hint.v[i].symbol == var_number(f->st, e))
            return true;
    return false;
}

/* A product with an unknown as one of its factors; false: it is another term. */
static bool add_product(Formula *f, Expr e, bool minus, TreeRow *out)
{
    Factors all = {0}, others = {0};
    int col = 0;
    add_factors(f, e, &all);
    for (int i = 0; i < all.n; i++) {
        int is = unknown_of(f, all.v[i]);
        if (col && is)
            return false;
        col = is ? is : col;
        if (!is && expr_any(f->st, all.v[i], is_unknown_leaf, f))
            return false;
        if (!is)
            vec_push(f->a, &others, all.v[i]);
    }
    Expr coef = others.n ? make(f, EX_MUL, (uint32_t)others.n, others.v) : 0;
    if (col)
        vec_push(f->a, &out->coef[col - 1], ((Term){coef, minus}));
    return col != 0;
}

/* left: of the left side, where known terms are moved from. */
static bool add_terms(Formula *f, Expr e, bool minus, bool left, TreeRow *out)
{
    ExprOp op = expr_op(f->st, e);
    bool good = true;
    if (op == EX_ADD || op == EX_SUB || op == EX_NEG) {
        for (uint32_t i = 0; i < expr_node(f->st, e)->nargs && good; i++)
            good = add_terms(f, expr_arg(f->st, e, i),
                             minus != (op == EX_NEG || (op == EX_SUB && i)), left, out);
        return good;
    }
    if (is_hint(f, e) || expr_is_zero(f->st, e))
        return true;
    if (!expr_any(f->st, e, is_unknown_leaf, f)) {
        vec_push(f->a, &out->known, ((Term){e, minus != left}));
        return true;
    }
    return add_product(f, e, minus != !left, out);
}

/* By its coefficients, where the text has another form. */
static void row_of_entries(Formula *f, int i, TreeRow *out)
{
    for (int at = 0; at < f->b->nentries; at++) {
        const SheetEntry *e = &f->b->entry[at];
        Terms *to = e->row != i ? NULL : e->col == f->n ? &out->known : &out->coef[e->col];
        if (!to)
            continue;
        bool minus = expr_op(f->st, e->value) == EX_NEG;
        Expr tree = minus ? expr_arg(f->st, e->value, 0) : e->value;
        vec_push(f->a, to,
                 ((Term){to != &out->known && expr_is_one(f->st, tree) ? 0 : tree, minus}));
    }
}

static void read_row(Formula *f, int i)
{
    const Sheet *s = f->k->s;
    const WrittenOrder *o = &s->order[f->b->eq[i]];
    const Row *row = &f->k->p->row.v[f->b->row[i]];
    TreeRow *out = &f->row[i];
    bool plain = o->side[0] && o->side[1] && !s->plan.on[SW_EVALUATE] &&
                 !expr_any(f->st, o->side[0], is_strange_leaf, f) &&
                 !expr_any(f->st, o->side[1], is_strange_leaf, f);
    Expr side[2] = {plain ? o->side[0] : row->lhs, plain ? o->side[1] : row->rhs};
    out->coef = ARENA_ARRAY(f->a, Terms, f->n);
    if (add_terms(f, side[1], false, false, out) && add_terms(f, side[0], false, true, out))
        return;
    *out = (TreeRow){.coef = ARENA_ARRAY(f->a, Terms, f->n)};
    row_of_entries(f, i, out);
}

/* ---- What is torn ---- */

/* Rows are solved for what they are matched to, x = h*derx + oldx for x, if that is nonzero for h =
 * 0, whatever the variables are. */
static bool can_divide(const Formula *f, const SheetEntry *e)
{
    return e->row == e->col && coef_kind(f->k->p, e->value) <= KIND_PARAM;
}

/* The order in which the others follow from column `torn`, without the row that is left over. */
static bool peel(Formula *f, int torn, int residual)
{
    bool *known = ARENA_ARRAY(f->a, bool, f->n), *used = ARENA_ARRAY(f->a, bool, f->n);
    known[torn] = true;
    f->norder = 0;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0, at = 0; i < f->n; i++) {
            const SheetEntry *one = NULL;
            int open = 0;
            for (; at < f->b->nentries && f->b->entry[at].row == i; at++)
                if (f->b->entry[at].col < f->n && !known[f->b->entry[at].col]) {
                    one = &f->b->entry[at];
                    open++;
                }
            if (used[i] || i == residual || open != 1 || !can_divide(f, one))
                continue;
            known[one->col] = used[i] = more = true;
            f->order[f->norder] = i;
            f->peel[f->norder++] = one->col;
        }
    }
    for (f->residual = 0; f->residual < f->n && used[f->residual];)
        f->residual++;
    f->torn = torn;
    return f->norder == f->n - 1;
}

/* By linres() or residue(): 1 if it is there and leads to a formula, -1 if it does not. */
static int tear_given(Formula *f)
{
    Solve *k = f->k;
    int pair, found = 0, place = -1;
    for (int i = 0; i < f->n && k->s->plan.on[SW_RESIDUE]; i++) {
        VarId x = given_residual(k->p, f->b->eq[i], &pair);
        int col = x == NONE ? 0 : f->col_of[x];
        if (!col)
            continue;
        found++;
        place = pair;
        if (found == 1 && !peel(f, col - 1, i))
            return -1;
    }
    if (found == 1)
        vec_push(k->p->a, &k->plan->used, place);
    return found > 1 ? -1 : found;
}

static bool tear_automatically(Formula *f)
{
    const Dae *d = f->k->d;
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < f->n; i++) {
            const DaeVar *v = &d->var.v[f->b->unknown[i]];
            int mine = v->tear == SELECT_NEVER ? 2 : v->int_of != NONE ? 0 : 1;
            if (mine == pass && peel(f, i, i))
                return true;
        }
    return false;
}

/* ---- The formula ---- */

/* An unknown that follows is put into the equation left over: c*(a*z + b). */
static void put_in(Formula *f, int i, Terms *coef, Term *moved)
{
    const TreeRow *row = &f->row[f->order[i]];
    int v = f->peel[i];
    Term c = as_term(f, &coef[v]), own = as_term(f, &row->coef[v]);
    if (!coef[v].n)
        return;
    for (int j = 0; j < f->n; j++) {
        if (j == v || !row->coef[j].n)
            continue;
        Term a = as_term(f, &row->coef[j]);
        Expr factor = own.tree ? over(f, a.tree, own.tree) : a.tree;
        bool first = c.tree && (is_sum(f, c.tree) || is_literal(f, c.tree));
        Expr tree = first ? times(f, c.tree, factor) : times(f, factor, c.tree);
        bool minus = c.minus != (a.minus == own.minus);
        vec_push(f->a, &coef[j], ((Term){tree, minus}));
    }
    if (row->known.n) {
        Term b = as_term(f, &row->known);
        Expr known = own.tree ? over(f, b.tree, own.tree) : b.tree;
        *moved = (Term){times(f, c.tree, known), c.minus == (b.minus != own.minus)};
    }
}

/* (known - (moved ones))/coefficient */
static Expr formula_of(Formula *f, const Terms *known, const Term *moved, int nmoved, Expr *den)
{
    Terms all = {0}, last = {0};
    bool minus = true;
    for (int i = 0; i < known->n; i++)
        vec_push(f->a, &all, known->v[i]);
    for (int i = 0; i < nmoved; i++)
        if (moved[i].tree) {
            minus = minus && moved[i].minus;
            vec_push(f->a, &last, moved[i]);
        }
    if (last.n > 1 && minus && all.n) {
        Term group = as_term(f, &last);
        vec_push(f->a, &all, group);
    } else {
        for (int i = 0; i < last.n; i++)
            vec_push(f->a, &all, last.v[i]);
    }
    Expr num = all.n ? sum_of(f, all.v, all.n) : expr_real(f->st, 0);
    return *den && all.n ? over(f, num, *den) : num;
}

/* The same as a canonical expression. */
static Expr canonical(Formula *f, Expr tree)
{
    ExprNode n = *expr_node(f->st, tree);
    if (n.op == EX_SPELLED)
        return canonical(f, expr_arg(f->st, tree, 0));
    if (!n.nargs)
        return root_leaf(f, tree);
    Expr *arg = ARENA_ARRAY(f->a, Expr, n.nargs);
    for (uint32_t i = 0; i < n.nargs; i++)
        arg[i] = canonical(f, expr_arg(f->st, tree, i));
    return expr_build(f->st, (ExprOp)n.op, n.type, n.flags, n.payload, n.nargs, arg);
}

static Expr torn_value(Formula *f)
{
    const TreeRow *left = &f->row[f->residual];
    Term *moved = ARENA_ARRAY(f->a, Term, f->n);
    for (int i = f->norder; i-- > 0;)
        put_in(f, i, left->coef, &moved[i]);
    Term own = as_term(f, &left->coef[f->torn]);
    if (!left->coef[f->torn].n)
        return 0;
    if (own.minus) {
        for (int i = 0; i < left->known.n; i++)
            left->known.v[i].minus = !left->known.v[i].minus;
        for (int i = 0; i < f->norder; i++)
            moved[i].minus = !moved[i].minus;
    }
    return formula_of(f, &left->known, moved, f->norder, &own.tree);
}

/* Equations, and unknowns, in the order of the paper: the one left over first. */
static void show_in_order(Formula *f)
{
    SheetBlock *b = f->b;
    int *row = arena_copy(f->a, b->row, (size_t)f->n * sizeof *row);
    VarId *unknown = arena_copy(f->a, b->unknown, (size_t)f->n * sizeof *unknown);
    for (int i = 0; i < f->n; i++) {
        b->row[i] = row[i ? f->order[i - 1] : f->residual];
        b->eq[i] = f->k->p->row.v[b->row[i]].eq;
        b->unknown[i] = unknown[i ? f->peel[i - 1] : f->torn];
        f->k->s->solved[b->eq[i]] = b->unknown[i];
    }
}

static void assign_all(Formula *f, Expr tree)
{
    SheetBlock *b = f->b;
    show_in_order(f);
    b->kind = SB_TORN;
    b->nassign = f->n;
    b->ntorn_assign = b->ntorn = 1;
    b->assign = ARENA_ARRAY(f->a, SheetAssign, f->n);
    b->assign[0] = (SheetAssign){b->unknown[0], canonical(f, tree), 0, {0}, 0, tree};
    for (int i = 1; i < f->n; i++) {
        const Row *row = &f->k->p->row.v[b->row[i]];
        Expr value = explicit_solution(f->k->p, without_hints(f->k, row->lhs),
                                       without_hints(f->k, row->rhs), b->unknown[i], KIND_SAFE);
        b->assign[i] =
            (SheetAssign){b->unknown[i], value, f->k->d->eq.v[row->eq].owner, {0}, row->eq + 1, 0};
    }
    b->torn = arena_copy(f->a, b->unknown, sizeof *b->torn);
    b->residual = arena_copy(f->a, b->eq, sizeof *b->residual);
}

bool formula_system(Solve *k, SheetBlock *b)
{
    Formula f = {.k = k, .st = k->st, .a = k->a, .b = b, .n = b->n};
    if (b->n > MOST_EQUATIONS)
        return false;
    f.order = ARENA_ARRAY(k->a, int, b->n);
    f.peel = ARENA_ARRAY(k->a, int, b->n);
    f.col_of = ARENA_ARRAY(k->a, int, dae_nvars(k->d) + 1);
    for (int i = 0; i < b->n; i++)
        f.col_of[b->unknown[i]] = i + 1;
    int given = tear_given(&f);
    if (given < 0 || (!given && !tear_automatically(&f)))
        return false;
    f.row = ARENA_ARRAY(k->a, TreeRow, b->n);
    for (int i = 0; i < b->n; i++)
        read_row(&f, i);
    Expr tree = torn_value(&f);
    if (!tree || expr_node(f.st, tree)->size > MOST_SIZE)
        return false;
    assign_all(&f, tree);
    return true;
}
