/* c_roll.c - repeated shapes among the assignments of a sequence, to be written as loops.
 *
 * The shape of an assignment is its expression with variables, literals and numbers of relations as
 * slots; equal leaves are one slot. In the sequence of shapes, periods are looked for: at each
 * position the next three places with the same shape give candidates, and the next with the same
 * eight and thirty-two shapes from there on; how far a period reaches is remembered, so that a
 * position takes few steps. Of the repetitions of a period those in a row whose assignments have
 * the same shape taken together (the same leaves shared between them) become one loop; if these
 * joint shapes alternate, two or three repetitions are the period. The order of assignments is
 * kept, so recurrences are legal; the terms of a sum are added in the order of the first
 * repetition, so results may differ by rounding from those without loops. Near-linear. */
#include "emit/emit_internal.h"

enum {
    MAX_SIZE = 300,    /* nodes of an expression */
    MAX_PERIOD = 4000, /* assignments in a loop */
    MIN_REPS = 3,
    MIN_SAVING = 8, /* assignments not written */
    CANDIDATES = 3,
    GRAMS = 2,         /* lengths of sequences of shapes ... */
    SHORT_GRAM = 8,    /* ... the first, and half of it times the one before */
    MOST_MULTIPLE = 3, /* repetitions taken together */
    MOST_SORTED = 64,  /* operands whose order is found */
};

/* ---- Shapes ---- */

typedef struct Shape {
    uint32_t first, n; /* codes in Roll.known */
    uint32_t next;     /* with the same hash, + 1 */
} Shape;

typedef struct Roll {
    Emit *e;
    Arena *a;
    const Items *items;
    TraceMark *mark; /* [exprs_count] */
    uint32_t nodes;
    VEC(uint64_t) code;     /* of the trace at hand */
    VEC(LoopSlot) slot;     /* of the trace at hand */
    VEC(LoopSlot) all, run; /* of all items; of the repetitions of a period so far */
    VEC(uint64_t) known;    /* codes of all shapes */
    VEC(Shape) shape;
    Map by_hash; /* hash -> shape + 1 */
} Roll;

/* Of a block, in the simulation or along a direction. */
static bool is_solve(const Item *i)
{
    return i->to == TO_SOLVE || i->to == TO_SOLVE_DIR;
}

static void trace_begin(Roll *r)
{
    r->e->trace++;
    r->nodes = 0;
    r->code.n = r->slot.n = 0;
}

static void push_code(Roll *r, uint64_t kind, uint64_t a, uint64_t b)
{
    vec_push(r->a, &r->code, kind << 48 | a);
    vec_push(r->a, &r->code, b);
}

enum { CODE_BACK = 256, CODE_VAR, CODE_DV, CODE_LITERAL, CODE_EVENT, CODE_ITEM, CODE_FIXED };

static void push_slot(Roll *r, SlotKind kind, Expr leaf, uint64_t value)
{
    vec_push(r->a, &r->slot, ((LoopSlot){(uint8_t)kind, leaf, value}));
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* A variable or pre of one. */
static void trace_variable(Roll *r, Expr e, Expr variable)
{
    Emit *em = r->e;
    const ExprNode n = *expr_node(em->s, variable);
    uint32_t number = (uint32_t)n.payload;
    bool dv = number >= em->num->nv, negated = !dv && em->num->negated[number];
    number = dv ? number - em->num->nv : em->num->place[number];
    push_code(r, dv ? CODE_DV : CODE_VAR, (uint64_t)expr_op(em->s, e) << 8 | negated, n.type);
    push_slot(r, SLOT_NUMBER, e, number);
}

/* Number of something that makes events; 0: it does not. */
static uint32_t event_of(const Roll *r, Expr e)
{
    const ExprNode *n = expr_node(r->e->s, e);
    if (!(op_info[n->op].flags & OPF_EVENT) || (n->flags & EF_NOEVENT))
        return 0;
    uint32_t relation = map_get(&r->e->num->relation, e, 0);
    return relation ? relation : map_get(&r->e->num->kept, e, 0);
}

static bool only_literals(const ExprStore *s, Expr e)
{
    uint32_t n = expr_node(s, e)->nargs;
    for (uint32_t i = 0; i < n; i++)
        if (!expr_is_number(s, expr_arg(s, e, i)))
            return false;
    return true;
}

/* An array of numbers, the same in all repetitions. */
static bool is_fixed(const ExprStore *s, Expr e)
{
    return expr_op(s, e) == EX_ARRAY && only_literals(s, e);
}

/* Leaves and operators that a loop cannot have: of arrays it has those that functions get, element
 * by element, and return. */
static bool is_excluded(const ExprStore *s, Expr e)
{
    const ExprNode *n = expr_node(s, e);
    const TypeInfo *t = type_info(expr_types(s), n->type);
    if (t->base == TY_STRING)
        return true;
    if (n->op == EX_ARRAY || (n->op == EX_CALL && t->ndims && !only_literals(s, e)))
        return false;
    if (t->ndims)
        return true;
    return n->op == EX_SAMPLE || n->op == EX_DELAY || n->op == EX_TRANSPORT || n->op == EX_LOCAL ||
           n->op == EX_ITER || (op_info[n->op].flags & OPF_ARRAY) ||
           (n->nargs && only_literals(s, e));
}

static bool trace_expr(Roll *r, Expr e, bool exponent);

/* Directions come after variables, which have places. */
static uint64_t variable_order(const Emit *em, uint64_t number, bool places)
{
    bool direction = number >= em->num->nv;
    uint64_t at = !places ? 0 : direction ? number - em->num->nv : em->num->place[number];
    return (uint64_t)direction << 32 | at;
}

/* By form, then by variables: the order in which the operands of a sum or a product are traced.
 * Stored they are in an order that tells equal forms apart by chance (key_compare). */
static int compare_forms(const Emit *em, Expr x, Expr y, bool variables)
{
    const ExprNode a = *expr_node(em->s, x), b = *expr_node(em->s, y);
    if (x == y)
        return 0;
    if (a.op != b.op || a.nargs != b.nargs)
        return a.op != b.op ? (a.op < b.op ? -1 : 1) : (a.nargs < b.nargs ? -1 : 1);
    if (a.op == EX_VAR) {
        uint64_t at = variable_order(em, a.payload, variables);
        uint64_t other = variable_order(em, b.payload, variables);
        return at < other ? -1 : at > other;
    }
    for (uint32_t i = 0; i < a.nargs; i++) {
        int order = compare_forms(em, expr_arg(em->s, x, i), expr_arg(em->s, y, i), variables);
        if (order)
            return order;
    }
    return 0;
}

static bool goes_after(const Emit *em, Expr x, Expr y)
{
    int order = compare_forms(em, x, y, false);
    return (order ? order : compare_forms(em, x, y, true)) > 0;
}

static bool trace_operands(Roll *r, const ExprNode *n, Expr e)
{
    Expr arg[MOST_SORTED];
    bool sorted = (n->op == EX_ADD || n->op == EX_MUL) && n->nargs <= MOST_SORTED;
    for (uint32_t i = 0; i < n->nargs && sorted; i++) {
        Expr x = expr_arg(r->e->s, e, i);
        uint32_t k = i;
        for (; k > 0 && goes_after(r->e, arg[k - 1], x); k--)
            arg[k] = arg[k - 1];
        arg[k] = x;
    }
    for (uint32_t i = 0; i < n->nargs; i++)
        if (!trace_expr(r, sorted ? arg[i] : expr_arg(r->e->s, e, i), n->op == EX_POW && i == 1))
            return false;
    return true;
}

static bool trace_inner(Roll *r, Expr e)
{
    const ExprNode n = *expr_node(r->e->s, e);
    uint32_t event = event_of(r, e);
    push_code(r, event ? CODE_EVENT : 0, (uint64_t)n.op << 40 | (uint64_t)n.flags << 32 | n.nargs,
              n.payload);
    vec_push(r->a, &r->code, n.type);
    if (event)
        push_slot(r, SLOT_NUMBER, e, event - 1);
    return trace_operands(r, &n, e);
}

/* Recursion goes no deeper than MAX_SIZE. */
static bool trace_expr(Roll *r, Expr e, bool exponent)
{
    const ExprStore *s = r->e->s;
    if (r->mark[e].trace == r->e->trace) {
        push_code(r, CODE_BACK, 0, r->mark[e].index);
        return true;
    }
    if (is_excluded(s, e))
        return false;
    r->mark[e] = (TraceMark){r->e->trace, r->nodes++};
    if (is_fixed(s, e)) {
        push_code(r, CODE_FIXED, 0, e);
        return true;
    }
    switch (expr_op(s, e)) {
    case EX_VAR:
        trace_variable(r, e, e);
        return true;
    case EX_PRE:
    case EX_EDGE:
    case EX_CHANGE:
        if (expr_op(s, expr_arg(s, e, 0)) != EX_VAR)
            return false;
        trace_variable(r, e, expr_arg(s, e, 0));
        return expr_op(s, e) == EX_PRE;
    case EX_REAL:
        if (exponent)
            break;
        push_code(r, CODE_LITERAL, 0, 0);
        push_slot(r, SLOT_REAL, e, bits_of(expr_number(s, e)));
        return true;
    default:
        break;
    }
    return trace_inner(r, e);
}

/* A parameter that is a text: its place among the variables that are set, and among texts. */
static bool trace_text(Roll *r, const Item *i)
{
    const Numbers *num = r->e->num;
    if (i->to != TO_PARAM || expr_op(r->e->s, i->value) != EX_STRING)
        return false;
    push_code(r, CODE_ITEM, i->to, i->part);
    push_code(r, CODE_FIXED, 0, i->value);
    push_slot(r, SLOT_NUMBER, 0, num->nv + (uint32_t)num->string[i->n]);
    push_slot(r, SLOT_NUMBER, 0, (uint64_t)num->string[i->n]);
    return true;
}

/* Appends the shape of an item; false if it cannot be part of a loop. */
static bool trace_item(Roll *r, const Item *i)
{
    const Emit *e = r->e;
    bool variable = i->to == TO_V || i->to == TO_PARAM;
    if (is_solve(i)) {
        push_code(r, CODE_ITEM, i->to, i->part);
        push_slot(r, SLOT_NUMBER, 0, i->n);
        return !i->other;
    }
    if (i->to > TO_G)
        return false;
    if (variable && e->num->string[i->n] >= 0)
        return trace_text(r, i);
    push_code(r, CODE_ITEM, i->to, i->part);
    push_slot(r, SLOT_NUMBER, 0, i->n);
    if (i->to == TO_FROM_START) {
        push_slot(r, SLOT_NUMBER, 0, i->other);
        return true;
    }
    if (expr_node(e->s, i->value)->size > MAX_SIZE)
        return false;
    if (i->to != TO_G)
        return trace_expr(r, i->value, false);
    return trace_expr(r, expr_arg(e->s, i->value, 0), false) &&
           trace_expr(r, expr_arg(e->s, i->value, 1), false);
}

/* The number of the shape traced last. */
static uint32_t shape_number(Roll *r)
{
    uint64_t hash = 1469598103934665603u;
    for (int i = 0; i < r->code.n; i++) {
        hash = (hash ^ r->code.v[i]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    hash |= 1;
    uint32_t first = map_get(&r->by_hash, hash, 0);
    for (uint32_t k = first; k; k = r->shape.v[k - 1].next)
        if (r->shape.v[k - 1].n == (uint32_t)r->code.n &&
            (!r->code.n || !memcmp(r->known.v + r->shape.v[k - 1].first, r->code.v,
                                   (size_t)r->code.n * sizeof *r->code.v)))
            return k;
    vec_add(r->a, &r->shape)->first = (uint32_t)r->known.n;
    vec_last(&r->shape).n = (uint32_t)r->code.n;
    vec_last(&r->shape).next = first;
    for (int i = 0; i < r->code.n; i++)
        vec_push(r->a, &r->known, r->code.v[i]);
    map_set(&r->by_hash, r->a, hash, (uint32_t)r->shape.n);
    return (uint32_t)r->shape.n;
}

/* The shape of items taken together, 0: none; their slots are left in r->slot. */
static uint32_t joint_shape(Roll *r, int first, int period)
{
    trace_begin(r);
    for (int i = 0; i < period; i++)
        if (!trace_item(r, &r->items->v[first + i]))
            return 0;
    return shape_number(r);
}

/* ---- Periods ---- */

/* A sequence of shapes; shape 0 is never repeated, and a loop has shapes of one part only. */
typedef struct Periods {
    int n;
    uint32_t *shape;
    uint8_t *part;
    int *next;        /* [n] next position with the same shape, 0: none */
    int *gram[GRAMS]; /* [n] next position with the same shapes from there on, 0: none */
    int *reach;       /* [up to MAX_PERIOD] where a period was found to end */
} Periods;

static Periods periods_new(Arena *a, int n)
{
    Periods p = {.n = n,
                 .shape = ARENA_ARRAY(a, uint32_t, n + 1),
                 .part = ARENA_ARRAY(a, uint8_t, n + 1),
                 .next = ARENA_ARRAY(a, int, n + 1),
                 .reach = ARENA_ARRAY(a, int, (n < MAX_PERIOD ? n : MAX_PERIOD) + 1)};
    for (int k = 0; k < GRAMS; k++)
        p.gram[k] = ARENA_ARRAY(a, int, n + 1);
    return p;
}

/* By a hash of `length` shapes: what is found is a candidate only. */
static void find_grams(Periods *p, Arena *a, int length, int *next)
{
    const uint64_t base = 0x9E3779B97F4A7C15u;
    uint64_t hash = 0, last_factor = 1;
    Map last = {0};
    for (int i = 1; i < length; i++)
        last_factor *= base;
    for (int i = p->n - 1; i >= 0; i--) {
        uint64_t leaves = i + length < p->n ? p->shape[i + length] : 0;
        hash = p->shape[i] + base * (hash - leaves * last_factor);
        next[i] = (int)map_get(&last, hash | 1, 0);
        map_set(&last, a, hash | 1, (uint32_t)i);
    }
}

static void find_next(Periods *p, Arena *a, uint32_t nshapes)
{
    int *last = ARENA_ARRAY(a, int, nshapes + 1);
    for (int i = p->n - 1; i >= 0; i--) {
        p->next[i] = p->shape[i] ? last[p->shape[i]] : 0;
        if (p->shape[i])
            last[p->shape[i]] = i;
    }
    for (int k = 0, length = SHORT_GRAM; k < GRAMS; k++, length *= SHORT_GRAM / 2)
        if (p->n > 32 * length)
            find_grams(p, a, length, p->gram[k]);
}

/* First position from i on where the period does not hold. */
static int period_end(Periods *p, int i, int period)
{
    if (p->reach[period] > i)
        return p->reach[period];
    int q = i;
    while (q + period < p->n && p->shape[q] && p->shape[q] == p->shape[q + period] &&
           p->part[q] == p->part[q + 1])
        q++;
    return p->reach[period] = q;
}

static bool is_worth(int period, int reps)
{
    return reps >= MIN_REPS && (reps - 1) * period >= MIN_SAVING;
}

static void try_period(Periods *p, int i, int j, Loop *best)
{
    int period = j - i;
    if (!j || period > MAX_PERIOD)
        return;
    int reps = (period_end(p, i, period) - i) / period + 1;
    if (is_worth(period, reps) && reps * period > best->reps * best->period)
        *best = (Loop){.first = i, .period = period, .reps = reps};
}

static Loop best_period(Periods *p, int i)
{
    Loop best = {.first = i, .period = 1, .reps = 1};
    int j = p->next[i];
    for (int k = 0; k < CANDIDATES && j; k++, j = p->next[j])
        try_period(p, i, j, &best);
    for (int k = 0; k < GRAMS; k++)
        try_period(p, i, p->gram[k][i], &best);
    return best;
}

/* ---- Loops ---- */

static void push_straight(Roll *r, Loops *out, int first, int n)
{
    if (!n)
        return;
    if (out->n && vec_last(out).reps == 1 && vec_last(out).first + vec_last(out).period == first)
        vec_last(out).period += n;
    else
        vec_push(r->e->arena, out, ((Loop){.first = first, .period = n, .reps = 1}));
}

/* Repetitions of one joint shape: a loop with all their slots, or plain. */
static void push_loop(Roll *r, Loops *out, Loop loop, int nslots, const LoopSlot *slot)
{
    if (!is_worth(loop.period, loop.reps)) {
        push_straight(r, out, loop.first, loop.period * loop.reps);
        return;
    }
    loop.nslots = nslots;
    loop.slot =
        arena_copy(r->e->arena, slot, (size_t)loop.nslots * (size_t)loop.reps * sizeof *loop.slot);
    vec_push(r->e->arena, out, loop);
}

/* The joint shape of each repetition; all their slots are in r->run then, from first_slot on. */
static void trace_repetitions(Roll *r, const Loop *l, uint32_t *shape, int *first_slot)
{
    r->run.n = 0;
    for (int k = 0; k < l->reps; k++) {
        shape[k] = joint_shape(r, l->first + k * l->period, l->period);
        first_slot[k] = r->run.n;
        for (int i = 0; i < r->slot.n; i++)
            vec_push(r->a, &r->run, r->slot.v[i]);
    }
    first_slot[l->reps] = r->run.n;
}

/* After how many repetitions joint shapes are the same again; *from: since when. */
static int find_multiple(const Loop *l, const uint32_t *shape, int *from)
{
    int best = 1, most = 0;
    for (int m = 1; m <= MOST_MULTIPLE && m * l->period <= MAX_PERIOD; m++) {
        int n = 0, first = l->reps;
        for (int k = l->reps - m - 1; k >= 0; k--)
            if (shape[k] && shape[k] == shape[k + m]) {
                n++;
                first = k;
            }
        if (n > 2 * most) {
            best = m;
            most = n;
            *from = first;
        }
    }
    return best;
}

/* Splits the repetitions of a period where its joint shape changes. */
static void split_by_shape(Roll *r, Loops *out, const Loop *l)
{
    uint32_t *shape = ARENA_ARRAY(r->a, uint32_t, l->reps + 1);
    int *slot = ARENA_ARRAY(r->a, int, l->reps + 1), from = 0;
    trace_repetitions(r, l, shape, slot);
    int multiple = find_multiple(l, shape, &from);
    if (multiple > 1) {
        Loop many = {.first = l->first + from * l->period, .period = multiple * l->period};
        many.reps = (l->reps - from) / multiple;
        push_straight(r, out, l->first, from * l->period);
        split_by_shape(r, out, &many);
        int done = many.first + many.reps * many.period;
        push_straight(r, out, done, l->first + l->reps * l->period - done);
        return;
    }
    for (int k = 0, end; k < l->reps; k = end) {
        for (end = k + 1; end < l->reps && shape[end] == shape[k];)
            end++;
        Loop run = {.first = l->first + k * l->period, .period = l->period, .reps = end - k};
        push_loop(r, out, run, slot[k + 1] - slot[k], r->run.v + slot[k]);
    }
}

/* One assignment repeated: its shape is the joint one, and its slots are known. */
static void push_single(Roll *r, Loops *out, const Loop *l, const uint32_t *first_slot)
{
    uint32_t from = first_slot[l->first], nslots = first_slot[l->first + 1] - from;
    push_loop(r, out, *l, (int)nslots, r->all.v + from);
}

static Roll roll_open(Emit *e, const Items *items)
{
    if (e->ntrace_marks < exprs_count(e->s)) {
        e->ntrace_marks = 2 * exprs_count(e->s);
        e->trace_mark = ARENA_ARRAY(e->arena, TraceMark, e->ntrace_marks);
    }
    return (Roll){.e = e, .a = arena_new(), .items = items, .mark = e->trace_mark};
}

/* Shapes and slots of all items. */
static void find_shapes(Roll *r, Periods *p, uint32_t *first_slot)
{
    for (int i = 0; i < p->n; i++) {
        p->shape[i] = joint_shape(r, i, 1);
        p->part[i] = r->items->v[i].part;
        first_slot[i] = (uint32_t)r->all.n;
        for (int k = 0; p->shape[i] && k < r->slot.n; k++)
            vec_push(r->a, &r->all, r->slot.v[k]);
    }
    first_slot[p->n] = (uint32_t)r->all.n;
    find_next(p, r->a, (uint32_t)r->shape.n);
}

void roll_loops(Emit *e, const Items *items, Loops *out)
{
    Roll r = roll_open(e, items);
    if (!e->rolls || items->n <= MIN_SAVING) {
        push_straight(&r, out, 0, items->n);
        arena_free(r.a);
        return;
    }
    Periods p = periods_new(r.a, items->n);
    uint32_t *first_slot = ARENA_ARRAY(r.a, uint32_t, items->n + 1);
    find_shapes(&r, &p, first_slot);
    for (int i = 0; i < p.n;) {
        Loop best = best_period(&p, i);
        if (best.reps == 1)
            push_straight(&r, out, i, 1);
        else if (best.period == 1)
            push_single(&r, out, &best, first_slot);
        else
            split_by_shape(&r, out, &best);
        i += best.period * best.reps;
    }
    arena_free(r.a);
}

/* ---- For the order of blocks ---- */

static bool is_plain(const Block *b)
{
    for (int i = 0; i < b->nassign; i++)
        if (b->assign[i].var == NONE)
            return false;
    return !block_is_solved(b) && b->nassign > 0;
}

static void block_items(Emit *e, const Block *b, Items *out)
{
    Part part = block_part(b);
    out->n = 0;
    if (is_plain(b))
        assign_items(e, b->nassign, b->assign, part, out);
    else if (block_is_solved(b))
        vec_push(e->arena, out, solve_item(b, 0, part));
}

uint32_t roll_shapes(Emit *e, const System *s, uint32_t *shape)
{
    Items items = {0};
    Roll r = roll_open(e, &items);
    for (int i = 0; i < s->nblocks; i++) {
        block_items(e, s->block[i], &items);
        shape[i] = items.n ? joint_shape(&r, 0, items.n) : 0;
    }
    arena_free(r.a);
    return (uint32_t)r.shape.n;
}

/* ---- For functions that are alike ---- */

uint32_t roll_piece_shapes(Emit *e, const Items *items, int n, const int *first, uint32_t *shape)
{
    Roll r = roll_open(e, items);
    for (int i = 0; i < n; i++)
        shape[i] = e->rolls ? joint_shape(&r, first[i], first[i + 1] - first[i]) : 0;
    arena_free(r.a);
    return (uint32_t)r.shape.n;
}

Loop roll_pieces(Emit *e, const Items *items, int reps, const int *first, int period)
{
    Roll r = roll_open(e, items);
    Loop l = {.first = first[0], .period = period, .reps = reps};
    for (int k = 0; k < reps; k++) {
        joint_shape(&r, first[k], period);
        if (!k) {
            l.nslots = r.slot.n;
            l.slot = ARENA_ARRAY(e->arena, LoopSlot, (size_t)l.nslots * (size_t)reps + 1);
        }
        memcpy(l.slot + (size_t)k * (size_t)l.nslots, r.slot.v, (size_t)l.nslots * sizeof *l.slot);
    }
    arena_free(r.a);
    return l;
}

uint32_t roll_item_shapes(Emit *e, const Items *items, uint32_t *shape)
{
    Roll r = roll_open(e, items);
    for (int i = 0; i < items->n; i++)
        shape[i] = joint_shape(&r, i, 1);
    arena_free(r.a);
    return (uint32_t)r.shape.n;
}

int roll_rest(const System *s, const uint32_t *shape, uint32_t nshapes, const int *order)
{
    Arena *a = arena_new();
    Periods p = periods_new(a, s->nblocks);
    for (int i = 0; i < p.n; i++) {
        p.shape[i] = shape[order[i]];
        p.part[i] = (uint8_t)block_part(s->block[order[i]]);
    }
    find_next(&p, a, nshapes);
    int rest = 0;
    for (int i = 0; i < p.n;) {
        Loop best = best_period(&p, i);
        rest += best.period;
        i += best.period * best.reps;
    }
    arena_free(a);
    return rest;
}

/* ---- Text of slots ---- */

/* The table of reps numbers less the first one; equal tables are written once. */
static uint32_t offset_table(Emit *e, int reps, const int64_t *value)
{
    uint64_t hash = (uint64_t)reps;
    for (int k = 0; k < reps; k++)
        hash = (hash ^ (uint64_t)(value[k] - value[0])) * 0x9E3779B97F4A7C15u, hash ^= hash >> 31;
    hash |= 1;
    uint32_t known = map_get(&e->offset_table, hash, 0);
    if (known && known <= (uint32_t)e->offsets.n) {
        const OffsetTable *t = &e->offsets.v[known - 1];
        bool same = t->n == reps;
        for (int k = 0; same && k < reps; k++)
            same = t->value[k] == value[k] - value[0];
        if (same)
            return t->number;
    }
    OffsetTable t = {0, reps, ARENA_ARRAY(e->arena, int64_t, reps)};
    for (int k = 0; k < reps; k++)
        t.value[k] = value[k] - value[0];
    t.number = int_table(e, reps, t.value);
    vec_push(e->arena, &e->offsets, t);
    map_set(&e->offset_table, e->arena, hash, (uint32_t)e->offsets.n);
    return t.number;
}

/* base, base+k, base+stride*k or base+c1[k]. */
static const char *number_text(Emit *e, const Loop *l, int slot, uint32_t counter)
{
    int64_t *value = ARENA_ARRAY(e->arena, int64_t, l->reps);
    bool affine = true;
    for (int k = 0; k < l->reps; k++) {
        value[k] = (int64_t)l->slot[(size_t)k * (size_t)l->nslots + (size_t)slot].value;
        affine = affine && value[k] - value[0] == k * (k ? value[1] - value[0] : 0);
    }
    long long base = value[0], stride = value[1] - value[0];
    if (!affine)
        return arena_printf(e->arena, "%lld+c%u[t%u]", base, offset_table(e, l->reps, value),
                            counter);
    if (!stride)
        return arena_printf(e->arena, "%lld", base);
    if (stride == 1)
        return arena_printf(e->arena, "%lld+t%u", base, counter);
    return arena_printf(e->arena, "%lld%+lld*t%u", base, stride, counter);
}

/* NULL: the same in all repetitions. */
static const char *literal_text(Emit *e, const Loop *l, int slot, uint32_t counter)
{
    bool same = true;
    for (int k = 1; k < l->reps; k++)
        same = same &&
               l->slot[(size_t)k * (size_t)l->nslots + (size_t)slot].value == l->slot[slot].value;
    if (same)
        return NULL;
    double *value = ARENA_ARRAY(e->arena, double, l->reps);
    for (int k = 0; k < l->reps; k++)
        memcpy(&value[k], &l->slot[(size_t)k * (size_t)l->nslots + (size_t)slot].value,
               sizeof *value);
    uint32_t table = real_table(e, l->reps, value);
    return arena_printf(e->arena, "c%u[t%u]", table, counter);
}

void loop_texts(Emit *e, Loop *l, uint32_t counter)
{
    l->text = ARENA_ARRAY(e->arena, const char *, l->nslots);
    for (int i = 0; i < l->nslots; i++) {
        const LoopSlot *s = &l->slot[i];
        l->text[i] =
            s->kind == SLOT_REAL ? literal_text(e, l, i, counter) : number_text(e, l, i, counter);
        if (s->leaf)
            map_set(&l->leaf, e->arena, s->leaf, (uint32_t)i + 1);
    }
}

const char *loop_text(const Loop *l, Expr leaf)
{
    uint32_t slot = l ? map_get(&l->leaf, leaf, 0) : 0;
    return slot ? l->text[slot - 1] : NULL;
}
