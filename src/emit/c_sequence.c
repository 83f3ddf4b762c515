/* c_sequence.c - sequences of assignments as C functions of about a hundred items each. What
 * several items of one function use is computed once. */
#include "emit/emit_internal.h"

#include "base/die.h"

enum { MAX_ITEMS = 100, MAX_NODES = 1500 };

Item solve_item(const Block *b, uint32_t number, Part part)
{
    bool unknowns = b->core->ntorn > 0 || b->core->whole;
    return (Item){.to = TO_SOLVE, .n = number, .other = !unknowns, .part = (uint8_t)part};
}

/* ---- One item ---- */

static bool has_value(const Item *i)
{
    return i->to != TO_SOLVE && i->to != TO_SOLVE_DIR && i->to != TO_CALL && i->to != TO_FROM_START;
}

/* Adds the item's expressions; returns the scope they are in. */
static uint32_t item_roots(Code *c, const Item *i)
{
    if (!has_value(i))
        return TOP;
    if (i->to == TO_G) {
        code_root(c, expr_arg(c->s, i->value, 0));
        code_root(c, expr_arg(c->s, i->value, 1));
        return TOP;
    }
    uint32_t scope = i->to == TO_PARAM ? graph_guard(c->g) : TOP;
    graph_root(c->g, i->value, scope);
    return scope;
}

/* "lvalue="; index: the number as text inside a loop. */
static void put_place_of(Code *c, const Item *i, const char *index)
{
    static const char *const array[] = {
        [TO_V] = "v",        [TO_PARAM] = "v",        [TO_FROM_START] = "v",
        [TO_PRE] = "m->pre", [TO_START] = "m->start", [TO_DV] = "d",
        [TO_R] = "r",        [TO_G] = "m->g"};
    bool is_value = i->to == TO_V || i->to == TO_PARAM || i->to == TO_PRE;
    int string = is_value ? c->e->num->string[i->n] : -1;
    string += string >= 0 && i->to == TO_PRE ? c->e->num->ns : 0;
    c->uses_v |= array[i->to][0] == 'v' && string < 0;
    c->uses_dv |= array[i->to][0] == 'd';
    if (string >= 0) {
        c->keeps_strings = true;
        if (index)
            putf(&c->text, "m->s[%s]=", index);
        else
            putf(&c->text, "m->s[%d]=", string);
    } else if (index) {
        putf(&c->text, "%s[%s]=", array[i->to], index);
    } else {
        putf(&c->text, "%s[%u]=", array[i->to], i->n);
    }
}

/* index: the number as text inside a loop. */
static void write_solve(Code *c, const Item *i, const char *index)
{
    c->fails = true;
    c->keeps_strings |= c->e->num->ns > 0;
    bool direction = i->to == TO_SOLVE_DIR;
    if (index)
        putf(&c->text, "if((rc=m->%s(m,%s)))goto fail;\n", direction ? "solve_dir" : "solve",
             index);
    else if (!i->other)
        putf(&c->text, "if((rc=m->%s(m,%u)))goto fail;\n", direction ? "solve_dir" : "solve", i->n);
    else if (direction)
        putf(&c->text, "if((rc=b%u_direction(m,0)))goto fail;\n", i->n);
    else /* only modes: nothing to be solved while they are frozen */
        putf(&c->text, "if((rc=m->mode&K_LIVE?m->solve(m,%u):b%u_residual(m,0)))goto fail;\n", i->n,
             i->n);
}

static void write_candidate(Code *c, Expr instant)
{
    uint32_t t = code_temp(c);
    putf(&c->text, "double t%u=", t);
    put_expr(c, instant, PREC_ANY);
    putf(&c->text, ";\nif(t%u>m->time&&t%u<*r){\n*r=t%u;\n}\n", t, t, t);
}

/* index, other: texts of the item's numbers in a loop. */
static void write_assignment(Code *c, const Item *i, const char *index, const char *other)
{
    put_place_of(c, i, i->to == TO_PARAM && other ? other : index);
    if (i->to == TO_FROM_START && other) {
        putf(&c->text, "m->start[%s];\n", other);
    } else if (i->to == TO_FROM_START) {
        putf(&c->text, "m->start[%u];\n", i->other);
    } else if (i->to == TO_G) {
        put_expr(c, expr_arg(c->s, i->value, 0), PREC_ADD);
        put(&c->text, "-(");
        put_expr(c, expr_arg(c->s, i->value, 1), PREC_ANY);
        put(&c->text, ");\n");
    } else {
        put_expr(c, i->value, PREC_ANY);
        put(&c->text, ";\n");
    }
}

/* A parameter, unless it was set from outside; other: place of a text. */
static void write_guarded(Code *c, const Item *i, const char *index, const char *other,
                          uint32_t scope)
{
    int string = c->e->num->string[i->n];
    if (index)
        putf(&c->text, "if(!m->set[%s]){\n", index);
    else
        putf(&c->text, "if(!m->set[%u]){\n", string >= 0 ? c->e->num->nv + (uint32_t)string : i->n);
    code_scope(c, scope);
    write_assignment(c, i, index, other);
    put(&c->text, "}\n");
}

/* The call that gives an array, or several results, of which the item's value is one; 0: there is
 * none. */
static Expr shared_call(const Code *c, const Item *i)
{
    Expr e = i->to == TO_PARAM && c->e->num->string[i->n] < 0 ? i->value : 0;
    while (e && (expr_op(c->s, e) == EX_SCALAR || expr_op(c->s, e) == EX_INDEX ||
                 expr_op(c->s, e) == EX_PICK))
        e = expr_arg(c->s, e, 0);
    return e && e != i->value && expr_op(c->s, e) == EX_CALL ? e : 0;
}

/* How many of the n items from i on are parameters one after the other that have elements of one
 * array: its function is called once for all of them (a table of 40,000 numbers that a function
 * fills), or not at all. */
static int count_together(const Code *c, const Item *i, int n)
{
    Expr call = shared_call(c, i);
    int k = 1;
    while (call && k < n && i[k].n == i->n + (uint32_t)k && shared_call(c, &i[k]) == call)
        k++;
    return k;
}

/* Parameters of one call, unless all of them were set from outside. */
static void write_together(Code *c, const Item *i, int n, uint32_t scope)
{
    uint32_t t = code_temp(c);
    putf(&c->text, "int t%u=0;\nwhile(t%u<%d&&m->set[%u+t%u])t%u++;\nif(t%u<%d){\n", t, t, n, i->n,
         t, t, t, n);
    code_scope(c, scope);
    for (int k = 0; k < n; k++) {
        putf(&c->text, "if(!m->set[%u])", i[k].n);
        write_assignment(c, &i[k], NULL, NULL);
    }
    put(&c->text, "}\n");
}

static void write_item(Code *c, const Item *i, uint32_t scope)
{
    switch ((Target)i->to) {
    case TO_SOLVE:
    case TO_SOLVE_DIR:
        write_solve(c, i, NULL);
        break;
    case TO_CALL:
        c->fails = true;
        c->keeps_strings |= c->e->num->ns > 0;
        putf(&c->text, "if((rc=%s(m)))goto fail;\n", i->name);
        break;
    case TO_TIME:
        write_candidate(c, i->value);
        break;
    case TO_NONE:
        put(&c->text, "(void)");
        put_expr(c, i->value, PREC_POST);
        put(&c->text, ";\n");
        break;
    case TO_PARAM:
        write_guarded(c, i, NULL, NULL, scope);
        break;
    default:
        write_assignment(c, i, NULL, NULL);
    }
}

/* ---- Pieces ---- */

/* Items [from, to) of one part, as many as fit into a function that has taken `room` less already.
 * Returns the end. */
static int write_straight(Code *c, const Items *items, int from, int to, int room)
{
    uint32_t scope[MAX_ITEMS], nodes[MAX_ITEMS];
    int n = 0, together[MAX_ITEMS], ends = from;
    code_piece(c);
    for (int i = from; i < to && n < room; i++, n++) {
        if (n && (items->v[i].part != items->v[from].part || c->g->node.n > MAX_NODES))
            break;
        if (i < ends) {
            graph_root(c->g, items->v[i].value, scope[n] = scope[n - 1]);
        } else {
            scope[n] = item_roots(c, &items->v[i]);
            ends = i + count_together(c, &items->v[i], to - i);
        }
        together[n] = ends - i;
        nodes[n] = (uint32_t)c->g->node.n;
    }
    graph_arrange(c->g);
    for (int i = 0, k; i < n; i += k) {
        const Item *item = &items->v[from + i];
        k = together[i] < n - i ? together[i] : n - i;
        c->at = item->at;
        put_origin(c, item->eq);
        code_nodes(c, i ? nodes[i - 1] : 0, nodes[i + k - 1]);
        if (k > 1)
            write_together(c, item, k, scope[i]);
        else
            write_item(c, item, scope[i]);
    }
    return from + n;
}

/* The items of repetition t<counter>. */
static void write_repetition(Code *c, const Items *items, Loop *l, uint32_t counter)
{
    uint32_t *nodes = ARENA_ARRAY(c->e->arena, uint32_t, l->period);
    uint32_t *scope = ARENA_ARRAY(c->e->arena, uint32_t, l->period);
    int slot = 0;
    loop_texts(c->e, l, counter);
    c->loop = l;
    code_piece(c);
    for (int i = 0; i < l->period; i++) {
        scope[i] = item_roots(c, &items->v[l->first + i]);
        nodes[i] = (uint32_t)c->g->node.n;
    }
    graph_arrange(c->g);
    for (int i = 0; i < l->period; i++) {
        const Item *item = &items->v[l->first + i];
        while (l->slot[slot].leaf)
            slot++; /* of expressions; the targets' come in the order of the items */
        c->at = item->at;
        put_origin(c, item->eq);
        code_nodes(c, i ? nodes[i - 1] : 0, nodes[i]);
        const char *index = l->text[slot++];
        bool text = item->to == TO_PARAM && c->e->num->string[item->n] >= 0;
        const char *other = item->to == TO_FROM_START || text ? l->text[slot++] : NULL;
        if (item->to == TO_SOLVE || item->to == TO_SOLVE_DIR)
            write_solve(c, item, index);
        else if (item->to == TO_PARAM)
            write_guarded(c, item, index, other, scope[i]);
        else
            write_assignment(c, item, index, other);
    }
    c->loop = NULL;
}

static void write_loop(Code *c, const Items *items, Loop *l)
{
    uint32_t counter = code_temp(c);
    putf(&c->text, "for(int t%u=0;t%u<%d;t%u++){\n", counter, counter, l->reps, counter);
    write_repetition(c, items, l, counter);
    put(&c->text, "}\n");
}

void emit_repeated(Emit *e, const char *name, const Items *items, Loop *l)
{
    Code c;
    code_begin(&c, e, CODE_MODEL, NULL);
    uint32_t counter = code_temp(&c);
    write_repetition(&c, items, l, counter);
    code_end(&c, name, arena_printf(e->arena, "KInst*m,double*r,int t%u", counter));
}

/* ---- Functions of items ---- */

static const char *function_name(Emit *e, const Sequence *q, int k)
{
    return arena_printf(e->arena, "%s_%d", q->name, k);
}

typedef struct Writing {
    Emit *e;
    Sequence *q;
    Code c;
    int taken;    /* items of the function at hand */
    uint8_t part; /* of all of them */
} Writing;

static void finish_function(Writing *w)
{
    if (!w->taken)
        return;
    code_end(&w->c, function_name(w->e, w->q, w->q->part.n),
             w->q->has_r ? "KInst*m,double*r" : "KInst*m");
    vec_push(w->e->arena, &w->q->part, w->part);
    w->taken = 0;
}

/* A function that can take items of a part. */
static void begin_function(Writing *w, uint8_t part)
{
    if (w->taken >= MAX_ITEMS || part != w->part)
        finish_function(w);
    if (!w->taken)
        code_begin(&w->c, w->e, w->q->literal ? CODE_FUNCTION : CODE_MODEL, NULL);
    w->part = part;
}

/* Items that are written out. */
static int count_written(const Loops *loops)
{
    int n = 0;
    for (int i = 0; i < loops->n; i++)
        n += loops->v[i].period;
    return n;
}

/* Finds loops; where a long sequence has few, its items in another order, if that has twice as
 * many. */
static const Items *rolled(Emit *e, const Items *items, Loops *loops)
{
    enum { LONG = 1000 };
    roll_loops(e, items, loops);
    int written = count_written(loops);
    if (!e->rolls || written < LONG)
        return items;
    Items *other = ARENA_NEW(e->arena, Items);
    Loops better = {0};
    if (!regroup_items(e, items, other))
        return items;
    roll_loops(e, other, &better);
    if (2 * count_written(&better) > written)
        return items;
    *loops = better;
    return other;
}

void emit_sequence(Emit *e, Sequence *q, const Items *items)
{
    Loops loops = {0};
    Writing w = {.e = e, .q = q};
    items = rolled(e, items, &loops);
    for (int i = 0; i < loops.n; i++) {
        Loop *l = &loops.v[i];
        if (l->reps > 1) {
            begin_function(&w, items->v[l->first].part);
            write_loop(&w.c, items, l);
            w.taken += l->period;
            continue;
        }
        for (int at = l->first, end = l->first + l->period; at < end;) {
            begin_function(&w, items->v[at].part);
            int next = write_straight(&w.c, items, at, end, MAX_ITEMS - w.taken);
            w.taken += next - at;
            at = next;
        }
    }
    finish_function(&w);
}

void put_calls(Buf *b, const Sequence *q, unsigned mask)
{
    for (int i = 0; i < q->part.n; i++)
        if (mask >> q->part.v[i] & 1)
            putf(b, "if((rc=%s_%d(%s)))return rc;\n", q->name, i, q->has_r ? "m,r" : "m");
}

/* static int NAME(KInst*m PARAMS) with the calls, which are freed. */
static void put_calling(Emit *e, const char *name, const char *params, Buf *calls)
{
    putf(&e->text, "static int %s(KInst*m%s){\n", name, params);
    if (calls->n)
        put(&e->text, "int rc;\n");
    buf_write(&e->text, buf_text(calls), calls->n);
    put(&e->text, "return 0;\n}\n");
    buf_free(calls);
}

void put_code(Emit *e, const char *part, const char *params, Buf *calls)
{
    if (!calls->n)
        return;
    put_calling(e, arena_printf(e->arena, "do_%s", part), params, calls);
    putf(&e->entries, "code->%s=do_%s;\n", part, part);
}

void emit_driver(Emit *e, Sequence q, const Items *items)
{
    Buf calls = {0};
    emit_sequence(e, &q, items);
    put_calls(&calls, &q, ALL_PARTS);
    put_calling(e, q.name, q.has_r ? ",double*r" : "", &calls);
}
