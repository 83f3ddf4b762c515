/* sheet_share.c - what several formulas have in common becomes Q101, Q102 ... (FM-33, FM-45, X-9).
 *
 * Counted is how often a part is an operand of another part, or a formula, whatever the number of
 * places this leads to: what stands only in a part that gets a name needs none. Named are sums,
 * functions and long parts of any kind; short products are not, as the papers print them. A name
 * stands before the first formula that needs it. Parts of branches of conditions that are not
 * defined everywhere stay there. Where lines may not be continued, parts of formulas that are too
 * long are named too. Linear in the number of distinct nodes. */
#include "dae/sheet_internal.h"

enum { LONG = 8 }; /* nodes: (a + b)*c/d is shorter */

typedef struct Share {
    Sheet *s;
    ExprStore *st;
    Arena *a;
    int most;    /* characters of a formula, about; 0: any number */
    bool common; /* name what is used more than once */
    int formula; /* at hand */
    Map uses;    /* node -> how often it is used */
    Map free;    /* node -> 1: computed whatever conditions say */
    Map partial; /* node -> 1: not defined everywhere */
    Map now;     /* node -> what stands for it */
    Map length;  /* node -> about how many characters it has, where that counts */
    AuxiliaryList *out;
} Share;

/* ---- What is worth a name ---- */

static bool is_arithmetic(ExprOp op)
{
    return op == EX_ADD || op == EX_MUL || op == EX_DIV || op == EX_POW || op == EX_IF ||
           op == EX_CALL || (op >= EX_ABS && op <= EX_INTEGER);
}

static bool is_literal_but(const Share *h, Expr e, double not_this)
{
    return expr_is_number(h->st, e) && expr_number(h->st, e) != not_this;
}

/* x/2 and x^2 are defined everywhere. */
static bool is_partial(const Share *h, Expr e)
{
    ExprOp op = expr_op(h->st, e);
    if (op == EX_DIV)
        return !is_literal_but(h, expr_arg(h->st, e, 1), 0);
    if (op == EX_POW && expr_is_number(h->st, expr_arg(h->st, e, 1))) {
        double x = expr_number(h->st, expr_arg(h->st, e, 1));
        return x < 0 || x != (double)(int)x;
    }
    return op == EX_CALL || (op_info[op].flags & OPF_DOMAIN);
}

static bool may_be_named(const Share *h, Expr e)
{
    return expr_type(h->st, e) == T_REAL && is_arithmetic(expr_op(h->st, e)) &&
           (map_get(&h->free, e, 0) || !map_get(&h->partial, e, 0));
}

static bool is_worth_it(const Share *h, Expr e)
{
    const ExprNode *n = expr_node(h->st, e);
    bool short_ = n->op == EX_MUL || n->op == EX_DIV || n->op == EX_POW || n->op == EX_IF;
    return n->var_mask && (!short_ || n->size >= LONG);
}

/* ---- Counting ---- */

static void use(Share *h, Expr e)
{
    map_set(&h->uses, h->a, e, map_get(&h->uses, e, 0) + 1);
}

/* Operands come before their users. */
static void count_node(void *arg, Expr e)
{
    Share *h = arg;
    if (map_get(&h->now, e, 0)) /* of a formula before */
        return;
    map_set(&h->now, h->a, e, e);
    bool partial = is_partial(h, e);
    for (uint32_t i = 0; i < expr_node(h->st, e)->nargs; i++) {
        Expr x = expr_arg(h->st, e, i);
        use(h, x);
        partial = partial || map_get(&h->partial, x, 0);
    }
    if (partial)
        map_set(&h->partial, h->a, e, 1);
}

/* Everything but the branches of conditions. */
static void note_free(Share *h, Expr root)
{
    VEC(Expr) open = {0};
    vec_push(h->a, &open, root);
    while (open.n) {
        Expr e = open.v[--open.n];
        if (map_get(&h->free, e, 0))
            continue;
        map_set(&h->free, h->a, e, 1);
        uint32_t n = expr_op(h->st, e) == EX_IF ? 1 : expr_node(h->st, e)->nargs;
        for (uint32_t i = 0; i < n; i++)
            vec_push(h->a, &open, expr_arg(h->st, e, i));
    }
}

/* ---- Naming ---- */

static Expr name_it(Share *h, Expr value)
{
    uint32_t q = dae_new_var(h->s->d, T_REAL, DV_AUXILIARY);
    vec_push(h->a, h->out, ((Auxiliary){{q, value, 0, {0}, 0, 0}, h->formula}));
    return expr_var(h->st, T_REAL, q);
}

/* ---- Lengths ---- */

static void note_length(void *arg, Expr e)
{
    enum { AROUND = 3, LITERAL = 8, FUNCTION = 6, MOST = 1 << 24 };
    Share *h = arg;
    const ExprNode *n = expr_node(h->st, e);
    if (map_get(&h->length, e, 0))
        return;
    uint32_t length = n->nargs ? n->op >= EX_ABS ? FUNCTION : 0 : LITERAL;
    if (n->op == EX_VAR) {
        Buf name = {0};
        sheet_var_name(h->s, (uint32_t)n->payload, 0, &name);
        length = (uint32_t)name.n;
        buf_free(&name);
    }
    for (uint32_t i = 0; i < n->nargs; i++)
        length += AROUND + map_get(&h->length, expr_arg(h->st, e, i), 0);
    map_set(&h->length, h->a, e, length < MOST ? length : MOST);
}

static uint32_t length_of(Share *h, Expr e)
{
    expr_visit(h->st, e, note_length, h);
    return map_get(&h->length, e, 0);
}

static uint32_t size_of(Share *h, uint32_t n, const Expr *arg)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < n; i++)
        size += length_of(h, arg[i]) + 3;
    return size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

/* Long sums and products in portions. Returns how many operands are left. */
static uint32_t in_portions(Share *h, ExprOp op, uint32_t n, Expr *arg)
{
    uint32_t left = 0;
    for (uint32_t i = 0, from = 0; i < n; i++) {
        bool full = size_of(h, i + 1 - from, arg + from) > (uint32_t)h->most / 2 || i == n - 1;
        if (!full)
            continue;
        Expr part =
            i == from ? arg[i] : expr_build(h->st, op, T_REAL, 0, 0, i + 1 - from, arg + from);
        arg[left++] = i == from ? part : name_it(h, part);
        from = i + 1;
    }
    return left;
}

/* The operands of a node of at most h->most characters. */
static uint32_t shortened(Share *h, Expr old, uint32_t n, Expr *arg)
{
    ExprOp op = expr_op(h->st, old);
    while (h->most && size_of(h, n, arg) > (uint32_t)h->most) {
        uint32_t largest = n;
        for (uint32_t i = 0; i < n; i++) {
            Expr x = expr_arg(h->st, old, i);
            if (may_be_named(h, x) && expr_node(h->st, arg[i])->nargs &&
                (largest == n || length_of(h, arg[i]) > length_of(h, arg[largest])))
                largest = i;
        }
        bool many = (op == EX_ADD || op == EX_MUL) && may_be_named(h, old) &&
                    (largest == n || length_of(h, arg[largest]) < (uint32_t)h->most / 4);
        if (many) {
            uint32_t fewer = in_portions(h, op, n, arg);
            if (fewer == n)
                break;
            return fewer;
        }
        if (largest == n)
            break;
        arg[largest] = name_it(h, arg[largest]);
    }
    return n;
}

static void rewrite_node(void *arg, Expr e)
{
    Share *h = arg;
    if (map_get(&h->now, e, 0))
        return;
    ExprNode n = *expr_node(h->st, e);
    Expr *x = arena_copy(h->a, expr_args(h->st, e), n.nargs * sizeof *x), result = e;
    bool changed = false;
    for (uint32_t i = 0; i < n.nargs; i++) {
        Expr old = x[i];
        x[i] = map_get(&h->now, old, old);
        changed = changed || x[i] != old;
    }
    uint32_t left = shortened(h, e, n.nargs, x);
    for (uint32_t i = 0; i < n.nargs && !changed; i++)
        changed = left != n.nargs || x[i] != expr_arg(h->st, e, i);
    if (changed)
        result = left == 1 && n.nargs > 1
                     ? x[0]
                     : expr_build(h->st, (ExprOp)n.op, n.type, n.flags, n.payload, left, x);
    if (h->common && map_get(&h->uses, e, 0) > 1 && may_be_named(h, e) && is_worth_it(h, e))
        result = name_it(h, result);
    map_set(&h->now, h->a, e, result);
}

/* Arrays by variable have room for the new ones. */
static void make_room(Sheet *s, Arena *a)
{
    uint32_t n = (uint32_t)s->d->var.n;
    s->naux = s->d->var.n - (int)s->first_aux;
    if (!s->rank || n == s->nvars)
        return;
    uint32_t *rank = ARENA_ARRAY(a, uint32_t, n);
    for (uint32_t v = 0; v < n; v++)
        rank[v] = v < s->nvars ? s->rank[v] : SHEET_NO_RANK + v;
    s->rank = rank;
    s->nvars = n;
}

void sheet_share(Sheet *s, Arena *a, int n, Expr *formula, bool common, int most,
                 AuxiliaryList *out)
{
    Share h = {.s = s, .st = s->d->store, .a = a, .most = most, .common = common, .out = out};
    for (int i = 0; i < n; i++) {
        expr_visit(h.st, formula[i], count_node, &h);
        if (expr_node(h.st, formula[i])->size >= LONG) /* u = a - b stays where it is (FM-83) */
            use(&h, formula[i]);
        note_free(&h, formula[i]);
    }
    h.now = (Map){0};
    for (int i = 0; i < n; i++) {
        h.formula = i;
        expr_visit(h.st, formula[i], rewrite_node, &h);
        formula[i] = map_get(&h.now, formula[i], formula[i]);
    }
    make_room(s, a);
}
