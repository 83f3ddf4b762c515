/* overload.c - operators and constructors of operator records (specification, chapter 14).
 *
 * An operator record is known by the name of its record type. Its operators are the functions of
 * the classes '+', '*', 'constructor', ... inside it, gathered and checked when first asked for. An
 * operator is chosen by the types of the operands (14.5): the one function of either operand's
 * class that takes them as they are; else the one that takes them after one of them has been
 * converted by a constructor; else, for arrays, element by element, where arrays stay arrays: the
 * result is {a[i] op b[i] for i}. Cost: the functions of both classes for each operator. */
#include "model/overload.h"
#include "model/function.h"

/* The functions of one operator of one record. */
typedef struct Overloads {
    int n;
    ClassUse **f; /* [n] */
    bool faulty;  /* one of them was reported */
} Overloads;

/* What an expression with an operator means. */
typedef struct Choice {
    ClassUse *f;
    ClassUse *convert[2]; /* constructors applied to the operands first; NULL */
    int n;                /* functions that fit */
} Choice;

const char *operator_text(SynOp op)
{
    static const char *const words[] = {
        [OP_ADD] = "+",      [OP_SUB] = "-",       [OP_DOT_ADD] = ".+", [OP_DOT_SUB] = ".-",
        [OP_MUL] = "*",      [OP_DIV] = "/",       [OP_DOT_MUL] = ".*", [OP_DOT_DIV] = "./",
        [OP_POW] = "^",      [OP_DOT_POW] = ".^",  [OP_NEG] = "-",      [OP_PLUS] = "+",
        [OP_DOT_NEG] = ".-", [OP_DOT_PLUS] = ".+", [OP_NOT] = "not",    [OP_LT] = "<",
        [OP_LE] = "<=",      [OP_GT] = ">",        [OP_GE] = ">=",      [OP_EQ] = "==",
        [OP_NE] = "<>",      [OP_AND] = "and",     [OP_OR] = "or",
    };
    return words[op];
}

/* The same operator on elements. */
static SynOp without_dot(SynOp op)
{
    switch (op) {
    case OP_DOT_ADD:
        return OP_ADD;
    case OP_DOT_SUB:
        return OP_SUB;
    case OP_DOT_MUL:
        return OP_MUL;
    case OP_DOT_DIV:
        return OP_DIV;
    case OP_DOT_POW:
        return OP_POW;
    case OP_DOT_NEG:
        return OP_NEG;
    default:
        return op;
    }
}

/* ---- Operator records and their functions ---- */

Type class_record_type(Model *m, ClassUse *use, int n, const Name *field, const Type *type)
{
    Name cls = name_cstr(m->ctx->names, class_name_text(m, use->def));
    if (use->def->restriction == CLS_OPERATOR_RECORD && !map_get(&m->operator_record, cls, 0)) {
        ClassUse *plain = ARENA_NEW(m->arena, ClassUse);
        *plain = (ClassUse){.def = use->def, /* what components modify does not matter */
                            .written = use->def,
                            .lexical = use->lexical,
                            .slot = use->slot,
                            .restriction = CLS_OPERATOR_RECORD};
        vec_push(m->arena, &m->operator_class, plain);
        map_set(&m->operator_record, m->arena, cls, (uint32_t)m->operator_class.n);
    }
    return type_record(expr_types(m->store), cls, n, field, type);
}

/* The name of the operator record a type is, or is an array of; 0: it is none. */
static Name operator_record(Model *m, Type t)
{
    Name name = tinfo(m, t)->base == TY_RECORD ? rinfo(m, t)->name : 0;
    return map_get(&m->operator_record, name, 0) ? name : 0;
}

static Name quoted(Model *m, const char *op)
{
    return name_cstr(m->ctx->names, arena_printf(m->arena, "'%s'", op));
}

static bool is_record_type(Model *m, Type t, Name record)
{
    return tinfo(m, t)->base == TY_RECORD && rinfo(m, t)->name == record;
}

static bool has_default(const Comp *in)
{
    return in->decl->mod && in->decl->mod->value;
}

/* What is wrong with a function as an operator of a record; NULL: nothing. */
static const char *fault(Model *m, ClassUse *f, Name record, const char *op)
{
    Comp **in, **out;
    ClassInst *ci = function_scope(m, f);
    if (!ci)
        return NULL;
    int nin = function_inputs(m, ci, &in), nout = function_outputs(m, ci, &out);
    Type result = nout == 1 ? comp_type(m, out[0]) : 0;
    if (nout != 1)
        return "it must have one output";
    if (!strcmp(op, "constructor") || !strcmp(op, "0"))
        return !result || (is_record_type(m, result, record) && !out[0]->ndims)
                   ? *op == '0' && nin ? "it must have no inputs" : NULL
                   : "its output must be the operator record";
    bool string = !strcmp(op, "String"), unary = string || !strcmp(op, "not");
    if (string && result && (result != T_STRING || out[0]->ndims))
        return "its output must be a String";
    int operands = unary || (nin == 1 && !strcmp(op, "-")) ? 1 : 2;
    if (nin >= 2 && !strcmp(op, "-") && has_default(in[1]))
        operands = 1;
    bool own = false;
    for (int i = 0; i < nin; i++) {
        Type t = comp_type(m, in[i]);
        own = own || !t || (i < operands && is_record_type(m, t, record));
        if (!has_default(in[i]) && i >= operands)
            return "inputs after the operands must have default values";
        if (has_default(in[i]) && i < operands)
            diag_warning(m->ctx->diags, in[i]->decl->name_span,
                         "an operand of '%s' has a default value, which is never used", op);
    }
    return nin < operands ? operands == 1 ? "it must have an input" : "it must have two inputs"
           : !own         ? "one of its operands must be the operator record"
                          : NULL;
}

static void add_function(Model *m, Overloads *o, ClassUse *f, Name record, const char *op)
{
    bool function = f->restriction == CLS_FUNCTION || f->restriction == CLS_OPERATOR_FUNCTION;
    if (!library_load(m->lib, f->def) || !function)
        return;
    const char *wrong = fault(m, f, record, op);
    o->faulty = o->faulty || wrong;
    if (wrong)
        refuse(m, f->def->name_span, "`%s` cannot be the operator '%s' of `%s`: %s",
               class_name_text(m, f->written), op, text_of(m->ctx, record), wrong);
    else
        o->f[o->n++] = f;
}

/* The functions of the operator `op` of a record. */
static const Overloads *gather(Model *m, Name record, const char *op)
{
    Overloads *o = ARENA_NEW(m->arena, Overloads);
    uint32_t at = map_get(&m->operator_record, record, 0);
    ClassInst *ci = at ? class_plain(m, m->operator_class.v[at - 1]) : NULL;
    Slot *s = ci && class_expand(m, ci) ? class_slot(m, ci, quoted(m, op)) : NULL;
    ClassUse *use = s && s->written->kind == EL_CLASS ? slot_class(m, s, s->written->span) : NULL;
    if (!use || !library_load(m->lib, use->def))
        return o;
    o->faulty = !use->def->encapsulated;
    if (o->faulty)
        refuse(m, use->def->name_span, "the operator %s of `%s` must be `encapsulated`",
               text_of(m->ctx, s->name), text_of(m->ctx, record));
    ClassInst *inside = use->restriction == CLS_OPERATOR ? class_plain(m, use) : NULL;
    if (!inside || !class_expand(m, inside)) {
        o->f = ARENA_ARRAY(m->arena, ClassUse *, 1);
        add_function(m, o, use, record, op);
        return o;
    }
    o->f = ARENA_ARRAY(m->arena, ClassUse *, inside->slot.n);
    for (int i = 0; i < inside->slot.n; i++) {
        Slot *f = inside->slot.v[i];
        ClassUse *fu = f->written->kind == EL_CLASS ? slot_class(m, f, f->written->span) : NULL;
        if (fu)
            add_function(m, o, fu, record, op);
    }
    return o;
}

static const Overloads *operators(Model *m, Name record, const char *op)
{
    static const Overloads none = {0};
    if (!record)
        return &none;
    uint64_t key = map_pair(record, quoted(m, op));
    uint32_t at = map_get(&m->overload_of, key, 0);
    if (!at) {
        const Overloads *o = gather(m, record, op);
        vec_push(m->arena, &m->overload, (Overloads *)o);
        map_set(&m->overload_of, m->arena, key, at = (uint32_t)m->overload.n);
    }
    return m->overload.v[at - 1];
}

/* ---- Which functions fit ---- */

/* A value where an input wants one: equal types, Integer for Real, equal numbers of dimensions;
 * `more`: dimensions may be more. */
static bool argument_fits(Model *m, Type have, Type want, bool more)
{
    const TypeInfo *h = tinfo(m, have), *w = tinfo(m, want);
    if (have == T_ERROR || h->ndims < w->ndims || (h->ndims > w->ndims && !more))
        return have == T_ERROR;
    if (!sizes_fit(w->ndims, h->dim + h->ndims - w->ndims, w->dim))
        return false;
    return w->base == TY_RECORD ? is_record_type(m, have, rinfo(m, want)->name)
                                : type_fits(m, h->scalar, w->scalar);
}

/* Whether a call with these arguments is a valid match (14.2). */
static bool call_fits(Model *m, ClassUse *f, int n, const Type *type, const Name *name, bool more)
{
    enum { MOST_INPUTS = 64 };
    bool given[MOST_INPUTS] = {false};
    Comp **in;
    ClassInst *ci = function_scope(m, f);
    int nin = ci ? function_inputs(m, ci, &in) : 0;
    if (!ci || n > nin || nin > MOST_INPUTS)
        return false;
    for (int i = 0; i < n; i++) {
        int k = i;
        if (name && name[i])
            for (k = 0; k < nin && in[k]->name != name[i];)
                k++;
        Type want = k < nin && !given[k] ? comp_array_type(m, in[k]) : 0;
        if (!want || !argument_fits(m, type[i], want, more))
            return false;
        given[k] = true;
    }
    for (int i = 0; i < nin; i++)
        if (!given[i] && !has_default(in[i]))
            return false;
    return true;
}

static void offer(Choice *c, ClassUse *f, int operand, ClassUse *convert)
{
    if (c->n++)
        return;
    c->f = f;
    if (convert)
        c->convert[operand] = convert;
}

/* Functions that take the operands as they are. */
static void choose_direct(Model *m, const char *op, int n, const Type *type, Choice *c)
{
    Name a = operator_record(m, type[0]), b = n > 1 ? operator_record(m, type[1]) : 0;
    for (int k = 0; k < 2; k++) {
        const Overloads *o = operators(m, k ? (b != a ? b : 0) : a, op);
        for (int i = 0; i < o->n; i++)
            if (call_fits(m, o->f[i], n, type, NULL, false))
                offer(c, o->f[i], 0, NULL);
    }
}

/* Functions of the class of the other operand that take operand k converted by a constructor. */
static void choose_converted(Model *m, const char *op, const Type *type, int k, Choice *c)
{
    const Overloads *o = operators(m, operator_record(m, type[1 - k]), op);
    for (int i = 0; i < o->n; i++) {
        Comp **in;
        ClassInst *ci = function_scope(m, o->f[i]);
        Type want = ci && function_inputs(m, ci, &in) > 1 ? comp_array_type(m, in[k]) : 0;
        Name to = want ? operator_record(m, want) : 0;
        Type both[2] = {type[0], type[1]};
        both[k] = want;
        if (!to || to == operator_record(m, type[k]) ||
            !call_fits(m, o->f[i], 2, both, NULL, false))
            continue;
        const Overloads *from = operators(m, to, "constructor");
        for (int j = 0; j < from->n; j++)
            if (!tinfo(m, want)->ndims && call_fits(m, from->f[j], 1, &type[k], NULL, false))
                offer(c, o->f[i], k, from->f[j]);
    }
}

static Choice choose(Model *m, const char *op, int n, const Type *type)
{
    Choice c = {0};
    choose_direct(m, op, n, type, &c);
    if (!c.n && n == 2) {
        choose_converted(m, op, type, 1, &c);
        choose_converted(m, op, type, 0, &c);
    }
    return c;
}

/* ---- Calls ---- */

static Expr call_with(Env *env, ClassUse *f, int n, const Expr *arg, Span at)
{
    Expr value[2] = {arg[0], n > 1 ? arg[1] : 0};
    Span span[2] = {at, at};
    Name name[2] = {0, 0};
    Given given = {n, n, value, span, name, span, at, at};
    return call_overloaded(env, f, &given);
}

static Expr apply(Env *env, const Choice *c, int n, const Expr *operand, Span at)
{
    Expr arg[2];
    for (int i = 0; i < n; i++) {
        arg[i] = c->convert[i] ? call_with(env, c->convert[i], 1, &operand[i], at) : operand[i];
        if (!arg[i])
            return 0;
    }
    return call_with(env, c->f, n, arg, at);
}

/* Several functions fit. */
static Expr report_ambiguous(Model *m, Span at, const char *op, const Choice *c)
{
    return refuse(m, at,
                  "`%s` is ambiguous here: %d functions of its operator record fit, among them "
                  "`%s`",
                  op, c->n, class_name_text(m, c->f->written));
}

static Expr report_no_operator(Model *m, Span at, Name record, const char *op, const char *why)
{
    return !operators(m, record, op)->faulty &&
           refuse(m, at, "`%s` has no operator '%s'%s", text_of(m->ctx, record), op, why);
}

/* An operation with something that is no operator record: a record, or a component. */
static Expr report_no_record(Model *m, Span at, const char *op, const RecordInfo *r)
{
    enum { MOST = 8 };
    const char *name = text_of(m->ctx, r->name);
    ClassUse *use = lookup_class_text(m, name);
    if (!use || use->restriction == CLS_RECORD)
        return refuse(m, at,
                      "`%s` cannot be applied to `%s`, which is not an operator record: "
                      "compute its elements one by one",
                      op, name);
    Buf b = {0};
    for (int i = 0; i < r->n && i < MOST; i++)
        buf_printf(&b, "%s`%s`", i ? ", " : "", text_of(m->ctx, r->field[i]));
    refuse(m, at,
           "`%s` cannot be applied to a component of `%s`: name the variable of it that is "
           "meant, of %s%s",
           op, name, buf_text(&b), r->n > MOST ? ", ..." : "");
    buf_free(&b);
    return 0;
}

static Expr report_none(Model *m, Span at, const char *op, int n, const Type *type)
{
    for (int i = 0; i < n; i++)
        if (tinfo(m, type[i])->base == TY_RECORD && !operator_record(m, type[i]))
            return report_no_record(m, at, op, rinfo(m, type[i]));
    Name a = operator_record(m, type[0]), b = n > 1 ? operator_record(m, type[1]) : 0;
    const char *record = text_of(m->ctx, a ? a : b);
    if (operators(m, a, op)->faulty || operators(m, b, op)->faulty)
        return 0;
    if (!operators(m, a, op)->n && !operators(m, b, op)->n)
        return report_no_operator(m, at, a ? a : b, op, "");
    return n == 1 ? refuse(m, at, "no function of the operator '%s' of `%s` takes %s", op, record,
                           type_text(m, type[0]))
                  : refuse(m, at, "no function of the operator '%s' of `%s` takes %s and %s", op,
                           record, type_text(m, type[0]), type_text(m, type[1]));
}

static Expr zero_of(Env *env, Type t, const char *needed_by, Span at)
{
    Name record = operator_record(env->m, t);
    const Overloads *o = operators(env->m, record, "0");
    Given given = {.at = at, .at_name = at};
    const char *why = arena_printf(env->m->arena, ", which %s of nothing needs", needed_by);
    return o->n == 1 ? call_overloaded(env, o->f[0], &given)
                     : report_no_operator(env->m, at, record, "0", why);
}

/* ---- Arrays ---- */

/* {a[i] op b[i] for i}, or a scalar with every element; `like`: the one whose shape it is. */
static Expr each_element(Env *env, SynOp op, Expr a, Expr b, Expr like, Span at)
{
    Model *m = env->m;
    Expr iter[MAX_DIMS], range[MAX_DIMS];
    int n = einfo(m, like)->ndims;
    for (int k = 0; k < n; k++) {
        iter[k] = raw_loop_variable(m, name_cstr(m->ctx->names, "i"), T_INT);
        range[k] = raw_positions(m, like, k);
    }
    Expr x = einfo(m, a)->ndims ? index_expr(m, a, n, iter) : a;
    Expr y = !b ? 0 : einfo(m, b)->ndims ? index_expr(m, b, n, iter) : b;
    Expr body = b ? overloaded_binary(env, op, x, y, at) : overloaded_unary(env, op, x, at);
    return body ? raw_for(m, EX_FORARRAY, body, n, iter, range) : 0;
}

/* One element of a product of matrices: a[1]*b[1] + a[2]*b[2] + ... */
static Expr product_element(Env *env, Expr a, Expr b, int32_t n, Span at)
{
    Model *m = env->m;
    Expr sum = 0;
    for (int32_t k = 1; k <= n; k++) {
        Expr at_k = expr_int(m->store, k);
        Expr x = overloaded_binary(env, OP_MUL, index_expr(m, a, 1, &at_k),
                                   index_expr(m, b, 1, &at_k), at);
        sum = sum && x ? overloaded_binary(env, OP_ADD, sum, x, at) : x;
        if (!sum)
            return 0;
    }
    if (sum)
        return sum;
    Type type[2] = {einfo(m, a)->scalar, einfo(m, b)->scalar};
    Choice c = choose(m, "*", 2, type);
    Comp **out;
    return c.n == 1 && function_outputs(m, function_scope(m, c.f), &out)
               ? zero_of(env, comp_type(m, out[0]), "a product", at)
               : report_none(m, at, "*", 2, type);
}

/* matrix * vector and matrix * matrix; other products of arrays are not derived (14.5). */
static Expr matrix_product(Env *env, Expr a, Expr b, Span at)
{
    Model *m = env->m;
    const TypeInfo *x = einfo(m, a), *y = einfo(m, b);
    Type type[2] = {expr_type(m->store, a), expr_type(m->store, b)};
    if (x->ndims != 2 || y->ndims > 2 || !sizes_fit(1, &x->dim[1], y->dim))
        return report_none(m, at, "*", 2, type);
    int32_t inner = x->dim[1] != DIM_UNKNOWN ? x->dim[1] : y->dim[0];
    if (inner == DIM_UNKNOWN)
        return refuse(m, at,
                      "a product of matrices of operator records whose size is not known during "
                      "translation; use a loop");
    Expr iter[2], range[2];
    for (int k = 0; k < y->ndims; k++) {
        iter[k] = raw_loop_variable(m, name_cstr(m->ctx->names, "i"), T_INT);
        range[k] = raw_positions(m, k ? b : a, k);
    }
    Expr column[2] = {raw_colon(m), iter[1]};
    Expr body = product_element(env, index_expr(m, a, 1, iter),
                                y->ndims == 2 ? index_expr(m, b, 2, column) : b, inner, at);
    return body ? raw_for(m, EX_FORARRAY, body, y->ndims, iter, range) : 0;
}

/* ---- Expressions ---- */

/* Element by element as for numbers (10.6). */
static Expr binary_of_arrays(Env *env, SynOp op, Expr a, Expr b, Span at)
{
    Model *m = env->m;
    SynOp plain = without_dot(op);
    const TypeInfo *x = einfo(m, a), *y = einfo(m, b);
    bool both = x->ndims && y->ndims, dot = op != plain;
    Type type[2] = {expr_type(m->store, a), expr_type(m->store, b)};
    if (op == OP_MUL && both)
        return matrix_product(env, a, b, at);
    bool fits = both  ? x->ndims == y->ndims && sizes_fit(x->ndims, x->dim, y->dim)
                : dot ? true
                      : op == OP_MUL || (op == OP_DIV && x->ndims);
    bool possible = dot || op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_AND ||
                    op == OP_OR || (op == OP_DIV && !y->ndims);
    return fits && possible ? each_element(env, plain, a, b, x->ndims ? a : b, at)
                            : report_none(m, at, operator_text(op), 2, type);
}

Expr overloaded_binary(Env *env, SynOp op, Expr a, Expr b, Span at)
{
    Model *m = env->m;
    Type type[2] = {expr_type(m->store, a), expr_type(m->store, b)};
    bool arrays = tinfo(m, type[0])->ndims || tinfo(m, type[1])->ndims;
    const char *text = operator_text(without_dot(op));
    if (type[0] == T_ERROR || type[1] == T_ERROR)
        return type[0] == T_ERROR ? a : b;
    if (arrays && op != without_dot(op))
        return binary_of_arrays(env, op, a, b, at);
    Choice c = choose(m, text, 2, type);
    return c.n == 1 ? apply(env, &c, 2, (Expr[]){a, b}, at)
           : c.n    ? report_ambiguous(m, at, text, &c)
           : arrays ? binary_of_arrays(env, op, a, b, at)
                    : report_none(m, at, text, 2, type);
}

Expr overloaded_unary(Env *env, SynOp op, Expr a, Span at)
{
    Model *m = env->m;
    Type type = expr_type(m->store, a);
    const char *text = operator_text(without_dot(op));
    bool known = op == OP_NEG || op == OP_DOT_NEG || op == OP_NOT;
    Choice c = {0};
    if (known && operator_record(m, type))
        c = choose(m, text, 1, &type);
    return c.n == 1 ? apply(env, &c, 1, &a, at)
           : c.n    ? report_ambiguous(m, at, text, &c)
           : tinfo(m, type)->ndims && known && operator_record(m, type)
               ? each_element(env, without_dot(op), a, 0, a, at)
               : report_none(m, at, operator_text(op), 1, &type);
}

Expr overloaded_reduction(Env *env, SynOp op, Expr array, Span at)
{
    Model *m = env->m;
    const TypeInfo *t = einfo(m, array);
    const char *word = op == OP_ADD ? "a sum" : "a product";
    int64_t n = type_elements(expr_types(m->store), expr_type(m->store, array));
    if (n < 0)
        return refuse(m, at,
                      "%s of operator records whose number is not known during translation; use a "
                      "loop",
                      word);
    Expr all = n ? 0 : zero_of(env, t->scalar, word, at);
    for (int64_t i = 0; i < n; i++) {
        Expr sub[MAX_DIMS];
        int64_t rest = i;
        for (int k = t->ndims - 1; k >= 0; rest /= t->dim[k--])
            sub[k] = expr_int(m->store, rest % t->dim[k] + 1);
        Expr x = index_expr(m, array, t->ndims, sub);
        all = i ? overloaded_binary(env, op, all, x, at) : x;
        if (!all)
            return 0;
    }
    return all;
}

/* ---- Constructors and strings ---- */

bool has_constructors(Model *m, ClassUse *use)
{
    if (use->def->restriction != CLS_OPERATOR_RECORD)
        return false;
    class_record_type(m, use, 0, NULL, NULL); /* makes it known */
    Name record = name_cstr(m->ctx->names, class_name_text(m, use->def));
    uint32_t at = map_get(&m->operator_record, record, 0);
    ClassInst *ci = class_plain(m, m->operator_class.v[at - 1]);
    return class_expand(m, ci) && class_slot(m, ci, quoted(m, "constructor"));
}

/* The call of the one function that fits; `more`: or of arrays of what it takes. *itself, if not
 * NULL: it is the function that the call stands in; 0 is returned without a report. */
static Expr call_by_arguments(Env *env, Name record, const char *op, const Given *g, bool more,
                              bool *itself)
{
    Model *m = env->m;
    const Overloads *o = operators(m, record, op);
    Type *type = ARENA_ARRAY(m->arena, Type, g->n);
    Choice c = {0};
    for (int i = 0; i < g->n; i++)
        type[i] = expr_type(m->store, g->arg[i]);
    for (int pass = 0; pass <= more && !c.n; pass++)
        for (int i = 0; i < o->n; i++)
            if (call_fits(m, o->f[i], g->n, type, g->name, pass))
                offer(&c, o->f[i], 0, NULL);
    if (itself && c.n == 1 && c.f->def == env->scope->def) {
        *itself = true;
        return 0;
    }
    if (c.n == 1)
        return call_overloaded(env, c.f, g);
    if (c.n)
        return report_ambiguous(m, g->at, text_of(m->ctx, record), &c);
    if (o->n == 1) /* says what does not fit */
        return call_overloaded(env, o->f[0], g);
    if (!o->n)
        return report_no_operator(m, g->at, record, op, "");
    return refuse(m, g->at, "no function of the operator '%s' of `%s` takes these arguments", op,
                  text_of(m->ctx, record));
}

Expr overloaded_constructor(Env *env, ClassUse *use, const Given *given, bool *itself)
{
    Name record = name_cstr(env->m->ctx->names, class_name_text(env->m, use->def));
    return call_by_arguments(env, record, "constructor", given, true, itself);
}

Expr overloaded_string(Env *env, const Given *given)
{
    Model *m = env->m;
    Type t = expr_type(m->store, given->arg[0]);
    Name record = operator_record(m, t);
    return record ? call_by_arguments(env, record, "String", given, true, NULL)
                  : report_none(m, given->at, "String", 1, &t);
}
