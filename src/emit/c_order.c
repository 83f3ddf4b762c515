/* c_order.c - the order in which blocks, and assignments of a long sequence, are written.
 *
 * Discrete blocks stand among continuous ones where they are first needed, and every change of part
 * ends a function; so blocks of one part are kept together: Kahn's algorithm, which as long as the
 * part at hand has a block whose inputs are known takes the first such one, then the part with the
 * first one. In large models where few assignments repeat in that order, those of one shape are
 * kept together too: the same shape as before, else the shape that followed it last time, else the
 * first block.
 *
 * A block that is solved by formulas is one sequence of assignments. Those of a chain of bodies
 * repeat in the order in which they were found, those of a tree only by their shapes: all leaves,
 * then all bodies that carry two of them. So the same is done inside a sequence that hardly
 * repeats. O(n log n), plus the size of the expressions. */
#include "emit/emit_internal.h"

enum { PARTS = PART_DISCRETE + 1 };

typedef VEC(int) IntVec;

typedef struct Order {
    Emit *e;
    Arena *a;
    int n;               /* blocks, or assignments; below: blocks */
    uint8_t *part;       /* [n] */
    int *block_of;       /* [2 * nv] block that determines a variable, then its direction; -1 */
    uint32_t *seen;      /* [exprs_count] block that visited a node, + 1 */
    int *waits;          /* [n] inputs that are not known yet */
    int *asked;          /* [n] block that has been entered as a user, + 1 */
    IntVec *users;       /* [n] */
    int *hopes;          /* [n] inputs of delays that are not known yet ... */
    int *hoped;          /* [n] ... as asked */
    IntVec *delayed;     /* [n] ... as users */
    bool keeps_reads;    /* who reads a variable before it is determined goes on doing so */
    bool in_delay;       /* visiting the operand of a delay */
    IntVec ready[PARTS]; /* heaps: the first at the top; taken ones may still be in them */
    uint32_t *shape;     /* [n] 0: of no use */
    IntVec *same;        /* [nshapes + 1] heaps of those ready by shape */
    uint32_t *follows;   /* [nshapes + 1] shape that came next last time */
    bool *taken;         /* [n] */
    IntVec stack;
    int at; /* block being visited */
} Order;

/* ---- Heaps of block numbers ---- */

static void heap_push(Order *o, IntVec *h, int x)
{
    vec_push(o->a, h, x);
    int i = h->n - 1;
    for (; i > 0 && h->v[(i - 1) / 2] > x; i = (i - 1) / 2)
        h->v[i] = h->v[(i - 1) / 2];
    h->v[i] = x;
}

static int heap_pop(IntVec *h)
{
    int top = h->v[0], x = vec_pop(h), i = 0;
    for (int child; (child = 2 * i + 1) < h->n; i = child) {
        if (child + 1 < h->n && h->v[child + 1] < h->v[child])
            child++;
        if (h->v[child] >= x)
            break;
        h->v[i] = h->v[child];
    }
    if (h->n)
        h->v[i] = x;
    return top;
}

/* ---- What needs what ---- */

static void needs_var(Order *o, uint64_t var)
{
    uint32_t nv = o->e->num->nv;
    if (var >= 2 * (uint64_t)nv)
        return;
    int from = o->block_of[var < nv ? o->e->num->place[var] : var];
    int *asked = o->in_delay ? o->hoped : o->asked;
    if (from < 0 || from == o->at || asked[from] == o->at + 1)
        return;
    asked[from] = o->at + 1;
    if (o->keeps_reads && from > o->at) {
        o->waits[from]++;
        vec_push(o->a, &o->users[o->at], from);
        return;
    }
    (o->in_delay ? o->hopes : o->waits)[o->at]++;
    vec_push(o->a, o->in_delay ? &o->delayed[from] : &o->users[from], o->at);
}

/* What delays take, and their times, come first where that is possible: the present value serves
 * for times since the last step. */
static void needs_delayed(Order *o, Expr delay)
{
    VarList list = expr_vars(o->e->s, o->a, 2, expr_args(o->e->s, delay));
    o->in_delay = true;
    for (int i = 0; i < list.n; i++)
        needs_var(o, list.var[i]);
    o->in_delay = false;
}

/* Variables whose present values go into e: not those under pre, delay and sample. */
static void needs_expr(void *arg, Expr root)
{
    Order *o = arg;
    const ExprStore *s = o->e->s;
    vec_push(o->a, &o->stack, (int)root);
    while (o->stack.n) {
        Expr e = (Expr)vec_pop(&o->stack);
        const ExprNode *n = expr_node(s, e);
        if (o->seen[e] == (uint32_t)o->at + 1 || !n->var_mask)
            continue;
        o->seen[e] = (uint32_t)o->at + 1;
        if (n->op == EX_DELAY || n->op == EX_BOUNDARY)
            needs_delayed(o, e);
        if (n->op == EX_PRE || n->op == EX_DELAY || n->op == EX_BOUNDARY || n->op == EX_SAMPLE)
            continue;
        int64_t count = n->op == EX_VAR      ? 1
                        : n->op == EX_ARRVAR ? type_elements(expr_types(s), n->type)
                                             : 0;
        for (int64_t i = 0; i < count; i++)
            needs_var(o, n->payload + (uint64_t)i);
        for (uint32_t i = 0; i < n->nargs; i++)
            vec_push(o->a, &o->stack, (int)expr_arg(s, e, i));
    }
}

static void determined_by(Order *o, int block, int n, const Assign *a)
{
    const uint32_t *output;
    for (int i = 0; i < n; i++)
        for (int k = assign_outputs(o->e->d, &a[i], &output); k-- > 0;)
            if (output[k] != NONE)
                o->block_of[output[k]] = block;
}

static void find_needs(Order *o, const System *s)
{
    for (int i = 0; i < o->n; i++) {
        const Block *b = s->block[i];
        o->part[i] = (uint8_t)block_part(b);
        determined_by(o, i, b->nassign, b->assign);
        determined_by(o, i, b->core->nmodes, b->core->mode);
        for (int k = 0; k < b->core->ntorn; k++)
            o->block_of[b->core->torn[k]] = i;
    }
    for (o->at = 0; o->at < o->n; o->at++)
        block_visit(o->e->d, s->block[o->at], needs_expr, o);
}

/* The same of assignments; false if they are not such as may change places. */
static bool find_item_needs(Order *o, const Items *items)
{
    for (int i = 0; i < o->n; i++) {
        const Item *x = &items->v[i];
        uint32_t at = x->to == TO_DV ? o->e->num->nv + x->n : x->n;
        o->part[i] = x->part;
        if ((x->to != TO_V && x->to != TO_DV && x->to != TO_R) || x->part != items->v[0].part)
            return false;
        if (x->to != TO_R && o->block_of[at] >= 0)
            return false;
        if (x->to != TO_R)
            o->block_of[at] = i;
    }
    for (o->at = 0; o->at < o->n; o->at++)
        needs_expr(o, items->v[o->at].value);
    return true;
}

/* ---- The order ---- */

static void drop_taken(Order *o, IntVec *h)
{
    while (h->n && o->taken[h->v[0]])
        heap_pop(h);
}

static int first_part(Order *o, int part)
{
    int best = -1;
    for (int k = 0; k < PARTS; k++)
        drop_taken(o, &o->ready[k]);
    if (o->ready[part].n)
        return part;
    for (int k = 0; k < PARTS; k++)
        if (o->ready[k].n && (best < 0 || o->ready[k].v[0] < o->ready[best].v[0]))
            best = k;
    return best;
}

/* Shapes belong to one part. */
static int next_block(Order *o, uint32_t last, int *part)
{
    uint32_t candidate[] = {last, o->follows[last]};
    for (int i = 0; i < 2; i++) {
        IntVec *h = &o->same[candidate[i]];
        drop_taken(o, h);
        if (candidate[i] && h->n && o->part[h->v[0]] == *part)
            return heap_pop(h);
    }
    int first = first_part(o, *part);
    if (first < 0)
        return -1;
    *part = first;
    return heap_pop(&o->ready[first]);
}

static void make_ready(Order *o, int b)
{
    heap_push(o, &o->ready[o->part[b]], b);
    if (o->shape[b])
        heap_push(o, &o->same[o->shape[b]], b);
}

/* A block is done: those who wait for it are ready if they wait for nothing else. */
static void tell(Order *o, const IntVec *users, int *counter)
{
    for (int k = 0; k < users->n; k++) {
        int b = users->v[k];
        if (!--counter[b] && !o->waits[b] && !o->hopes[b] && !o->taken[b])
            make_ready(o, b);
    }
}

/* Nothing is ready, since delays are parts of loops: the first block that only hopes; -1. */
static int give_up(const Order *o)
{
    for (int i = 0; i < o->n; i++)
        if (!o->taken[i] && !o->waits[i])
            return i;
    return -1;
}

static int sort_blocks(Order *o, int *order)
{
    int n = 0, part = PART_RHS;
    uint32_t last = 0;
    for (int i = 0; i < o->n; i++)
        if (!o->waits[i] && !o->hopes[i])
            make_ready(o, i);
    for (int b; (b = next_block(o, last, &part)) >= 0 || (b = give_up(o)) >= 0;) {
        order[n++] = b;
        o->taken[b] = true;
        o->follows[last] = o->shape[b];
        last = o->shape[b];
        tell(o, &o->users[b], o->waits);
        tell(o, &o->delayed[b], o->hopes);
    }
    return n;
}

static int count_changes(const System *s)
{
    int n = 0;
    for (int i = 1; i < s->nblocks && s->role == SYSTEM_SIMULATION; i++)
        n += block_part(s->block[i]) != block_part(s->block[i - 1]);
    return n;
}

/* Of n blocks; shape NULL: by part only. */
static Order order_open(Emit *e, int n, uint32_t *shape, uint32_t nshapes)
{
    uint32_t nv = e->num->nv;
    Order o = {.e = e, .a = arena_new(), .n = n, .shape = shape};
    o.part = ARENA_ARRAY(o.a, uint8_t, n + 1);
    o.block_of = ARENA_ARRAY(o.a, int, 2 * nv + 1);
    for (uint32_t i = 0; i < 2 * nv; i++)
        o.block_of[i] = -1;
    o.seen = ARENA_ARRAY(o.a, uint32_t, exprs_count(e->s));
    o.waits = ARENA_ARRAY(o.a, int, n + 1);
    o.asked = ARENA_ARRAY(o.a, int, n + 1);
    o.users = ARENA_ARRAY(o.a, IntVec, n + 1);
    o.hopes = ARENA_ARRAY(o.a, int, n + 1);
    o.hoped = ARENA_ARRAY(o.a, int, n + 1);
    o.delayed = ARENA_ARRAY(o.a, IntVec, n + 1);
    o.taken = ARENA_ARRAY(o.a, bool, n + 1);
    if (!shape)
        o.shape = ARENA_ARRAY(o.a, uint32_t, n + 1);
    o.same = ARENA_ARRAY(o.a, IntVec, nshapes + 1);
    o.follows = ARENA_ARRAY(o.a, uint32_t, nshapes + 1);
    return o;
}

static void sort_system(Emit *e, const System *s, uint32_t *shape, uint32_t nshapes, int *order)
{
    Order o = order_open(e, s->nblocks, shape, nshapes);
    find_needs(&o, s);
    int *better = ARENA_ARRAY(o.a, int, o.n + 1);
    if (sort_blocks(&o, better) == o.n)
        memcpy(order, better, (size_t)o.n * sizeof *order);
    arena_free(o.a);
}

bool regroup_items(Emit *e, const Items *items, Items *out)
{
    uint32_t *shape = ARENA_ARRAY(e->arena, uint32_t, items->n + 1);
    uint32_t nshapes = roll_item_shapes(e, items, shape);
    Order o = order_open(e, items->n, shape, nshapes);
    o.keeps_reads = true;
    int *order = ARENA_ARRAY(o.a, int, o.n + 1);
    bool good = find_item_needs(&o, items) && sort_blocks(&o, order) == o.n;
    for (int i = 0; good && i < o.n; i++)
        vec_push(e->arena, out, items->v[order[i]]);
    arena_free(o.a);
    return good;
}

const int *block_order(Emit *e, const System *s)
{
    enum { LARGE = 3000 };
    int n = s->nblocks;
    int *order = ARENA_ARRAY(e->arena, int, n + 1);
    for (int i = 0; i < n; i++)
        order[i] = i;
    if (count_changes(s) >= PARTS || e->num->delays.n)
        sort_system(e, s, NULL, 0, order);
    if (n <= LARGE || !e->rolls)
        return order;
    uint32_t *shape = ARENA_ARRAY(e->arena, uint32_t, n), nshapes = roll_shapes(e, s, shape);
    int rest = roll_rest(s, shape, nshapes, order);
    if (rest <= LARGE)
        return order;
    int *other = arena_copy(e->arena, order, (size_t)n * sizeof *order);
    sort_system(e, s, shape, nshapes, other);
    return roll_rest(s, shape, nshapes, other) < rest / 2 ? other : order;
}
