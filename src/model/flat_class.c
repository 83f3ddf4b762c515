/* flat_class.c - the flat model as a class of Modelica that can be read again.
 *
 * Names with dots stand in quotes. An array of components is one array of each of their variables:
 * r[2].p.i is 'r.p.i'[2]. Records are their fields, functions take and give them so, and stand with
 * the enumerations inside of the class. Where an expression uses a field of a result, a function
 * that gives that alone is written too. What a class cannot say is refused. O(text). */
#include "model/flat_internal.h"
#include "symbolic/func_print.h"

#include <math.h>

typedef VEC(Expr) ExprList;

typedef struct Printer {
    Model *m;
    FlatModel *f;
    Buf *out;
    ExprNames names;
    FlatExpand expand;
    int indent;
    bool initial, protected;
    const char *heading;  /* to be printed before the next equation; NULL: it stands there */
    Map named;            /* name of a function -> the number that has it */
    Map given;            /* number of a function and place of a result in it -> 1 */
    VEC(uint64_t) extra;  /* these, in their order */
    Map constants;        /* of packages: id of the component -> 1 */
    VEC(Comp *) constant; /* these, in their order */
    bool failed;
    const FlatEq *last; /* algorithm, */
    int position;       /* and which of its bodies */
    uint32_t sections;
} Printer;

static bool cannot(Printer *p, Span at, const char *what)
{
    if (!p->failed)
        refuse(p->m, at,
               "%s cannot be written as a class of Modelica of its own: without --class it can be "
               "shown",
               what);
    p->failed = true;
    return false;
}

/* ---- Names ---- */

static void put_name(Printer *p, const char *name)
{
    func_put_quoted(p->f->store, name, p->out);
}

static void put_part(Printer *p, uint32_t part)
{
    put_name(p, flat_part_text(p->f, part));
}

/* Scalar `number`, or the part of the array that begins with it and has its last `whole`
 * dimensions. */
static void put_element(Printer *p, uint32_t number, int whole)
{
    const FlatVar *v = flat_var_of(p->f, number);
    const TypeInfo *t = tinfo(p->m, v->type);
    uint32_t rest = number - v->first, size = v->count;
    put_part(p, v->part);
    for (int k = 0; k < t->ndims && whole < t->ndims; k++) {
        size /= (uint32_t)t->dim[k];
        if (k < t->ndims - whole)
            buf_printf(p->out, "%s%u", k ? "," : "[", rest / size + 1);
        else
            buf_puts(p->out, ",:");
        rest %= size;
        buf_puts(p->out, k == t->ndims - 1 ? "]" : "");
    }
}

/* Callbacks write where they are told to, everything else to p->out. */
static Buf *turn_to(Printer *p, Buf *out)
{
    Buf *before = p->out;
    p->out = out;
    return before;
}

static void name_var(void *arg, Buf *out, uint32_t number)
{
    Buf *before = turn_to(arg, out);
    put_element(arg, number, 0);
    turn_to(arg, before);
}

static void name_array(void *arg, Buf *out, Expr e)
{
    Printer *p = arg;
    Buf *before = turn_to(p, out);
    put_element(p, (uint32_t)expr_node(p->f->store, e)->payload, einfo(p->m, e)->ndims);
    turn_to(p, before);
}

/* A constant of a package, subscripts of which vary: the class has it too. */
static void note_constant(Printer *p, Comp *c)
{
    const Comp *top = c;
    while (top->parent)
        top = top->parent;
    if (top == p->m->root_comp || map_get(&p->constants, c->id, 0))
        return;
    map_set(&p->constants, p->m->arena, c->id, 1);
    vec_push(p->m->arena, &p->constant, c);
}

static void name_cref(void *arg, Buf *out, Expr e)
{
    Printer *p = arg;
    ExprStore *s = p->f->store;
    uint32_t n = expr_node(s, e)->nargs, part = (uint32_t)expr_node(s, e)->payload, nrest;
    int64_t sub[8 * MAX_DIMS] = {0};
    uint32_t rest[8 * MAX_DIMS];
    for (uint32_t i = 0; i < n && i < 8 * MAX_DIMS; i++)
        if (expr_op(s, expr_arg(s, e, i)) == EX_INT)
            sub[i] = (int64_t)expr_node(s, expr_arg(s, e, i))->payload;
    note_constant(p, cref_comp(p->m, e));
    part = flat_descend(p->f, part, n, sub, rest, &nrest);
    if (!part) {
        cannot(p, p->f->span, "a varying subscript of components that differ in size");
        return;
    }
    Buf *before = turn_to(p, out);
    put_part(p, part);
    turn_to(p, before);
    bool whole = true;
    for (uint32_t i = 0; i < nrest; i++)
        whole = whole && expr_op(s, expr_arg(s, e, rest[i])) == EX_COLON;
    for (uint32_t i = 0; i < nrest && !whole; i++) {
        buf_puts(out, i ? "," : "[");
        expr_print(s, expr_arg(s, e, rest[i]), &p->names, out);
        buf_puts(out, i + 1 == nrest ? "]" : "");
    }
}

static void name_iter(void *arg, Buf *out, uint32_t number)
{
    const Printer *p = arg;
    buf_printf(out, "'%s %u'",
               number < (uint32_t)p->f->iter.n && p->f->iter.v[number]
                   ? text_of(p->f->ctx, p->f->iter.v[number])
                   : "i",
               number);
}

/* Results of functions by themselves: which of the leaves. */
enum { RESULT_SHIFT = 20 };

/* Versions of a function for different functions as arguments are told apart by their numbers. */
static const char *result_name(Printer *p, uint32_t function, uint32_t leaf)
{
    const Func *f = function <= funcs_count(p->f->store) ? func_get(p->f->store, function) : NULL;
    if (!f)
        return cannot(p, p->f->span, "a function that is needed during translation only"), "?";
    const char *name = text_of(p->f->ctx, f->name);
    uint32_t first = map_get(&p->named, f->name, function);
    map_set(&p->named, p->m->arena, f->name, first);
    if (first != function)
        name = arena_printf(p->m->arena, "%s/%u", name, function);
    return leaf ? arena_printf(p->m->arena, "%s/%s", name,
                               text_of(p->f->ctx, f->var[f->ninputs + (int)leaf - 1].name))
                : name;
}

static void name_func(void *arg, Buf *out, uint32_t number)
{
    Printer *p = arg;
    Buf *before = turn_to(p, out);
    put_name(p, result_name(p, number & ((1u << RESULT_SHIFT) - 1), number >> RESULT_SHIFT));
    turn_to(p, before);
}

/* ---- Expressions ---- */

static Expr leafed(Printer *p, Expr e);

static void leaves(Printer *p, Expr e, ExprList *out)
{
    Model *m = p->m;
    const TypeInfo *t = einfo(m, e);
    if (expr_op(m->store, e) == EX_FUNCREF) {
        uint32_t n = expr_node(m->store, e)->nargs;
        for (uint32_t k = 0; k < n; k++)
            leaves(p, expr_arg(m->store, e, k), out);
        return;
    }
    const RecordInfo *r = t->base == TY_RECORD ? rinfo(m, expr_type(m->store, e)) : NULL;
    for (int i = 0; r && i < r->n; i++) {
        Expr field = field_expr(m, e, r->field[i]);
        if (field)
            leaves(p, field, out);
        else
            cannot(p, p->f->span, "a record");
    }
    if (!r)
        vec_push(m->arena, out, leafed(p, e));
}

static int leaf_count(Model *m, Type t)
{
    TypeList all = {0};
    type_leaves(expr_types(m->store), m->arena, t, &all);
    return all.n;
}

/* A call with its arguments as leaves; leaf: result that is used alone, from 1; 0: all of them. */
static Expr leafed_call(Printer *p, Expr e, int leaf, Type type)
{
    Model *m = p->m;
    ExprNode node = *expr_node(m->store, e);
    uint32_t number = map_get(&p->f->callee, e, (uint32_t)node.payload);
    ExprList arg = {0};
    for (uint32_t i = 0; i < node.nargs; i++)
        leaves(p, expr_arg(m->store, e, i), &arg);
    if (leaf > 1) {
        uint64_t key = (uint64_t)leaf << RESULT_SHIFT | number;
        if (!map_get(&p->given, key, 0)) {
            map_set(&p->given, m->arena, key, 1);
            vec_push(m->arena, &p->extra, key);
        }
        number = (uint32_t)key;
    }
    return expr_make(m->store, EX_CALL, type, node.flags, number, (uint32_t)arg.n, arg.v);
}

/* Puts subscripts of an array in front of those that follow for what is inside of its elements. */
static bool add_subscripts(Printer *p, Expr index, uint32_t *n, Expr *sub)
{
    ExprStore *s = p->m->store;
    uint32_t own = expr_node(s, index)->nargs - 1;
    if (own + *n > MAX_DIMS)
        return false;
    for (uint32_t i = 0; i < own && *n; i++) {
        Expr k = expr_arg(s, index, i + 1);
        if (expr_op(s, k) == EX_COLON || einfo(p->m, k)->ndims)
            return false;
    }
    memmove(sub + own, sub, *n * sizeof *sub);
    for (uint32_t i = 0; i < own; i++)
        sub[i] = leafed(p, expr_arg(s, index, i + 1));
    *n += own;
    return true;
}

/* A field of a call's result, of a field of it, ... The dimensions of arrays of records come first:
 * subscripts of these are those of the field. */
static Expr leafed_field(Printer *p, Expr e)
{
    Model *m = p->m;
    ExprStore *s = m->store;
    Expr from = e, arg[2 * MAX_DIMS + 1];
    uint32_t n = 0;
    int leaf = 1;
    for (ExprOp op = expr_op(s, from); op == EX_FIELD || op == EX_INDEX; op = expr_op(s, from)) {
        Expr in = expr_arg(s, from, 0);
        if (op == EX_INDEX && !add_subscripts(p, from, &n, arg + 1))
            return cannot(p, p->f->span, "a field of these elements of a result"), e;
        const RecordInfo *r = op == EX_FIELD ? rinfo(m, expr_type(s, in)) : NULL;
        for (int i = 0; r && i < (int)expr_node(s, from)->payload; i++)
            leaf += leaf_count(m, r->type[i]);
        from = in;
    }
    if (expr_op(s, from) != EX_CALL)
        return 0;
    TypeList types = {0};
    type_leaves(expr_types(s), m->arena, expr_type(s, from), &types);
    arg[0] = leafed_call(p, from, leaf, leaf <= types.n ? types.v[leaf - 1] : expr_type(s, e));
    if (!n)
        return arg[0];
    for (int k = 0; k < einfo(m, e)->ndims && n < MAX_DIMS; k++)
        arg[++n] = raw_colon(m);
    return expr_make(s, EX_INDEX, expr_type(s, e), 0, 0, n + 1, arg);
}

/* The same operation on its operands as `change` makes them. */
static Expr with_operands(Printer *p, Expr e, Expr (*change)(Printer *p, Expr e))
{
    ExprStore *s = p->m->store;
    uint32_t n = expr_node(s, e)->nargs;
    if (!n)
        return e;
    Expr *arg = ARENA_ARRAY(p->m->arena, Expr, n);
    for (uint32_t i = 0; i < n; i++)
        arg[i] = change(p, expr_arg(s, e, i));
    const ExprNode *node = expr_node(s, e);
    return expr_make(s, expr_op(s, e), node->type, node->flags, node->payload, n, arg);
}

/* With records as their leaves. */
static Expr leafed(Printer *p, Expr e)
{
    ExprStore *s = p->m->store;
    ExprOp op = expr_op(s, e);
    if (op == EX_CALL)
        return leafed_call(p, e, 0, expr_type(s, e));
    Expr field = op == EX_FIELD ? leafed_field(p, e) : 0;
    if (field)
        return field;
    return with_operands(p, e, leafed);
}

static Expr stream_value(Printer *p, Expr e);

/* What `inStream` of scalar `number` is by the connections. */
static Expr in_stream(Printer *p, uint32_t number, bool actual)
{
    Model *m = p->m;
    uint32_t at = number == UINT32_MAX ? 0 : map_get(&p->f->stream_at, (uint64_t)number + 1, 0);
    if (!at)
        return cannot(p, p->f->span, "a stream"), expr_real(m->store, 0);
    const FlatStream *f = &p->f->stream.v[at - 1];
    uint32_t flow = f->flow;
    Expr in = stream_value(p, f->in);
    if (!actual)
        return in;
    Expr out = raw2(m, EX_GT, T_BOOL, expr_var(m->store, T_REAL, flow), expr_real(m->store, 0));
    return raw_make(m, EX_IF, T_REAL, 3, (Expr[]){out, in, expr_var(m->store, T_REAL, number)});
}

/* The elements of a reference to streams, its first `n` subscripts being sub[]; what varies chooses
 * among all of that dimension. */
static Expr streams_of(Printer *p, Expr ref, uint32_t n, int64_t *sub, bool actual)
{
    ExprStore *s = p->m->store;
    uint32_t part = (uint32_t)expr_node(s, ref)->payload, var = p->f->part.v[part].var;
    if (n == expr_node(s, ref)->nargs)
        return in_stream(p, flat_element(p->f, part, n, sub), actual);
    Expr k = expr_arg(s, ref, n);
    if (expr_op(s, k) == EX_INT) {
        sub[n] = (int64_t)expr_node(s, k)->payload;
        return streams_of(p, ref, n + 1, sub, actual);
    }
    const TypeInfo *t = var ? tinfo(p->m, p->f->var.v[var - 1].type) : NULL;
    int32_t size = t && t->ndims > n ? t->dim[n] : 0;
    if (size < 1)
        return cannot(p, p->f->span, "a stream with this subscript"), expr_real(s, 0);
    Expr *element = ARENA_ARRAY(p->m->arena, Expr, size);
    for (int32_t i = 0; i < size; i++) {
        sub[n] = i + 1;
        element[i] = streams_of(p, ref, n + 1, sub, actual);
    }
    Expr all = raw_array(p->m, size, element);
    return expr_op(s, k) == EX_COLON ? all : index_expr(p->m, all, 1, &k);
}

/* With the operators of streams as what they stand for. */
static Expr stream_value(Printer *p, Expr e)
{
    ExprStore *s = p->m->store;
    ExprOp op = expr_op(s, e);
    int64_t sub[8 * MAX_DIMS];
    if (op == EX_INSTREAM || op == EX_ACTUALSTREAM) {
        if (!type_elements(expr_types(s), expr_type(s, e)))
            return empty_array(p->m, expr_type(s, e));
        Expr of = expr_arg(s, e, 0);
        bool actual = op == EX_ACTUALSTREAM;
        if (expr_op(s, of) == EX_VAR)
            return in_stream(p, (uint32_t)expr_node(s, of)->payload, actual);
        if (expr_op(s, of) == EX_CREF)
            return streams_of(p, of, 0, sub, actual);
    }
    return with_operands(p, e, stream_value);
}

/* What is known of connections, asked for elements that an iterator chooses. */
static bool is_question(void *s, Expr e)
{
    ExprOp op = expr_op(s, e);
    return op == EX_ISROOT || op == EX_ROOTED || op == EX_ROOTINDEX || op == EX_CARDINALITY;
}

static Expr ready(Printer *p, Expr e, const IterValue *iters)
{
    Expr at = flat_filled(p->m, leafed(p, e), iters);
    if (expr_any(p->m->store, at, is_question, p->m->store))
        cannot(p, p->f->span, "a question about connections in a loop");
    return p->f->stream.n ? stream_value(p, at) : at;
}

static void put_expr(Printer *p, Expr e, const IterValue *iters)
{
    expr_print(p->m->store, ready(p, e, iters), &p->names, p->out);
}

/* ---- Declarations ---- */

/* Values at all positions, as constructors in each other. */
typedef struct Nested {
    Printer *p;
    Expr e;
    int ndims;
    const int32_t *dim;
    int64_t at;
} Nested;

static void put_nested(void *arg, const IterValue *iters)
{
    Nested *n = arg;
    int64_t inner = 1;
    int open = 0, close = 0;
    for (int k = n->ndims - 1; k >= 0; k--) {
        inner *= n->dim[k];
        open += n->at % inner == 0;
        close += (n->at + 1) % inner == 0;
    }
    buf_puts(n->p->out, n->at ? ", " : "");
    for (int k = 0; k < open; k++)
        buf_putc(n->p->out, '{');
    put_expr(n->p, n->e, iters);
    for (int k = 0; k < close; k++)
        buf_putc(n->p->out, '}');
    n->at++;
}

static bool is_position(void *m, Expr e)
{
    const ExprNode *n = expr_node(((Model *)m)->store, e);
    return n->op == EX_ITER && ((Model *)m)->iter.v[n->payload].comp;
}

static void put_attributes(Printer *p, const FlatVar *v, const Comp *c)
{
    const TypeInfo *t = tinfo(p->m, v->type);
    int n = 0;
    for (int a = 0; a < ATTR_COUNT; a++) {
        Expr e = c->attr[a];
        if (!e || !v->count)
            continue;
        int own = einfo(p->m, e)->ndims;
        bool varies = expr_any(p->m->store, e, is_position, p->m);
        bool each = !varies && !own && t->ndims;
        buf_printf(p->out, "%s%s%s = ", n++ ? ", " : "(", each ? "each " : "",
                   text_of(p->f->ctx, attribute_names[a]));
        Nested all = {p, e, own ? t->ndims - c->ndims : t->ndims, t->dim, 0};
        if (!varies && (each || own == t->ndims))
            put_expr(p, e, NULL);
        else
            flat_positions(p->f, own ? p->f->part.v[v->part].parent : v->part, put_nested, &all);
    }
    buf_puts(p->out, n ? ")" : "");
}

static void put_type(Printer *p, const TypeInfo *t)
{
    if (t->base == TY_ENUM)
        put_name(p, text_of(p->f->ctx, type_enum_info(expr_types(p->m->store), t->scalar)->name));
    else
        type_print(expr_types(p->m->store), p->f->ctx->names, t->scalar, p->out);
}

/* Numbers, or types whose values are the subscripts, of all arrays on the way; *n of them before.
 */
static int put_sizes(Printer *p, const Comp *c, int n)
{
    n = c->parent ? put_sizes(p, c->parent, n) : n;
    for (int k = 0; k < c->ndims; k++) {
        buf_puts(p->out, n++ ? ", " : "[");
        if (c->dim[k].index_type == T_INT)
            buf_printf(p->out, "%d", c->dim[k].size);
        else
            put_type(p, tinfo(p->m, c->dim[k].index_type));
    }
    return n;
}

/* The declared value, which may be that of an array of records the component is a field of. */
static void put_value(Printer *p, const TypeInfo *t, const Comp *c)
{
    int own = einfo(p->m, c->value)->ndims, left = own - c->ndims;
    const Comp *around = c->parent;
    for (; around && left > 0; around = around->parent)
        left -= around->ndims;
    Nested all = {p, c->value, t->ndims - own, t->dim, 0};
    buf_puts(p->out, " = ");
    flat_positions(p->f, around ? around->id : 0, put_nested, &all);
}

/* The value of an array without elements. */
static void put_nothing(Printer *p, const TypeInfo *t)
{
    Expr blank = t->base == TY_STRING ? expr_string(p->m->store, name_cstr(p->f->ctx->names, ""))
                                      : expr_literal(p->m->store, t->scalar, t->base == TY_ENUM);
    buf_puts(p->out, " = fill(");
    put_expr(p, blank, NULL);
    for (int k = 0; k < t->ndims; k++)
        buf_printf(p->out, ", %d", t->dim[k]);
    buf_putc(p->out, ')');
}

/* Fields of records may have such values, variables may not. */
static bool varies_between_events(Printer *p, const FlatVar *v, const Comp *c)
{
    return v->variability == VARY_DISCRETE && tinfo(p->m, v->type)->base != TY_REAL && c->value &&
           v->count && expr_variability(p->m, c->value) == VARY_CONTINUOUS;
}

static void put_declaration(Printer *p, const FlatVar *v, const Comp *c)
{
    static const char *const prefix[] = {"constant ", "parameter ", "discrete ", ""};
    const TypeInfo *t = tinfo(p->m, v->type);
    if (t->base == TY_OBJECT)
        cannot(p, c->decl->name_span, "an external object");
    if (p->protected != c->protected)
        buf_puts(p->out, c->protected ? "protected\n" : "public\n");
    p->protected = c->protected;
    buf_puts(p->out, c->final && v->variability <= VARY_PARAMETER ? "  final " : "  ");
    buf_puts(p->out, v->top_input ? "input " : v->top_output ? "output " : "");
    buf_puts(p->out, v->variability == VARY_DISCRETE && !c->declared_variability
                         ? ""
                         : prefix[v->variability]);
    put_type(p, t);
    buf_putc(p->out, ' ');
    put_part(p, v->part);
    int n = put_sizes(p, c, 0);
    buf_puts(p->out, n ? "]" : "");
    put_attributes(p, v, c);
    if (varies_between_events(p, v, c))
        cannot(p, c->decl->name_span, "a field that is no Real, but varies continuously,");
    if (c->value && v->count)
        put_value(p, t, c);
    else if (c->value && !v->count && v->variability <= VARY_PARAMETER)
        put_nothing(p, t);
    buf_puts(p->out, v->structural ? " annotation(Evaluate = true);\n" : ";\n");
}

static bool is_predefined(const char *name)
{
    return !strcmp(name, "StateSelect") || !strcmp(name, "AssertionLevel") ||
           !strcmp(name, "TearingSelect");
}

static void put_enumerations(Printer *p)
{
    TypeTable *types = expr_types(p->m->store);
    for (Type t = 0; t < types_count(types); t++) {
        const TypeInfo *info = type_info(types, t);
        if (info->base != TY_ENUM || info->ndims)
            continue;
        const EnumInfo *e = type_enum_info(types, t);
        if (is_predefined(text_of(p->f->ctx, e->name)))
            continue;
        buf_puts(p->out, "  type ");
        put_name(p, text_of(p->f->ctx, e->name));
        buf_puts(p->out, " = enumeration(");
        for (int i = 0; i < e->n; i++)
            buf_printf(p->out, "%s%s", i ? ", " : "", text_of(p->f->ctx, e->literal[i]));
        buf_puts(p->out, ");\n");
    }
}

/* ---- Equations ---- */

static void put_eq(void *arg, const FlatEq *eq, const IterValue *iters);

static void put_indent(Printer *p)
{
    if (p->heading)
        buf_puts(p->out, p->heading);
    p->heading = NULL;
    for (int i = 0; i < p->indent; i++)
        buf_puts(p->out, "  ");
}

static void put_branches(Printer *p, const FlatEq *eq, const IterValue *iters, const char *word)
{
    for (int i = 0; i < eq->nbranches; i++) {
        put_indent(p);
        if (eq->branch[i].condition) {
            buf_printf(p->out, "%s%s ", i ? "else" : "", word);
            put_expr(p, eq->branch[i].condition, iters);
            buf_puts(p->out, " then\n");
        } else {
            buf_puts(p->out, "else\n");
        }
        p->indent++;
        flat_expand_list(&p->expand, &eq->branch[i].body, iters, put_eq, p);
        p->indent--;
    }
    put_indent(p);
    buf_printf(p->out, "end %s;\n", word);
}

static void put_call(Printer *p, const char *name, int n, const Expr *arg, const IterValue *iters)
{
    put_indent(p);
    buf_printf(p->out, "%s(", name);
    for (int i = 0; i < n && arg[i]; i++) {
        buf_puts(p->out, i ? ", " : "");
        put_expr(p, arg[i], iters);
    }
    buf_puts(p->out, ");\n");
}

/* (a, b) = call; an output that is not taken leaves as many places empty as it has leaves. */
static void put_outputs(Printer *p, int n, const Expr *output, Expr call, const IterValue *iters)
{
    const RecordInfo *r =
        einfo(p->m, call)->base == TY_TUPLE ? rinfo(p->m, expr_type(p->m->store, call)) : NULL;
    const char *comma = "";
    put_indent(p);
    buf_puts(p->out, n ? "(" : "");
    for (int i = 0; i < n; i++) {
        ExprList all = {0};
        bool wild = expr_op(p->m->store, output[i]) == EX_WILD;
        if (!wild)
            leaves(p, output[i], &all);
        int count = wild ? r && i < r->n ? leaf_count(p->m, r->type[i]) : 1 : all.n;
        for (int k = 0; k < count; k++, comma = ", ") {
            buf_puts(p->out, comma);
            if (!wild)
                put_expr(p, all.v[k], iters);
        }
    }
    buf_puts(p->out, n ? ") = " : "");
    put_expr(p, call, iters);
    buf_puts(p->out, ";\n");
}

static void put_equal(Printer *p, const FlatEq *eq, const IterValue *iters)
{
    ExprStore *s = p->m->store;
    bool record = einfo(p->m, eq->lhs)->base == TY_RECORD, left = expr_op(s, eq->lhs) == EX_CALL;
    Expr call = left ? eq->lhs : eq->rhs, other = left ? eq->rhs : eq->lhs;
    if (record && expr_op(s, call) == EX_CALL && expr_op(s, other) == EX_CREF) {
        put_outputs(p, 1, &other, call, iters);
        return;
    }
    ExprList lhs = {0}, rhs = {0};
    leaves(p, eq->lhs, &lhs);
    leaves(p, eq->rhs, &rhs);
    for (int i = 0; i < lhs.n && i < rhs.n; i++) {
        put_indent(p);
        put_expr(p, lhs.v[i], iters);
        buf_puts(p->out, " = ");
        put_expr(p, rhs.v[i], iters);
        buf_puts(p->out, ";\n");
    }
}

static bool is_stream(void *s, Expr e)
{
    return expr_op(s, e) == EX_INSTREAM || expr_op(s, e) == EX_ACTUALSTREAM;
}

static bool has_streams(ExprStore *s, Stmt *const *body, int n)
{
    bool found = false;
    for (int i = 0; i < n && !found; i++) {
        const Stmt *q = body[i];
        found = (q->value && expr_any(s, q->value, is_stream, s)) ||
                (q->range && expr_any(s, q->range, is_stream, s));
        for (int k = 0; k < q->nbranches && !found; k++) {
            Expr c = q->branch[k].condition;
            found = (c && expr_any(s, c, is_stream, s)) ||
                    has_streams(s, q->branch[k].body, q->branch[k].n);
        }
    }
    return found;
}

static void put_algorithm(Printer *p, const FlatEq *eq)
{
    p->position = eq == p->last ? p->position + 1 : 0;
    p->last = eq;
    const Func *f = eq->body[p->position];
    ExprNames names = p->names;
    names.quoted = ++p->sections;
    if (p->f->stream.n && has_streams(p->m->store, f->body, f->nbody))
        cannot(p, eq->span, "a stream in an algorithm");
    buf_puts(p->out, eq->initial ? "initial algorithm\n" : "algorithm\n");
    func_print_body(p->m->store, f, &names, 1, p->out);
    p->heading = eq->initial ? "initial equation\n" : "equation\n";
}

static void put_eq(void *arg, const FlatEq *eq, const IterValue *iters)
{
    Printer *p = arg;
    if (eq->initial != p->initial || eq->binding)
        return;
    switch ((FlatEqKind)eq->kind) {
    case FE_EQUAL:
        put_equal(p, eq, iters);
        break;
    case FE_CALL:
        put_outputs(p, eq->noutputs, eq->output, eq->rhs, iters);
        break;
    case FE_IF:
        put_branches(p, eq, iters, "if");
        break;
    case FE_WHEN:
        put_branches(p, eq, iters, "when");
        break;
    case FE_ASSERT:
        put_call(p, "assert", 3, (Expr[]){eq->rhs, eq->message, eq->level}, iters);
        break;
    case FE_TERMINATE:
        put_call(p, "terminate", 1, &eq->message, iters);
        break;
    case FE_REINIT:
        put_call(p, "reinit", 2, (Expr[]){eq->lhs, eq->rhs}, iters);
        break;
    case FE_MACHINE:
        cannot(p, eq->span, "a state machine");
        break;
    case FE_ALGORITHM:
        put_algorithm(p, eq);
        break;
    case FE_FOR:
    case FE_CONNECT:
        break;
    }
}

static void put_connections(Printer *p)
{
    for (int i = 0; i < p->f->connection.n; i++) {
        const FlatConnection *c = &p->f->connection.v[i];
        FlatEq eq = {.kind = c->message ? FE_ASSERT : FE_EQUAL,
                     .lhs = c->lhs,
                     .rhs = c->rhs,
                     .message = c->message};
        put_eq(p, &eq, NULL);
    }
}

/* Variables that algorithms of the model have of their own, for which the class has others. */
static void declare_locals(void *arg, const FlatEq *eq, const IterValue *iters)
{
    Printer *p = arg;
    (void)iters;
    if (eq->kind != FE_ALGORITHM || eq->initial != p->initial)
        return;
    p->position = eq == p->last ? p->position + 1 : 0;
    p->last = eq;
    p->sections++;
    const Func *f = eq->body[p->position];
    ExprNames names = p->names;
    Buf all = {0};
    names.quoted = p->sections;
    func_print_locals(p->m->store, f, &names, &all);
    if (all.n && !p->protected)
        buf_puts(p->out, "protected\n");
    p->protected |= all.n > 0;
    buf_write(p->out, buf_text(&all), all.n);
    buf_free(&all);
}

/* ---- Functions ---- */

static void put_annotation(Printer *p, const Func *f)
{
    const char *comma = "  annotation(";
    if (f->smooth_order >= 0) {
        buf_printf(p->out, "%ssmoothOrder = %d", comma, f->smooth_order);
        comma = ", ";
    }
    for (int i = 0; i < f->nderivatives; i++) {
        const FuncDerivative *d = &f->derivative[i];
        buf_printf(p->out, "%sderivative(order = %d", comma, d->order);
        for (int k = 0; k < f->ninputs && k < 64; k++) {
            const char *word = d->no_derivative >> k & 1     ? "noDerivative"
                               : d->zero_derivative >> k & 1 ? "zeroDerivative"
                                                             : NULL;
            if (word) {
                buf_printf(p->out, ", %s = ", word);
                put_name(p, text_of(p->f->ctx, f->var[k].name));
            }
        }
        buf_puts(p->out, ") = ");
        name_func(p, p->out, d->func);
        comma = ", ";
    }
    if (f->generate_events) {
        buf_printf(p->out, "%sGenerateEvents = true", comma);
        comma = ", ";
    }
    if (f->inline_hint || f->no_inline) {
        buf_printf(p->out, "%sInline = %s", comma, f->no_inline ? "false" : "true");
        comma = ", ";
    }
    buf_puts(p->out, comma[0] == ',' ? ");\n" : "");
}

static bool has_records(const Printer *p, const Func *f)
{
    const FuncExternal *x = f->external;
    bool any = x->result.n > 1;
    for (int i = 0; i < x->nargs; i++)
        any = any || tinfo(p->m, x->arg[i].type)->base == TY_RECORD ||
              tinfo(p->m, x->arg[i].type)->base == TY_OBJECT;
    return any;
}

static void put_function(Printer *p, const Func *f, const char *own_name)
{
    Buf b = {0};
    Func named = *f;
    named.name = name_cstr(p->f->ctx->names, own_name);
    if (f->external && has_records(p, f))
        cannot(p, f->span, "a function in C with records or external objects");
    func_print(p->m->store, &named, &p->names, &b);
    const char *end = strrchr(buf_text(&b), '\n');
    while (end && end > b.s && strncmp(end, "\nend ", 5))
        end--;
    buf_write(p->out, buf_text(&b), end ? (size_t)(end + 1 - b.s) : b.n);
    put_annotation(p, f);
    buf_puts(p->out, end ? end + 1 : "");
    buf_free(&b);
}

typedef struct SizeOf {
    const ExprStore *s;
    int ninputs;
} SizeOf;

static bool is_no_input(void *arg, Expr e)
{
    const ExprNode *n = expr_node(((const SizeOf *)arg)->s, e);
    return n->op == EX_LOCAL && n->payload >= (uint64_t)((const SizeOf *)arg)->ninputs;
}

/* Sizes that follow from other results are those that the function gives. */
static void leave_sizes_open(Model *m, FuncVar *v, int ninputs)
{
    int ndims = v->dim ? tinfo(m, v->type)->ndims : 0;
    SizeOf in = {m->store, ninputs};
    Expr *dim = arena_copy(m->arena, v->dim, (size_t)ndims * sizeof *dim);
    for (int k = 0; k < ndims; k++)
        if (dim[k] && expr_any(m->store, dim[k], is_no_input, &in))
            dim[k] = 0;
    v->dim = ndims ? dim : v->dim;
}

/* The function that gives one result alone: the same with this result in front. */
static void put_result(Printer *p, uint64_t key)
{
    Model *m = p->m;
    uint32_t number = (uint32_t)key & ((1u << RESULT_SHIFT) - 1);
    int leaf = (int)(key >> RESULT_SHIFT) - 1;
    Func f = *func_get(m->store, number);
    FuncVar *var = arena_copy(m->arena, f.var, (size_t)f.nvars * sizeof *var);
    Expr *arg = ARENA_ARRAY(m->arena, Expr, f.ninputs),
         *target = ARENA_ARRAY(m->arena, Expr, f.noutputs);
    for (int i = 0; i < f.ninputs + f.noutputs; i++)
        *(i < f.ninputs ? &arg[i] : &target[i - f.ninputs]) =
            expr_make(m->store, EX_LOCAL, var[i].type, 0, (uint64_t)i, 0, NULL);
    var[f.ninputs] = f.var[f.ninputs + leaf];
    var[f.ninputs + leaf] = f.var[f.ninputs];
    Expr first = target[0];
    target[0] = target[leaf];
    target[leaf] = first;
    for (int i = 0; i < f.noutputs; i++) {
        var[f.ninputs + i].init = 0;
        leave_sizes_open(m, &var[f.ninputs + i], f.ninputs);
    }
    Stmt s = {.kind = ST_CALL,
              .ntargets = f.noutputs,
              .target = target,
              .value = expr_make(m->store, EX_CALL, f.result, 0, number, (uint32_t)f.ninputs, arg)};
    Stmt *body = &s;
    f.var = var;
    f.nvars = f.ninputs + f.noutputs;
    f.nbody = 1;
    f.body = &body;
    f.external = NULL;
    f.nderivatives = 0;
    f.inline_hint = f.no_inline = false;
    put_function(p, &f, result_name(p, number, (uint32_t)leaf + 1));
}

/* Functions that only the text needs, and those that they call. */
static void lower_functions(Model *m)
{
    for (uint32_t before = UINT32_MAX;
         before != funcs_count(m->store);) { /* those that they call */
        before = funcs_count(m->store);
        for (uint32_t k = 1; k <= before; k++)
            if (function_info(m, k) && !function_is_open(m, k))
                function_lowered(m, k);
    }
}

static void put_functions(Printer *p)
{
    Model *m = p->m;
    lower_functions(m);
    for (uint32_t k = 1; k <= funcs_count(m->store); k++) {
        FuncInfo *info = function_info(m, k);
        const Func *f = info ? info->func : func_get(m->store, k);
        if (f && !f->failed && (!info || info->state == 2))
            put_function(p, f, result_name(p, k, 0));
    }
    for (int i = 0; i < p->extra.n; i++)
        put_result(p, p->extra.v[i]);
}

/* ---- All of it ---- */

static void put_experiment(Printer *p)
{
    static const char *const name[] = {"StartTime", "StopTime", "Tolerance", "Interval"};
    const double value[] = {p->f->start, p->f->stop, p->f->tolerance, p->f->interval};
    int n = 0;
    for (int i = 0; i < 4; i++)
        if (!isnan(value[i])) {
            buf_printf(p->out, "%s%s = ", n++ ? ", " : "  annotation(experiment(", name[i]);
            buf_real(p->out, value[i]);
        }
    buf_puts(p->out, n ? "));\n" : "");
}

static void put_equations(Printer *p)
{
    p->sections = 0;
    p->last = NULL;
    for (int i = 1; i >= 0; i--) {
        p->initial = i;
        p->heading = i ? "initial equation\n" : "equation\n";
        flat_expand(&p->expand, put_eq, p);
    }
    put_connections(p);
}

static void put_constants(Printer *p)
{
    Model *m = p->m;
    for (int i = 0; i < p->constant.n; i++) {
        Comp *c = p->constant.v[i];
        Type t = comp_path_type(m, c);
        Expr whole = t ? comp_whole_ref(m, c, t) : 0;
        Value *v = whole ? eval_try(m, whole, NULL) : NULL;
        if (!v) {
            cannot(p, c->decl->name_span, "a constant without a value");
            continue;
        }
        buf_puts(p->out, i ? "" : "protected\n");
        buf_puts(p->out, "  constant ");
        put_type(p, tinfo(m, t));
        buf_putc(p->out, ' ');
        put_part(p, c->id);
        buf_puts(p->out, put_sizes(p, c, 0) ? "] = " : " = ");
        expr_print(m->store, value_expr(m, v), &p->names, p->out);
        buf_puts(p->out, ";\n");
    }
    buf_puts(p->out, p->constant.n ? "public\n" : "");
}

static void put_variables(Printer *p)
{
    Model *m = p->m;
    for (int i = 0; i < m->leaf.n; i++)
        if (m->leaf.v[i]->flat)
            put_declaration(p, comp_var(m, m->leaf.v[i]), m->leaf.v[i]);
    for (int i = 1; i >= 0; i--) {
        p->initial = i;
        flat_expand(&p->expand, declare_locals, p);
    }
}

bool flat_class(Model *m, Buf *out)
{
    FlatModel *f = m->flat;
    Buf body = {0}, head = {0};
    Printer p = {.m = m, .f = f, .out = &body, .indent = 1, .expand = {f, 0}};
    p.names = (ExprNames){.arg = &p,
                          .var = name_var,
                          .array = name_array,
                          .iter = name_iter,
                          .cref = name_cref,
                          .func = name_func,
                          .quoted = 1};
    const char *name = text_of(m->ctx, f->name);
    lower_functions(m);
    put_variables(&p);
    put_equations(&p);
    put_experiment(&p);
    buf_puts(&body, "end ");
    put_name(&p, name);
    buf_puts(&body, ";\n");
    p.out = &head;
    buf_puts(&head, "model ");
    put_name(&p, name);
    buf_putc(&head, '\n');
    put_enumerations(&p);
    put_functions(&p);
    put_constants(&p);
    if (!p.failed) {
        buf_write(out, buf_text(&head), head.n);
        buf_write(out, buf_text(&body), body.n);
    }
    buf_free(&head);
    buf_free(&body);
    return !p.failed;
}
