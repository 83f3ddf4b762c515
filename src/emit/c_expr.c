/* c_expr.c - expressions as C text, and the statements that compute what is held in locals.
 *
 * The text of an expression nests no deeper than graph_arrange allows, so writing it may recurse;
 * branches and loops, which may nest as deeply as the model does, are written from a stack of frames.
 * Sums and products keep their order: results do not depend on which C compiler reads the text. */
#include "emit/emit_internal.h"

#include "base/die.h"

#include <math.h>

/* ---- Types ---- */

const TypeInfo *type_of(const Code *c, Expr e)
{
    return type_info(expr_types(c->s), expr_type(c->s, e));
}

bool expr_is_string(const Code *c, Expr e)
{
    return type_of(c, e)->base == TY_STRING;
}

static bool is_boolean(const Code *c, Expr e)
{
    return type_of(c, e)->base == TY_BOOL;
}

const char *scalar_c_type(const Code *c, Expr e)
{
    int base = type_of(c, e)->base;
    return base == TY_BOOL ? "int " : base == TY_STRING ? "const char*" : "double ";
}

/* ---- Leaves ---- */

void put_var(Code *c, uint32_t number)
{
    Emit *e = c->e;
    if (number >= e->num->nv) {
        c->uses_dv = true;
        putf(&c->text, "d[%u]", number - e->num->nv);
        return;
    }
    number = e->num->place[number];
    if (e->num->string[number] >= 0) {
        putf(&c->text, "m->s[%d]", e->num->string[number]);
        return;
    }
    c->uses_v = true;
    putf(&c->text, "v[%u]", number);
}

static bool var_is_negated(const Code *c, uint32_t number)
{
    return number < c->e->num->nv && c->e->num->negated[number];
}

static void put_pre(Code *c, uint32_t number)
{
    c->uses_pre = true;
    putf(&c->text, "p[%u]", c->e->num->place[number]);
}

void put_indexed(Code *c, char array, const char *index)
{
    c->uses_v |= array == 'v';
    c->uses_pre |= array == 'p';
    c->uses_dv |= array == 'd';
    buf_putc(&c->text, array);
    putf(&c->text, "[%s]", index);
}

/* A number as an operand: negative ones in parentheses where a sign would be ambiguous. */
static void put_number(Code *c, double x, int prec)
{
    bool paren = signbit(x) && prec >= PREC_MUL;
    if (paren)
        buf_putc(&c->text, '(');
    put_real(&c->text, x);
    if (paren)
        buf_putc(&c->text, ')');
}

/* What is put around text of strength `own`. */
static bool open(Code *c, int own, int prec)
{
    if (own >= prec)
        return false;
    buf_putc(&c->text, '(');
    return true;
}

static void close(Code *c, bool opened)
{
    if (opened)
        buf_putc(&c->text, ')');
}

/* A double that stands for a Boolean, or for a negated variable. leaf: the variable or pre of it. */
static void put_place(Code *c, Expr leaf, Expr variable, int prec)
{
    uint32_t number = (uint32_t)expr_node(c->s, variable)->payload;
    bool boolean = is_boolean(c, variable), negated = var_is_negated(c, number);
    bool pre = expr_op(c->s, leaf) == EX_PRE;
    const char *index = loop_text(c->loop, leaf);
    bool paren = open(c, boolean ? PREC_REL : negated ? PREC_ADD : PREC_POST, prec);
    if (negated && !boolean)
        buf_putc(&c->text, '-');
    if (index)
        put_indexed(c, pre ? 'p' : number >= c->e->num->nv ? 'd' : 'v', index);
    else if (pre)
        put_pre(c, number);
    else
        put_var(c, number);
    if (boolean)
        put(&c->text, negated ? "==0" : "!=0");
    close(c, paren);
}

static void put_local(Code *c, char letter, Expr e, int prec)
{
    bool boolean = is_boolean(c, e), paren = open(c, boolean ? PREC_REL : PREC_POST, prec);
    buf_putc(&c->text, letter);
    put_uint(&c->text, expr_node(c->s, e)->payload);
    if (boolean)
        put(&c->text, "!=0");
    close(c, paren);
}

/* edge(v), change(v) */
static void put_transition(Code *c, Expr e, int prec)
{
    Expr var = expr_arg(c->s, e, 0);
    bool edge = expr_op(c->s, e) == EX_EDGE, paren = open(c, edge ? PREC_AND : PREC_REL, prec);
    Expr pre = expr_make(c->s, EX_PRE, expr_type(c->s, var), 0, 0, 1, &var);
    put_place(c, var, var, PREC_ADD);
    put(&c->text, edge ? "&&!" : "!=");
    put_place(c, pre, var, edge ? PREC_POST : PREC_ADD);
    close(c, paren);
}

static void put_leaf(Code *c, Expr e, int prec)
{
    const ExprNode *n = expr_node(c->s, e);
    const char *varying = n->op == EX_REAL ? loop_text(c->loop, e) : NULL;
    if (varying) {
        put(&c->text, varying);
        return;
    }
    switch (n->op) {
    case EX_REAL:
    case EX_INT:
    case EX_ENUM: put_number(c, expr_number(c->s, e), prec); break;
    case EX_BOOL: buf_putc(&c->text, n->payload ? '1' : '0'); break;
    case EX_STRING: put_string(&c->text, name_text(c->e->d->ctx->names, (Name)n->payload)); break;
    case EX_TIME: put(&c->text, "m->time"); break;
    case EX_VAR: put_place(c, e, e, prec); break;
    case EX_PRE: put_place(c, e, expr_arg(c->s, e, 0), prec); break;
    case EX_LOCAL: put_local(c, 'u', e, prec); break;
    case EX_ITER: put_local(c, 'i', e, prec); break;
    case EX_INITIAL: put(&c->text, "m->initial"); break;
    case EX_TERMINAL: put(&c->text, "m->terminal"); break;
    case EX_EDGE:
    case EX_CHANGE: put_transition(c, e, prec); break;
    case EX_SAMPLE:
        putf(&c->text, "m->tick[%u]", map_get(&c->e->num->sample, e, 1) - 1);
        break;
    default: die("`%s` cannot be written in C", op_info[n->op].id);
    }
}

/* ---- Arithmetic ---- */

/* A literal, or arithmetic of literals. */
static bool literal_value(const Code *c, Expr e, double *x)
{
    const GraphNode *n = graph_is_leaf(c->g, e) ? NULL : graph_find(c->g, e);
    if (n && !(n->flags & NODE_LITERAL))
        return false;
    if (!n && (!expr_is_number(c->s, e) || is_boolean(c, e) || loop_text(c->loop, e)))
        return false;
    *x = n ? n->value : expr_number(c->s, e);
    return true;
}

static const GraphNode *unheld(const Code *c, Expr e, ExprOp op)
{
    const GraphNode *n = expr_op(c->s, e) == op ? graph_find(c->g, e) : NULL;
    return n && !(n->flags & (NODE_HELD | NODE_LITERAL)) ? n : NULL;
}

/* Factors [from, n) of a product; `sign` applies to a literal in front. */
static void put_factors(Code *c, Expr product, uint32_t from, double sign)
{
    uint32_t n = expr_node(c->s, product)->nargs;
    for (uint32_t i = from; i < n; i++) {
        Expr f = expr_arg(c->s, product, i);
        double x;
        if (i)
            buf_putc(&c->text, '*');
        if (i == 0 && literal_value(c, f, &x))
            put_number(c, sign * x, PREC_ANY);
        else
            put_expr(c, f, i ? PREC_UNARY : PREC_MUL);
    }
}

/* +e or -e, with all signs brought together: a - (-b) is a + b exactly. */
static void put_term(Code *c, Expr e, bool minus, bool first)
{
    while (unheld(c, e, EX_NEG)) {
        minus = !minus;
        e = expr_arg(c->s, e, 0);
    }
    double x;
    bool literal = literal_value(c, e, &x);
    bool product = unheld(c, e, EX_MUL) && literal_value(c, expr_arg(c->s, e, 0), &x);
    bool flip = (literal || product) && signbit(x);
    if (minus != flip)
        buf_putc(&c->text, '-');
    else if (!first)
        buf_putc(&c->text, '+');
    if (literal)
        put_real(&c->text, fabs(x));
    else if (product)
        put_factors(c, e, 0, flip ? -1 : 1);
    else
        put_expr(c, e, PREC_MUL);
}

static void put_sum(Code *c, Expr e, uint32_t from, uint32_t to)
{
    bool binary = expr_op(c->s, e) == EX_SUB;
    for (uint32_t i = from; i < to; i++)
        put_term(c, expr_arg(c->s, e, i), binary && i, i == from && !from);
}

static void put_power(Code *c, Expr e, int prec)
{
    Expr base = expr_arg(c->s, e, 0), exponent = expr_arg(c->s, e, 1);
    double n;
    bool literal = literal_value(c, exponent, &n);
    if (literal && (n == 2 || n == 3)) {
        bool paren = open(c, PREC_MUL, prec);
        for (int i = 0; i < n; i++) {
            if (i)
                buf_putc(&c->text, '*');
            put_expr(c, base, PREC_UNARY);
        }
        close(c, paren);
        return;
    }
    bool small = literal && n == floor(n) && fabs(n) <= 64;
    put(&c->text, small ? "k_powi(" : "k_pow(");
    put_expr(c, base, PREC_COND);
    buf_putc(&c->text, ',');
    if (small)
        put_int(&c->text, (int64_t)n);
    else
        put_expr(c, exponent, PREC_COND);
    buf_putc(&c->text, ')');
}

/* ---- Relations and logic ---- */

static const char *const relation_name[] = {
    [EX_LT] = "lt", [EX_LE] = "le", [EX_GT] = "gt", [EX_GE] = "ge", [EX_EQ] = "eq", [EX_NE] = "ne"};
static const char *const relation_text[] = {
    [EX_LT] = "<", [EX_LE] = "<=", [EX_GT] = ">", [EX_GE] = ">=", [EX_EQ] = "==", [EX_NE] = "!="};

/* Number + 1 of something that makes events, if it does so here. */
static uint32_t event_number(const Code *c, const Map *map, Expr e)
{
    if (c->kind == CODE_FUNCTION || (expr_node(c->s, e)->flags & EF_NOEVENT))
        return 0;
    return map_get(map, e, 0);
}

static void put_event_number(Code *c, Expr e, uint32_t number)
{
    const char *index = loop_text(c->loop, e);
    if (index)
        putf(&c->text, "%s,", index);
    else
        putf(&c->text, "%u,", number - 1);
}

static void put_relation(Code *c, Expr e, int prec)
{
    ExprOp op = expr_op(c->s, e);
    Expr a = expr_arg(c->s, e, 0), b = expr_arg(c->s, e, 1);
    uint32_t number = event_number(c, &c->e->num->relation, e);
    if (number) {
        putf(&c->text, "k_%s%s(m,", relation_name[op], c->kind == CODE_ALGORITHM ? "_g" : "");
        put_event_number(c, e, number);
        put_expr(c, a, PREC_COND);
        buf_putc(&c->text, ',');
        put_expr(c, b, PREC_COND);
        buf_putc(&c->text, ')');
        return;
    }
    bool paren = open(c, PREC_REL, prec);
    if (expr_is_string(c, a)) {
        put(&c->text, "k_str_compare(");
        put_expr(c, a, PREC_COND);
        buf_putc(&c->text, ',');
        put_expr(c, b, PREC_COND);
        putf(&c->text, ")%s0", relation_text[op]);
    } else {
        put_expr(c, a, PREC_ADD);
        put(&c->text, relation_text[op]);
        put_expr(c, b, PREC_ADD);
    }
    close(c, paren);
}

static void put_logic(Code *c, Expr e, int prec)
{
    bool and = expr_op(c->s, e) == EX_AND;
    int own = and ? PREC_AND : PREC_OR;
    bool paren = open(c, own, prec);
    for (uint32_t i = 0; i < expr_node(c->s, e)->nargs; i++) {
        if (i)
            put(&c->text, and ? "&&" : "||");
        put_expr(c, expr_arg(c->s, e, i), own + 1);
    }
    close(c, paren);
}

static void put_not(Code *c, Expr e)
{
    buf_putc(&c->text, '!');
    put_expr(c, expr_arg(c->s, e, 0), PREC_POST);
}

static void put_choice(Code *c, Expr e, int prec)
{
    bool paren = open(c, PREC_COND, prec);
    put_expr(c, expr_arg(c->s, e, 0), PREC_OR);
    buf_putc(&c->text, '?');
    put_expr(c, expr_arg(c->s, e, 1), PREC_OR);
    buf_putc(&c->text, ':');
    put_expr(c, expr_arg(c->s, e, 2), PREC_OR);
    close(c, paren);
}

/* if x >= 0 then x*a else x*b; x is a leaf or held. */
static void put_semilinear(Code *c, Expr e)
{
    Expr x = expr_arg(c->s, e, 0);
    buf_putc(&c->text, '(');
    put_expr(c, x, PREC_ADD);
    put(&c->text, ">=0.?");
    for (uint32_t i = 1; i < 3; i++) {
        put_expr(c, x, PREC_MUL);
        buf_putc(&c->text, '*');
        put_expr(c, expr_arg(c->s, e, i), PREC_UNARY);
        buf_putc(&c->text, i == 1 ? ':' : ')');
    }
}

/* ---- Functions ---- */

static const char *event_function(ExprOp op)
{
    switch (op) {
    case EX_FLOOR:
    case EX_INTEGER: return "k_floor_e";
    case EX_CEIL: return "k_ceil_e";
    case EX_QUOT: return "k_div_e";
    case EX_MOD: return "k_mod_e";
    default: return "k_rem_e";
    }
}

static void put_function(Code *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    ExprOp op = (ExprOp)n->op;
    uint32_t number = op_info[op].flags & OPF_EVENT ? event_number(c, &c->e->num->kept, e) : 0;
    if (!*op_info[op].c_name)
        die("`%s` cannot be written in C", op_info[op].id);
    if (number) {
        putf(&c->text, "%s(m,", event_function(op));
        put_event_number(c, e, number);
    } else
        putf(&c->text, "%s(", op_info[op].c_name);
    for (uint32_t i = 0; i < n->nargs; i++) {
        if (i)
            buf_putc(&c->text, ',');
        put_expr(c, expr_arg(c->s, e, i), PREC_COND);
    }
    buf_putc(&c->text, ')');
}

void put_int_expr(Code *c, Expr e)
{
    double x;
    if (literal_value(c, e, &x)) {
        put_int(&c->text, (int64_t)x);
        return;
    }
    put(&c->text, "(int)");
    put_expr(c, e, PREC_POST);
}

/* ---- Strings ---- */

/* The table of an enumeration's literals. */
static uint32_t enum_table(Emit *e, Type type)
{
    uint32_t known = map_get(&e->enum_table, type, 0);
    if (known)
        return known - 1;
    const EnumInfo *info = type_enum_info(expr_types(e->s), type);
    uint32_t number = (uint32_t)e->ntables++;
    map_set(&e->enum_table, e->arena, type, number + 1);
    putf(&e->tables, "static const char*const c%u[]={", number);
    for (int i = 0; i < info->n; i++) {
        put_string(&e->tables, name_text(e->d->ctx->names, info->literal[i]));
        buf_putc(&e->tables, ',');
    }
    put(&e->tables, "\"\"};\n");
    return number;
}

static void put_enum_name(Code *c, Expr e)
{
    const TypeInfo *t = type_of(c, e);
    uint32_t table = enum_table(c->e, t->scalar);
    c->e->needs_arrays = true;
    putf(&c->text, "s_name(c%u,%d,", table, type_enum_info(expr_types(c->s), t->scalar)->n);
    put_expr(c, e, PREC_COND);
    buf_putc(&c->text, ')');
}

static void put_to_string(Code *c, Expr e)
{
    const ExprNode n = *expr_node(c->s, e);
    Expr x = expr_arg(c->s, e, 0);
    int base = type_of(c, x)->base;
    bool format = n.payload == STRING_FORM_FORMAT;
    c->stack = true;
    putf(&c->text, "k_str_%s(m,",
         format               ? "format"
         : base == TY_REAL    ? "real"
         : base == TY_INT     ? "int"
         : base == TY_BOOL    ? "bool"
                              : "text");
    if (base == TY_ENUM)
        put_enum_name(c, x);
    else
        put_expr(c, x, PREC_COND);
    buf_putc(&c->text, ',');
    if (format) {
        put_expr(c, expr_arg(c->s, e, 1), PREC_COND);
    } else {
        if (base == TY_REAL) {
            if (n.nargs > 3)
                put_int_expr(c, expr_arg(c->s, e, 3));
            else
                buf_putc(&c->text, '6');
            buf_putc(&c->text, ',');
        }
        put_int_expr(c, expr_arg(c->s, e, 1));
        buf_putc(&c->text, ',');
        put_expr(c, expr_arg(c->s, e, 2), PREC_COND);
    }
    buf_putc(&c->text, ')');
}

static void put_concat(Code *c, Expr e)
{
    c->stack = true;
    put(&c->text, "k_str_cat(m,");
    put_expr(c, expr_arg(c->s, e, 0), PREC_COND);
    buf_putc(&c->text, ',');
    put_expr(c, expr_arg(c->s, e, 1), PREC_COND);
    buf_putc(&c->text, ')');
}

/* ---- Calls and arrays inside expressions ---- */

/* One scalar out of a call whose outputs are in locals. */
static void put_pick(Code *c, Expr e, int prec)
{
    uint64_t payload = expr_node(c->s, e)->payload;
    Expr call = expr_arg(c->s, e, 0);
    const GraphNode *n = graph_find(c->g, call);
    const Func *f = func_get(c->s, (uint32_t)expr_node(c->s, call)->payload);
    int k = (int)(payload >> 32);
    bool boolean = is_boolean(c, e), paren = open(c, boolean ? PREC_REL : PREC_POST, prec);
    if (k >= f->noutputs)
        return; /* reported by write_call */
    put_output(c, n->temp, f, k);
    if (type_info(expr_types(c->s), f->var[f->ninputs + k].type)->ndims)
        putf(&c->text, ".d[%u]", (uint32_t)payload);
    if (boolean)
        put(&c->text, "!=0");
    close(c, paren);
}

static void put_size(Code *c, Expr e, int prec)
{
    Expr array = expr_arg(c->s, e, 0), dim = expr_arg(c->s, e, 1);
    double k;
    if (literal_value(c, dim, &k)) {
        bool paren = open(c, PREC_UNARY, prec);
        put(&c->text, "(double)");
        put_array_dot(c, array);
        putf(&c->text, "n[%d]", (int)k - 1);
        close(c, paren);
        return;
    }
    c->e->needs_arrays = true;
    put(&c->text, "s_size(");
    put_array(c, array);
    buf_putc(&c->text, ',');
    put_expr(c, dim, PREC_COND);
    buf_putc(&c->text, ')');
}

static void put_reduction(Code *c, Expr e, const char *function)
{
    putf(&c->text, "%s(", function);
    put_array(c, expr_arg(c->s, e, 0));
    buf_putc(&c->text, ')');
}

/* ---- Any expression ---- */

static void put_inner(Code *c, Expr e, int prec)
{
    ExprOp op = expr_op(c->s, e);
    bool paren;
    switch (op) {
    case EX_ADD:
    case EX_SUB:
    case EX_NEG:
        paren = open(c, PREC_ADD, prec);
        if (op == EX_NEG)
            put_term(c, expr_arg(c->s, e, 0), true, true);
        else
            put_sum(c, e, 0, expr_node(c->s, e)->nargs);
        close(c, paren);
        break;
    case EX_MUL: {
        double x;
        bool sign = literal_value(c, expr_arg(c->s, e, 0), &x) && signbit(x);
        paren = open(c, sign ? PREC_ADD : PREC_MUL, prec);
        put_factors(c, e, 0, 1);
        close(c, paren);
        break;
    }
    case EX_DIV:
        paren = open(c, PREC_MUL, prec);
        put_expr(c, expr_arg(c->s, e, 0), PREC_MUL);
        buf_putc(&c->text, '/');
        put_expr(c, expr_arg(c->s, e, 1), PREC_UNARY);
        close(c, paren);
        break;
    case EX_POW: put_power(c, e, prec); break;
    case EX_LT:
    case EX_LE:
    case EX_GT:
    case EX_GE:
    case EX_EQ:
    case EX_NE: put_relation(c, e, prec); break;
    case EX_AND:
    case EX_OR: put_logic(c, e, prec); break;
    case EX_NOT: put_not(c, e); break;
    case EX_IF: put_choice(c, e, prec); break;
    case EX_TOREAL:
    case EX_ENUMINT:
    case EX_INTENUM:
    case EX_NOEVENT: put_expr(c, expr_arg(c->s, e, 0), prec); break;
    case EX_SMOOTH: put_expr(c, expr_arg(c->s, e, 1), prec); break;
    case EX_SEMILINEAR: put_semilinear(c, e); break;
    case EX_TOSTRING: put_to_string(c, e); break;
    case EX_CONCAT: put_concat(c, e); break;
    case EX_PICK: put_pick(c, e, prec); break;
    case EX_SIZE: put_size(c, e, prec); break;
    case EX_SUM: put_reduction(c, e, "k_sum"); break;
    case EX_PRODUCT: put_reduction(c, e, "k_product"); break;
    case EX_MINOF: put_reduction(c, e, "k_minof"); break;
    case EX_MAXOF: put_reduction(c, e, "k_maxof"); break;
    default: put_function(c, e);
    }
}

void put_expr(Code *c, Expr e, int prec)
{
    if (graph_is_leaf(c->g, e)) {
        put_leaf(c, e, prec);
        return;
    }
    const GraphNode *n = graph_find(c->g, e);
    if (n->flags & NODE_LITERAL)
        put_number(c, n->value, prec);
    else if (n->flags & NODE_HELD)
        putf(&c->text, "t%u", n->temp);
    else
        put_inner(c, e, prec);
}

/* ---- What is held ---- */

enum { TERMS_A_STATEMENT = 40, TERMS_A_LOOP = 8 };

/* A term that is a variable or its negative: its number; NO_NODE if it is something else. */
static uint32_t plain_term(const Code *c, Expr e, bool *minus)
{
    *minus = false;
    if (expr_op(c->s, e) == EX_NEG && unheld(c, e, EX_NEG)) {
        *minus = true;
        e = expr_arg(c->s, e, 0);
    }
    const ExprNode *n = expr_node(c->s, e);
    bool plain = n->op == EX_VAR && n->payload < c->e->num->nv && !c->loop &&
                 c->e->num->place[n->payload] == n->payload;
    return plain ? (uint32_t)n->payload : NO_NODE;
}

/* Terms from `from` on that are variables of one sign and evenly spaced: how many. */
static uint32_t count_plain_terms(const Code *c, Expr sum, uint32_t from, int64_t *stride)
{
    uint32_t n = expr_node(c->s, sum)->nargs, k = from + 1;
    bool minus, other;
    int64_t before = plain_term(c, expr_arg(c->s, sum, from), &minus);
    for (; before != NO_NODE && k < n; k++) {
        int64_t now = plain_term(c, expr_arg(c->s, sum, k), &other);
        if (k == from + 1)
            *stride = now - before;
        if (now == NO_NODE || other != minus || now - before != *stride)
            break;
        before = now;
    }
    return k - from;
}

static void write_plain_terms(Code *c, const GraphNode *n, uint32_t from, uint32_t count,
                              int64_t stride)
{
    bool minus;
    uint32_t k = code_temp(c), first = plain_term(c, expr_arg(c->s, n->e, from), &minus);
    c->uses_v = true;
    putf(&c->text, "for(int t%u=0;t%u<%u;t%u++)t%u=t%u%sv[%u", k, k, count, k, n->temp, n->temp,
         minus ? "-" : "+", first);
    if (stride >= 0)
        buf_putc(&c->text, '+');
    put_int(&c->text, stride);
    putf(&c->text, "*t%u];\n", k);
}

/* double t1 = a + b + ...; t1 = t1 + ...; with loops over variables that lie side by side. */
static void write_long_sum(Code *c, const GraphNode *n)
{
    uint32_t count = expr_node(c->s, n->e)->nargs, to;
    for (uint32_t from = 0; from < count; from = to) {
        int64_t stride = 0;
        uint32_t plain = from ? count_plain_terms(c, n->e, from, &stride) : 0;
        if (plain >= TERMS_A_LOOP) {
            write_plain_terms(c, n, from, plain, stride);
            to = from + plain;
            continue;
        }
        for (to = from + 1; to < count && to - from < TERMS_A_STATEMENT; to++)
            if (count_plain_terms(c, n->e, to, &stride) >= TERMS_A_LOOP)
                break;
        putf(&c->text, from ? "t%u=t%u" : "double t%u=", n->temp, n->temp);
        put_sum(c, n->e, from, to);
        put(&c->text, ";\n");
    }
}

static void write_long_product(Code *c, const GraphNode *n)
{
    uint32_t count = expr_node(c->s, n->e)->nargs;
    for (uint32_t i = 0; i < count; i++) {
        if (i % TERMS_A_STATEMENT == 0)
            putf(&c->text, i ? ";\nt%u=t%u" : "double t%u=", n->temp, n->temp);
        if (i)
            buf_putc(&c->text, '*');
        put_expr(c, expr_arg(c->s, n->e, i), i ? PREC_UNARY : PREC_MUL);
    }
    put(&c->text, ";\n");
}

static uint32_t delay_number(Code *c, Expr e)
{
    uint32_t number = map_get(&c->e->num->delay, e, 0);
    return number ? number - 1 : UINT32_MAX;
}

static void write_delay(Code *c, const GraphNode *n)
{
    uint32_t number = delay_number(c, n->e);
    if (number == UINT32_MAX) { /* derivative of one: what lies in the past does not vary */
        putf(&c->text, "double t%u=0.;\n", n->temp);
        return;
    }
    putf(&c->text, "double t%u=k_delay(m,%u,", n->temp, number);
    put_expr(c, expr_arg(c->s, n->e, 0), PREC_COND);
    buf_putc(&c->text, ',');
    put_expr(c, expr_arg(c->s, n->e, 1), PREC_COND);
    put(&c->text, ");\n");
}

/* A node without scopes of its own, or whose scopes are empty. */
static void write_node(Code *c, GraphNode *n)
{
    bool is_long = (n->op == EX_ADD || n->op == EX_MUL) &&
                   expr_node(c->s, n->e)->nargs > TERMS_A_STATEMENT && !(n->flags & NODE_ARRAY);
    if (n->op == EX_CALL)
        write_call(c, n);
    else if (n->flags & NODE_ARRAY)
        write_array(c, n);
    else if (n->op == EX_INDEX || n->op == EX_MATMUL || n->op == EX_SCALAR)
        write_element(c, n);
    else if (n->op == EX_DELAY)
        write_delay(c, n);
    else if (is_long && n->op == EX_ADD)
        write_long_sum(c, n);
    else if (is_long)
        write_long_product(c, n);
    else {
        putf(&c->text, "%st%u=", scalar_c_type(c, n->e), n->temp);
        put_inner(c, n->e, PREC_ANY);
        put(&c->text, ";\n");
    }
}

/* ---- Scopes ---- */

static bool has_contents(const Code *c, const GraphNode *n, uint32_t scope)
{
    uint32_t count = n->op == EX_IF ? 2 : expr_node(c->s, n->e)->nargs - 1;
    uint32_t child = graph_child(c->g, n, scope);
    for (uint32_t k = 0; k < count; k++)
        if (c->g->scope.v[child + k].held.n)
            return true;
    return false;
}

static bool opens_scope(const Code *c, const GraphNode *n, uint32_t scope)
{
    switch (n->op) {
    case EX_IF: return (n->flags & NODE_ARRAY) || has_contents(c, n, scope);
    case EX_AND:
    case EX_OR: return !(n->flags & NODE_ARRAY) && has_contents(c, n, scope);
    case EX_HOMOTOPY:
    case EX_FORARRAY:
    case EX_FORSUM:
    case EX_FORPRODUCT:
    case EX_FORMIN:
    case EX_FORMAX: return true;
    default: return false;
    }
}

static void push_frame(Code *c, uint32_t owner, uint32_t outer, uint32_t operand)
{
    const GraphNode *n = &c->g->node.v[owner];
    uint32_t child = graph_child(c->g, n, outer);
    Frame f = {.scope = node_is_loop(n) ? child : child + operand - 1,
               .owner = owner,
               .outer = outer,
               .operand = operand};
    vec_push(c->e->arena, &c->e->frame, f);
}

/* Text before the first scope of a node. */
static void open_owner(Code *c, GraphNode *n, uint32_t scope)
{
    Expr first = expr_arg(c->s, n->e, 0);
    switch (n->op) {
    case EX_IF:
        putf(&c->text, "%st%u;\nif(", n->flags & NODE_ARRAY ? "KArr " : scalar_c_type(c, n->e),
             n->temp);
        put_expr(c, first, PREC_ANY);
        put(&c->text, "){\n");
        break;
    case EX_AND:
    case EX_OR:
        putf(&c->text, "int t%u=", n->temp);
        put_expr(c, first, PREC_ANY);
        putf(&c->text, n->op == EX_AND ? ";\nif(t%u){\n" : ";\nif(!t%u){\n", n->temp);
        break;
    case EX_HOMOTOPY:
        putf(&c->text, "double t%u=", n->temp);
        put_expr(c, first, PREC_ANY);
        put(&c->text, ";\nif(m->lambda!=1){\n");
        break;
    default: open_comprehension(c, n, scope);
    }
}

/* Text after the scope of an operand; whether another one follows. */
static bool close_operand(Code *c, const GraphNode *n, uint32_t operand)
{
    uint32_t count = expr_node(c->s, n->e)->nargs;
    if (node_is_loop(n)) {
        close_comprehension(c, n);
        return false;
    }
    Expr value = expr_arg(c->s, n->e, operand);
    if (n->op == EX_HOMOTOPY) {
        putf(&c->text, "t%u=m->lambda*t%u+(1.-m->lambda)*", n->temp, n->temp);
        put_expr(c, value, PREC_UNARY);
    } else {
        putf(&c->text, n->flags & NODE_ARRAY ? "t%u=*" : "t%u=", n->temp);
        if (n->flags & NODE_ARRAY)
            put_array(c, value);
        else
            put_expr(c, value, PREC_ANY);
    }
    put(&c->text, ";\n}");
    bool more = operand + 1 < count;
    if (more && n->op == EX_IF)
        put(&c->text, "else{\n");
    else if (more)
        putf(&c->text, n->op == EX_AND ? "\nif(t%u){\n" : "\nif(!t%u){\n", n->temp);
    else
        buf_putc(&c->text, '\n');
    return more;
}

/* The next held node of a frame: its number, or NO_NODE. */
static uint32_t next_node(const Code *c, Frame *f)
{
    const Graph *g = c->g;
    if (f->owner != NO_NODE || f->scope != TOP) {
        const Scope *s = &g->scope.v[f->scope];
        return f->next < (uint32_t)s->held.n ? s->held.v[f->next++] : NO_NODE;
    }
    while (f->next < f->end) {
        const GraphNode *n = &g->node.v[f->next++];
        if ((n->flags & NODE_HELD) && n->place && g->place.v[n->place - 1].scope == TOP)
            return f->next - 1;
    }
    return NO_NODE;
}

static void write_frames(Code *c, Frame first)
{
    Emit *e = c->e;
    vec_push(e->arena, &e->frame, first);
    while (e->frame.n) {
        Frame *f = &vec_last(&e->frame);
        uint32_t i = next_node(c, f), scope = f->scope;
        if (i != NO_NODE) {
            GraphNode *n = &c->g->node.v[i];
            n->temp = c->ntemps++;
            if (opens_scope(c, n, scope)) {
                open_owner(c, n, scope);
                push_frame(c, i, scope, node_is_loop(n) ? 0 : 1);
            } else {
                write_node(c, n);
            }
            continue;
        }
        Frame done = vec_pop(&e->frame);
        if (done.owner == NO_NODE)
            continue;
        if (close_operand(c, &c->g->node.v[done.owner], done.operand))
            push_frame(c, done.owner, done.outer, done.operand + 1);
    }
}

void code_nodes(Code *c, uint32_t from, uint32_t to)
{
    write_frames(c, (Frame){.scope = TOP, .next = from, .end = to, .owner = NO_NODE});
}

void code_scope(Code *c, uint32_t scope)
{
    write_frames(c, (Frame){.scope = scope, .owner = NO_NODE});
}

/* ---- Pieces ---- */

uint32_t code_temp(Code *c)
{
    return c->ntemps++;
}

void code_piece(Code *c)
{
    graph_clear(c->g);
}

uint32_t code_root(Code *c, Expr e)
{
    return graph_root(c->g, e, TOP);
}

void code_arranged(Code *c)
{
    graph_arrange(c->g);
    code_nodes(c, 0, (uint32_t)c->g->node.n);
}

void code_one(Code *c, Expr e)
{
    code_piece(c);
    code_root(c, e);
    code_arranged(c);
}

/* ---- Functions of the program ---- */

void code_begin(Code *c, Emit *e, CodeKind kind, const Func *f)
{
    *c = (Code){.e = e, .s = e->s, .g = e->graph, .kind = kind, .f = f};
}

uint32_t position_number(Span at)
{
    return at.beg;
}

void put_fault(Code *c, const char *what)
{
    c->fails = true;
    putf(&c->text, "{rc=k_fault(m,%u,", position_number(c->at));
    put_string(&c->text, what);
    put(&c->text, ");goto fail;}\n");
}

void code_end(Code *c, const char *name, const char *params)
{
    Buf *out = &c->e->text;
    bool mark = c->stack && !c->keeps_strings;
    putf(out, "static int %s(%s){\n", name, params);
    if (c->fails)
        put(out, "int rc;\n");
    if (mark)
        put(out, "long mark=k_mark(m);\n");
    if (c->uses_v)
        put(out, "double*const v=m->v;\n");
    if (c->uses_pre)
        put(out, "const double*const p=m->pre;\n");
    if (c->uses_dv)
        put(out, "double*const d=m->dv;\n");
    buf_write(out, buf_text(&c->text), c->text.n);
    if (mark)
        put(out, "k_release(m,mark);\n");
    put(out, "return 0;\n");
    if (c->fails)
        put(out, mark ? "fail:\nk_release(m,mark);\nreturn rc;\n" : "fail:\nreturn rc;\n");
    put(out, "}\n");
    buf_free(&c->text);
}
