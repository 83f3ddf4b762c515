/* c_expr.c - expressions as C text.
 *
 * The text of an expression nests no deeper than graph_arrange allows, so writing it may recurse.
 * Sums and products keep their order: results do not depend on which C compiler reads the text. */
#include "emit/emit_internal.h"

#include "base/die.h"

#include <math.h>
#include <stdlib.h>

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
    number = c->e->num->place[number];
    if (c->e->num->string[number] >= 0) {
        putf(&c->text, "m->s[%d]", c->e->num->ns + c->e->num->string[number]);
        return;
    }
    c->uses_pre = true;
    putf(&c->text, "p[%u]", number);
}

/* v[index], p[...], d[...] */
static void put_indexed(Code *c, char array, const char *index)
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
static bool paren_open(Code *c, int own, int prec)
{
    if (own >= prec)
        return false;
    buf_putc(&c->text, '(');
    return true;
}

static void paren_close(Code *c, bool opened)
{
    if (opened)
        buf_putc(&c->text, ')');
}

/* The present or the previous value of a variable, which is a double also where it stands for a
 * Boolean. index: its number as text inside a loop. */
static void put_place(Code *c, Expr variable, bool pre, const char *index, int prec)
{
    uint32_t number = (uint32_t)expr_node(c->s, variable)->payload;
    bool boolean = is_boolean(c, variable), negated = var_is_negated(c, number);
    bool paren = paren_open(c, boolean ? PREC_REL : negated ? PREC_ADD : PREC_POST, prec);
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
    paren_close(c, paren);
}

static void put_local(Code *c, char letter, Expr e, int prec)
{
    bool boolean = is_boolean(c, e), paren = paren_open(c, boolean ? PREC_REL : PREC_POST, prec);
    buf_putc(&c->text, letter);
    put_uint(&c->text, expr_node(c->s, e)->payload);
    if (boolean)
        put(&c->text, "!=0");
    paren_close(c, paren);
}

/* edge(v), change(v) */
static void put_transition(Code *c, Expr e, int prec)
{
    Expr var = expr_arg(c->s, e, 0);
    bool edge = expr_op(c->s, e) == EX_EDGE,
         paren = paren_open(c, edge ? PREC_AND : PREC_REL, prec);
    put_place(c, var, false, NULL, PREC_ADD);
    put(&c->text, edge ? "&&!" : "!=");
    put_place(c, var, true, NULL, edge ? PREC_POST : PREC_ADD);
    paren_close(c, paren);
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
    case EX_ENUM:
        put_number(c, expr_number(c->s, e), prec);
        break;
    case EX_BOOL:
        buf_putc(&c->text, n->payload ? '1' : '0');
        break;
    case EX_STRING:
        put_string(&c->text, name_text(c->e->d->ctx->names, (Name)n->payload));
        break;
    case EX_TIME:
        put(&c->text, "m->time");
        break;
    case EX_VAR:
        put_place(c, e, false, loop_text(c->loop, e), prec);
        break;
    case EX_PRE:
        put_place(c, expr_arg(c->s, e, 0), true, loop_text(c->loop, e), prec);
        break;
    case EX_LOCAL:
        put_local(c, 'u', e, prec);
        break;
    case EX_ITER:
        put_local(c, 'i', e, prec);
        break;
    case EX_INITIAL:
        put(&c->text, "m->initial");
        break;
    case EX_TERMINAL:
        put(&c->text, "m->terminal");
        break;
    case EX_EDGE:
    case EX_CHANGE:
        put_transition(c, e, prec);
        break;
    case EX_SAMPLE:
        putf(&c->text, "m->tick[%u]", map_get(&c->e->num->sample, e, 1) - 1);
        break;
    default:
        die("`%s` cannot be written in C", op_info[n->op].id);
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

const GraphNode *unheld(const Code *c, Expr e, ExprOp op)
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

void put_sum(Code *c, Expr e, uint32_t from, uint32_t to)
{
    bool binary = expr_op(c->s, e) == EX_SUB;
    for (uint32_t i = from; i < to; i++)
        put_term(c, expr_arg(c->s, e, i), binary && i, i == from && !from);
}

static void put_power(Code *c, Expr e, int prec)
{
    double n = 0;
    bool literal = literal_value(c, expr_arg(c->s, e, 1), &n);
    if (literal && (n == 2 || n == 3)) {
        bool paren = paren_open(c, PREC_MUL, prec);
        for (int i = 0; i < n; i++) {
            if (i)
                buf_putc(&c->text, '*');
            put_expr(c, expr_arg(c->s, e, 0), PREC_UNARY);
        }
        paren_close(c, paren);
        return;
    }
    bool small = literal && n == floor(n) && fabs(n) <= 64;
    put_form(c, e, small ? "k_powi($0,%d)" : "k_pow($0,$1)", (int)n);
}

/* ---- Relations and logic ---- */

static const char *const relation_name[] = {
    [EX_LT] = "lt", [EX_LE] = "le", [EX_GT] = "gt", [EX_GE] = "ge", [EX_EQ] = "eq", [EX_NE] = "ne"};
static const char *const infix_text[EX_COUNT] = {
    [EX_LT] = "<",  [EX_LE] = "<=", [EX_GT] = ">",   [EX_GE] = ">=",
    [EX_EQ] = "==", [EX_NE] = "!=", [EX_AND] = "&&", [EX_OR] = "||"};

/* Number + 1 of something that makes events, if it does so here. */
static uint32_t event_number(const Code *c, const Map *map, Expr e)
{
    if (c->kind == CODE_FUNCTION || c->items || (expr_node(c->s, e)->flags & EF_NOEVENT))
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
        put_form(c, e, "$0,$1)");
        return;
    }
    bool ordered = is_boolean(c, a) && op != EX_EQ && op != EX_NE;
    bool paren = paren_open(c,
                            !ordered                     ? PREC_REL
                            : op == EX_LT || op == EX_GT ? PREC_AND
                                                         : PREC_OR,
                            prec);
    if (ordered) { /* a <= b is !a||b; compilers warn of orders between truth values */
        bool less = op == EX_LT || op == EX_LE;
        put(&c->text, less ? "!" : "");
        put_expr(c, a, PREC_POST);
        put(&c->text, op == EX_LT || op == EX_GT ? "&&" : "||");
        put(&c->text, less ? "" : "!");
        put_expr(c, b, PREC_POST);
    } else if (expr_is_string(c, a)) {
        put_form(c, e, "k_str_compare($0,$1)%s0", infix_text[op]);
    } else {
        put_expr(c, a, PREC_ADD);
        put(&c->text, infix_text[op]);
        put_expr(c, b, PREC_ADD);
    }
    paren_close(c, paren);
}

static void put_logic(Code *c, Expr e, int prec)
{
    bool paren = paren_open(c, expr_op(c->s, e) == EX_AND ? PREC_AND : PREC_OR, prec);
    for (uint32_t i = 0; i < expr_node(c->s, e)->nargs; i++) {
        if (i)
            put(&c->text, infix_text[expr_op(c->s, e)]);
        put_expr(c, expr_arg(c->s, e, i), PREC_AND + 1);
    }
    paren_close(c, paren);
}

static void put_not(Code *c, Expr e)
{
    buf_putc(&c->text, '!');
    put_expr(c, expr_arg(c->s, e, 0), PREC_POST);
}

/* libtcc takes what follows a condition `c ? 0 : 0` for code that is never reached, as it does
 * with literals between && and ||, which lowering leaves out. The cast lets it compute a value. */
static void put_choice(Code *c, Expr e, int prec)
{
    bool paren = paren_open(c, PREC_COND, prec);
    put_expr(c, expr_arg(c->s, e, 0), PREC_OR);
    buf_putc(&c->text, '?');
    if (expr_op(c->s, expr_arg(c->s, e, 1)) == EX_BOOL &&
        expr_op(c->s, expr_arg(c->s, e, 2)) == EX_BOOL)
        put(&c->text, "(long)");
    put_expr(c, expr_arg(c->s, e, 1), PREC_OR);
    buf_putc(&c->text, ':');
    put_expr(c, expr_arg(c->s, e, 2), PREC_OR);
    paren_close(c, paren);
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

static const char *const event_function[EX_COUNT] = {
    [EX_FLOOR] = "k_floor_e", [EX_INTEGER] = "k_floor_e", [EX_CEIL] = "k_ceil_e",
    [EX_QUOT] = "k_div_e",    [EX_MOD] = "k_mod_e",       [EX_REM] = "k_rem_e"};

static void put_function(Code *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    ExprOp op = (ExprOp)n->op;
    uint32_t number = op_info[op].flags & OPF_EVENT ? event_number(c, &c->e->num->kept, e) : 0;
    if (!*op_info[op].c_name)
        die("`%s` cannot be written in C", op_info[op].id);
    if (number) {
        putf(&c->text, "%s(m,", event_function[op]);
        put_event_number(c, e, number);
    } else
        putf(&c->text, "%s(", op_info[op].c_name);
    put_form(c, e, "$0+)");
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

static void put_operand(Code *c, char kind, Expr e)
{
    switch (kind) {
    case '$':
        put_expr(c, e, PREC_COND);
        break;
    case '#':
        put_int_expr(c, e);
        break;
    case '@':
        put_array(c, e);
        break;
    default:
        put_array_dot(c, e);
    }
}

void put_form(Code *c, Expr e, const char *fmt, ...)
{
    char form[256], *at = form;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(form, sizeof form, fmt, ap);
    va_end(ap);
    while (*at) {
        size_t plain = strcspn(at, "~`$#@^");
        buf_write(&c->text, at, plain);
        at += plain;
        char kind = *at;
        if (kind == '~') {
            putf(&c->text, "t%u", graph_find(c->g, e)->temp);
            at++;
        } else if (kind) {
            uint32_t n = expr_node(c->s, e)->nargs, k = (uint32_t)strtoul(at + 1, &at, 10);
            uint32_t end = kind == '`' ? k : *at == '+' ? n : k + 1;
            at += *at == '+';
            if (kind == '`')
                put_uint(&c->text, n - k);
            for (; k < end; k++) {
                put_operand(c, kind, expr_arg(c->s, e, k));
                put(&c->text, k + 1 < end ? "," : "");
            }
        }
    }
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
    putf(&c->text, "k_literal(c%u,%d,", table, type_enum_info(expr_types(c->s), t->scalar)->n);
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
    putf(&c->text, "k_str_%s(m,%u,",
         format            ? "format"
         : base == TY_REAL ? "real"
         : base == TY_INT  ? "int"
         : base == TY_BOOL ? "bool"
                           : "text",
         position_number(c->e, c->at));
    if (base == TY_ENUM)
        put_enum_name(c, x);
    else
        put_expr(c, x, PREC_COND);
    put_form(c, e,
             format                           ? ",$1)"
             : base == TY_REAL && n.nargs > 3 ? ",#3,#1,$2)"
             : base == TY_REAL                ? ",6,#1,$2)"
                                              : ",#1,$2)");
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
    bool boolean = is_boolean(c, e), paren = paren_open(c, boolean ? PREC_REL : PREC_POST, prec);
    if (k >= f->noutputs)
        return; /* reported by write_call */
    const TypeInfo *t = type_info(expr_types(c->s), f->var[f->ninputs + k].type);
    bool text = t->ndims && t->base == TY_STRING;
    put(&c->text, text ? "k_text(m," : "");
    put_output(c, n->temp, f, k);
    if (t->ndims)
        putf(&c->text, text ? ".d[%u])" : ".d[%u]", (uint32_t)payload);
    if (boolean)
        put(&c->text, "!=0");
    paren_close(c, paren);
}

static void put_size(Code *c, Expr e, int prec)
{
    double k;
    if (literal_value(c, expr_arg(c->s, e, 1), &k)) {
        bool paren = paren_open(c, PREC_UNARY, prec);
        put_form(c, e, "(double)^0n[%d]", (int)k - 1);
        paren_close(c, paren);
        return;
    }
    put_form(c, e, "k_size(@0,$1)");
}

/* ---- Any expression ---- */

static void put_terms(Code *c, Expr e, int prec)
{
    bool paren = paren_open(c, PREC_ADD, prec);
    if (expr_op(c->s, e) == EX_NEG)
        put_term(c, expr_arg(c->s, e, 0), true, true);
    else
        put_sum(c, e, 0, expr_node(c->s, e)->nargs);
    paren_close(c, paren);
}

static void put_product(Code *c, Expr e, int prec)
{
    double x;
    bool quotient = expr_op(c->s, e) == EX_DIV;
    bool sign = !quotient && literal_value(c, expr_arg(c->s, e, 0), &x) && signbit(x);
    bool paren = paren_open(c, sign ? PREC_ADD : PREC_MUL, prec);
    if (quotient) {
        put_expr(c, expr_arg(c->s, e, 0), PREC_MUL);
        buf_putc(&c->text, '/');
        put_expr(c, expr_arg(c->s, e, 1), PREC_UNARY);
    } else {
        put_factors(c, e, 0, 1);
    }
    paren_close(c, paren);
}

void put_inner(Code *c, Expr e, int prec)
{
    switch (expr_op(c->s, e)) {
    case EX_ADD:
    case EX_SUB:
    case EX_NEG:
        put_terms(c, e, prec);
        break;
    case EX_MUL:
    case EX_DIV:
        put_product(c, e, prec);
        break;
    case EX_POW:
        put_power(c, e, prec);
        break;
    case EX_LT:
    case EX_LE:
    case EX_GT:
    case EX_GE:
    case EX_EQ:
    case EX_NE:
        put_relation(c, e, prec);
        break;
    case EX_AND:
    case EX_OR:
        put_logic(c, e, prec);
        break;
    case EX_NOT:
        put_not(c, e);
        break;
    case EX_IF:
        put_choice(c, e, prec);
        break;
    case EX_TOREAL:
    case EX_ENUMINT:
    case EX_NOEVENT:
        put_expr(c, expr_arg(c->s, e, 0), prec);
        break;
    case EX_INTENUM:
        put_form(c, e, "k_enum(m,%u,$0,%d)", position_number(c->e, c->at),
                 type_enum_info(expr_types(c->s), expr_type(c->s, e))->n);
        break;
    case EX_SMOOTH:
        put_expr(c, expr_arg(c->s, e, 1), prec);
        break;
    case EX_SEMILINEAR:
        put_semilinear(c, e);
        break;
    case EX_TOSTRING:
        put_to_string(c, e);
        break;
    case EX_CONCAT:
        c->stack = true;
        put_form(c, e, "k_str_cat(m,%u,$0,$1)", position_number(c->e, c->at));
        break;
    case EX_PICK:
        put_pick(c, e, prec);
        break;
    case EX_SIZE:
        put_size(c, e, prec);
        break;
    case EX_SUM:
    case EX_PRODUCT:
    case EX_MINOF:
    case EX_MAXOF:
        put_form(c, e, "k_%s%s(@0)", op_info[expr_op(c->s, e)].text,
                 expr_op(c->s, e) >= EX_MINOF ? "of" : "");
        break;
    default:
        put_function(c, e);
    }
}

void put_expr(Code *c, Expr e, int prec)
{
    if (c->items) { /* a scalar goes with every element */
        c->items = false;
        if (node_is_array(c->s, e))
            put_item(c, e);
        else
            put_expr(c, e, prec);
        c->items = true;
        return;
    }
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
