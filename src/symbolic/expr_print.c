/* expr_print.c - expressions as Modelica text with as few parentheses as the grammar allows.
 *
 * Works from a stack of items (texts and expressions still to be printed), so depth costs no C
 * stack. Levels of binding are those of ops.def; 0 is anything (`if`, ranges), 8 a primary.
 * Terms of a sum are printed with the literal last and a positive term first. */
#include "symbolic/expr_internal.h"
#include "symbolic/func.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { ANY = 0, LOGICAL = 1, RELATION = 4, SUM = 5, PRODUCT = 6, POWER = 7, PRIMARY = 8 };

typedef struct Item {
    const char *text; /* printed as it is; NULL: the expression */
    Expr e;
    uint8_t level;  /* binding that the place demands */
    bool plain;     /* inside noEvent: flags are not shown again */
    bool unsigned_; /* the minus sign has been printed already */
    bool suffix;    /* of a PICK: which output and element */
} Item;

typedef struct Printer {
    const ExprStore *s;
    const ExprNames *names;
    Buf *out;
    Item *stack;
    size_t n, cap;
    bool plain; /* of the expression being opened */
} Printer;

static void push(Printer *p, Item item)
{
    if (p->n == p->cap) {
        p->cap = p->cap ? 2 * p->cap : 64;
        p->stack = store_resize(p->stack, p->cap, sizeof *p->stack);
    }
    p->stack[p->n++] = item;
}

static void text(Printer *p, const char *t)
{
    push(p, (Item){.text = t});
}

static void operand(Printer *p, Expr e, uint8_t level)
{
    push(p, (Item){.e = e, .level = level, .plain = p->plain});
}

/* The operand, without its sign if `absolute`. */
static void operand_abs(Printer *p, Expr e, uint8_t level, bool absolute)
{
    push(p, (Item){.e = e, .level = level, .plain = p->plain, .unsigned_ = absolute});
}

static void list(Printer *p, uint32_t n, const Expr *e, const char *between, uint8_t level)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            text(p, between);
        operand(p, e[i], level);
    }
}

/* What was pushed since `start` in reading order becomes popping order. */
static void reverse(Printer *p, size_t start)
{
    for (size_t i = start, j = p->n; i + 1 < j; i++) {
        Item item = p->stack[i];
        p->stack[i] = p->stack[--j];
        p->stack[j] = item;
    }
}

static Expr skip_conversion(const ExprStore *s, Expr e)
{
    while (expr_op(s, e) == EX_TOREAL)
        e = expr_arg(s, e, 0);
    return e;
}

static bool is_array(const ExprStore *s, Expr e)
{
    return type_info(s->types, expr_type(s, e))->ndims != 0;
}

static bool literal_negative(const ExprStore *s, Expr e)
{
    ExprOp op = expr_op(s, e);
    return (op == EX_REAL || op == EX_INT) && signbit(expr_number(s, e));
}

/* Whether a term is written with a minus sign in front: conversions are not written. */
static bool prints_minus(const ExprStore *s, Expr term)
{
    ExprOp op;
    while ((op = expr_op(s, term)) == EX_TOREAL || op == EX_DIV)
        term = expr_arg(s, term, 0);
    return op == EX_NEG || literal_negative(s, op == EX_MUL ? expr_arg(s, term, 0) : term);
}

/* Whether noEvent() has to be written around a node for its flag to be seen. */
static bool shows_noevent(const Printer *p, Expr e, bool plain)
{
    const ExprNode *n = expr_node(p->s, e);
    return (n->flags & EF_NOEVENT) && (op_info[n->op].flags & OPF_EVENT) && !plain;
}

static int binding(const Printer *p, Expr e, bool plain)
{
    ExprOp op = expr_op(p->s, e);
    switch (op) {
    case EX_IF:
    case EX_RANGE:
        return ANY;
    case EX_REAL:
    case EX_INT:
        return literal_negative(p->s, e) ? SUM : PRIMARY;
    case EX_MUL:
    case EX_DIV:
        return prints_minus(p->s, e) ? SUM : PRODUCT;
    default:
        if (!op_info[op].prec || shows_noevent(p, e, plain))
            return PRIMARY;
        return op_info[op].prec;
    }
}

/* ---- Leaves ---- */

static void put_string(Printer *p, Name name)
{
    buf_putc(p->out, '"');
    for (const char *c = name_text(p->s->names, name); *c; c++) {
        const char *escape = *c == '\n'   ? "\\n"
                             : *c == '\t' ? "\\t"
                             : *c == '\r' ? "\\r"
                             : *c == '"'  ? "\\\""
                             : *c == '\\' ? "\\\\"
                                          : NULL;
        if (escape)
            buf_puts(p->out, escape);
        else
            buf_putc(p->out, *c);
    }
    buf_putc(p->out, '"');
}

static void put_number(Printer *p, Expr e, bool absolute)
{
    const ExprNode *n = expr_node(p->s, e);
    if (n->op == EX_REAL) {
        double x = expr_number(p->s, e);
        buf_real(p->out, absolute ? -x : x);
        if (x == 0 && signbit(x))
            buf_puts(p->out, ".0"); /* -0 would be read as an Integer */
    } else {
        bool minus = (int64_t)n->payload < 0;
        buf_printf(p->out, "%s%" PRIu64, minus && !absolute ? "-" : "",
                   minus ? -n->payload : n->payload);
    }
}

static void put_func(Printer *p, uint32_t number)
{
    if (p->names && p->names->func)
        p->names->func(p->names->arg, p->out, number);
    else
        buf_printf(p->out, "f%" PRIu32, number);
}

static void put_enum_name(Printer *p, Type type)
{
    const EnumInfo *info = type_enum_info(p->s->types, type_scalar(p->s->types, type));
    buf_puts(p->out, name_text(p->s->names, info->name));
}

static void put_enum(Printer *p, Expr e)
{
    const ExprNode *n = expr_node(p->s, e);
    const EnumInfo *info = type_enum_info(p->s->types, n->type);
    put_enum_name(p, n->type);
    if (n->payload >= 1 && n->payload <= (uint64_t)info->n)
        buf_printf(p->out, ".%s", name_text(p->s->names, info->literal[n->payload - 1]));
    else
        buf_printf(p->out, ".%" PRIu64, n->payload);
}

static void put_reference(Printer *p, Expr e)
{
    const ExprNode *n = expr_node(p->s, e);
    const ExprNames *names = p->names;
    uint32_t number = (uint32_t)n->payload;
    if (n->op == EX_VAR && names && names->var)
        names->var(names->arg, p->out, number);
    else if (n->op == EX_ARRVAR && names && names->array)
        names->array(names->arg, p->out, e);
    else if (n->op == EX_LOCAL && names && names->local)
        names->local(names->arg, p->out, number);
    else if (n->op == EX_ITER && names && names->iter)
        names->iter(names->arg, p->out, number);
    else if (n->op == EX_CREF && names && names->cref)
        names->cref(names->arg, p->out, e);
    else
        buf_printf(p->out, "%c%" PRIu32,
                   n->op == EX_LOCAL  ? 'u'
                   : n->op == EX_ITER ? 'i'
                   : n->op == EX_CREF ? 'c'
                                      : 'v',
                   number);
}

/* PICK: output `k` of several by its name, then the element by its subscripts. */
static void put_suffix(Printer *p, Expr pick)
{
    const ExprStore *s = p->s;
    Expr call = expr_arg(s, pick, 0);
    uint64_t payload = expr_node(s, pick)->payload;
    uint32_t output = (uint32_t)(payload >> 32), element = (uint32_t)payload;
    Type type = expr_type(s, call);
    if (type_info(s->types, type)->base == TY_TUPLE) {
        uint32_t number = (uint32_t)expr_node(s, call)->payload;
        const Func *f = number && number <= funcs_count(s) ? func_get(s, number) : NULL;
        Name name = f && (int)output < f->noutputs ? f->var[f->ninputs + (int)output].name : 0;
        if (name)
            buf_printf(p->out, ".%s", name_text(s->names, name));
        else
            buf_printf(p->out, ".%" PRIu32, output + 1);
        type = type_record_info(s->types, type)->type[output];
    }
    const TypeInfo *info = type_info(s->types, type);
    int32_t sub[MAX_DIMS];
    for (int i = info->ndims - 1; i >= 0; i--) {
        uint32_t d = info->dim[i] > 0 ? (uint32_t)info->dim[i] : UINT32_MAX;
        sub[i] = (int32_t)(element % d) + 1;
        element /= d;
    }
    for (int i = 0; i < info->ndims; i++)
        buf_printf(p->out, "%s%" PRId32, i ? ", " : "[", sub[i]);
    if (info->ndims)
        buf_putc(p->out, ']');
}

/* ---- Operators: each opens a node into items in reading order ---- */

/* Position in reading order -> operand: the literal that stands first comes last, and the first
 * term without a minus sign comes first. */
static void open_sum(Printer *p, uint32_t n, const Expr *args, const char *plus, const char *minus)
{
    const ExprStore *s = p->s;
    bool turn = n > 1 && expr_is_number(s, skip_conversion(s, args[0]));
    uint32_t first = turn ? 1 : 0;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = (k + turn) % n;
        if (!prints_minus(s, args[i])) {
            first = i;
            break;
        }
    }
    bool negative = prints_minus(s, args[first]);
    if (negative)
        text(p, "-");
    operand_abs(p, args[first], negative ? PRODUCT : SUM, negative);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = (k + turn) % n;
        if (i == first)
            continue;
        negative = prints_minus(s, args[i]);
        text(p, negative ? minus : plus);
        operand_abs(p, args[i], PRODUCT, negative);
    }
}

static void open_product(Printer *p, Expr e, uint32_t n, const Expr *args, bool absolute)
{
    uint32_t arrays = 0;
    for (uint32_t i = 0; i < n; i++)
        arrays += is_array(p->s, args[i]);
    ExprOp op = expr_op(p->s, e);
    bool dots = op == EX_MUL ? arrays > 1 : op == EX_DIV && is_array(p->s, args[1]);
    const char *sign = op == EX_DIV ? (dots ? " ./ " : "/") : dots ? " .* " : "*";
    if (!absolute && op != EX_MATMUL && prints_minus(p->s, e)) {
        text(p, "-");
        absolute = true;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            text(p, sign);
        operand_abs(p, args[i], i ? POWER : PRODUCT, !i && absolute);
    }
}

static void open_call(Printer *p, const char *name, uint32_t n, const Expr *args)
{
    text(p, name);
    text(p, "(");
    list(p, n, args, ", ", ANY);
    text(p, ")");
}

static void open_string(Printer *p, uint64_t form, uint32_t n, const Expr *args)
{
    static const char *const option[] = {
        ", minimumLength = ", ", leftJustified = ", ", significantDigits = "};
    text(p, "String(");
    operand(p, args[0], ANY);
    for (uint32_t i = 1; i < n; i++) {
        text(p, form == STRING_FORM_FORMAT ? ", format = " : option[i < 3 ? i - 1 : 2]);
        operand(p, args[i], ANY);
    }
    text(p, ")");
}

/* body for i in r, j in s */
static void open_loop(Printer *p, const char *before, const char *after, uint32_t n,
                      const Expr *args)
{
    text(p, before);
    operand(p, args[0], ANY);
    for (uint32_t i = 1; i + 1 < n; i += 2) {
        text(p, i == 1 ? " for " : ", ");
        operand(p, args[i], ANY);
        text(p, " in ");
        operand(p, args[i + 1], ANY);
    }
    text(p, after);
}

static bool is_name(const ExprStore *s, Expr e)
{
    switch (expr_op(s, e)) {
    case EX_VAR:
    case EX_ARRVAR:
    case EX_LOCAL:
    case EX_ITER:
    case EX_CREF:
    case EX_INDEX:
    case EX_FIELD:
        return true;
    default:
        return false;
    }
}

static void open_base(Printer *p, Expr e)
{
    bool name = is_name(p->s, e);
    text(p, name ? "" : "(");
    operand(p, e, ANY);
    text(p, name ? "" : ")");
}

static void open_node(Printer *p, Expr e, bool absolute)
{
    const ExprStore *s = p->s;
    const ExprNode *n = expr_node(s, e);
    const Expr *args = expr_args(s, e);
    const char *name = op_info[n->op].text;
    bool mixed = n->nargs == 2 && is_array(s, args[0]) != is_array(s, args[1]);
    switch (n->op) {
    case EX_REAL:
    case EX_INT:
        put_number(p, e, absolute);
        break;
    case EX_BOOL:
        buf_puts(p->out, n->payload ? "true" : "false");
        break;
    case EX_STRING:
        put_string(p, (Name)n->payload);
        break;
    case EX_ENUM:
        put_enum(p, e);
        break;
    case EX_TIME:
    case EX_COLON:
    case EX_WILD:
        buf_puts(p->out, name);
        break;
    case EX_VAR:
    case EX_ARRVAR:
    case EX_LOCAL:
    case EX_ITER:
    case EX_CREF:
        put_reference(p, e);
        break;
    case EX_FUNCREF:
        if (n->nargs)
            buf_puts(p->out, "function ");
        put_func(p, (uint32_t)n->payload);
        if (n->nargs)
            open_call(p, "", n->nargs, args);
        break;
    case EX_ADD:
        for (uint32_t i = 0; i < n->nargs && !mixed; i++)
            mixed = is_array(s, args[i]) != is_array(s, e);
        open_sum(p, n->nargs, args, mixed ? " .+ " : " + ", mixed ? " .- " : " - ");
        break;
    case EX_SUB:
        operand(p, args[0], SUM);
        text(p, mixed ? " .- " : " - ");
        operand(p, args[1], PRODUCT);
        break;
    case EX_CONCAT:
        operand(p, args[0], SUM);
        text(p, " + ");
        operand(p, args[1], PRODUCT);
        break;
    case EX_NEG:
        if (!absolute)
            text(p, "-");
        operand(p, args[0], PRODUCT);
        break;
    case EX_MUL:
    case EX_DIV:
    case EX_MATMUL:
        open_product(p, e, n->nargs, args, absolute);
        break;
    case EX_POW:
    case EX_MATPOW:
        operand(p, args[0], PRIMARY);
        text(p, n->op == EX_POW && (is_array(s, args[0]) || mixed) ? " .^ " : "^");
        operand(p, args[1], PRIMARY);
        break;
    case EX_LT:
    case EX_LE:
    case EX_GT:
    case EX_GE:
    case EX_EQ:
    case EX_NE:
        operand(p, args[0], SUM);
        text(p, " ");
        text(p, name);
        text(p, " ");
        operand(p, args[1], SUM);
        break;
    case EX_AND:
        list(p, n->nargs, args, " and ", 3);
        break;
    case EX_OR:
        list(p, n->nargs, args, " or ", 2);
        break;
    case EX_NOT:
        text(p, "not ");
        operand(p, args[0], RELATION);
        break;
    case EX_IF:
        text(p, "if ");
        operand(p, args[0], LOGICAL);
        text(p, " then ");
        operand(p, args[1], LOGICAL);
        text(p, " else ");
        operand(p, args[2], ANY);
        break;
    case EX_INTENUM:
        put_enum_name(p, n->type);
        open_call(p, "", n->nargs, args);
        break;
    case EX_TOSTRING:
        open_string(p, n->payload, n->nargs, args);
        break;
    case EX_NOEVENT:
        p->plain = true;
        open_call(p, name, n->nargs, args);
        break;
    case EX_SMOOTH:
        p->plain |= expr_is_number(s, args[0]) && expr_number(s, args[0]) >= 1;
        open_call(p, name, n->nargs, args);
        break;
    case EX_CALL:
        put_func(p, (uint32_t)n->payload);
        open_call(p, "", n->nargs, args);
        break;
    case EX_PICK:
        operand(p, args[0], PRIMARY);
        push(p, (Item){.e = e, .suffix = true});
        break;
    case EX_ARRAY:
        text(p, "{");
        list(p, n->nargs, args, ", ", ANY);
        text(p, "}");
        break;
    case EX_RANGE:
        list(p, n->nargs, args, ":", LOGICAL);
        break;
    case EX_INDEX:
        open_base(p, args[0]);
        text(p, "[");
        list(p, n->nargs - 1, args + 1, ", ", ANY);
        text(p, "]");
        break;
    case EX_FORARRAY:
        open_loop(p, "{", "}", n->nargs, args);
        break;
    case EX_FORSUM:
        open_loop(p, "sum(", ")", n->nargs, args);
        break;
    case EX_FORPRODUCT:
        open_loop(p, "product(", ")", n->nargs, args);
        break;
    case EX_FORMIN:
        open_loop(p, "min(", ")", n->nargs, args);
        break;
    case EX_FORMAX:
        open_loop(p, "max(", ")", n->nargs, args);
        break;
    case EX_RECORD: {
        Type record = type_scalar(s->types, n->type);
        open_call(p, name_text(s->names, type_record_info(s->types, record)->name), n->nargs, args);
        break;
    }
    case EX_FIELD: {
        const RecordInfo *record =
            type_record_info(s->types, type_scalar(s->types, expr_type(s, args[0])));
        open_base(p, args[0]);
        if (!record->name) /* the first output of a call with several */
            break;
        text(p, ".");
        text(p, name_text(s->names, record->field[n->payload]));
        break;
    }
    default:
        open_call(p, name, n->nargs, args);
    }
}

static void print_item(Printer *p, Item item)
{
    size_t start = p->n;
    if (item.suffix) {
        put_suffix(p, item.e);
        return;
    }
    Expr e = skip_conversion(p->s, item.e);
    bool parentheses = item.level > binding(p, e, item.plain);
    if (item.unsigned_ && expr_op(p->s, e) != EX_NEG)
        parentheses = false; /* a product or a literal without its sign */
    if (item.unsigned_ && expr_op(p->s, e) == EX_NEG) {
        operand(p, expr_arg(p->s, e, 0), PRODUCT);
        p->stack[p->n - 1].plain = item.plain;
        return;
    }
    bool noevent = shows_noevent(p, e, item.plain);
    p->plain = item.plain || noevent;
    if (parentheses)
        buf_putc(p->out, '(');
    if (noevent)
        buf_puts(p->out, "noEvent(");
    open_node(p, e, item.unsigned_);
    if (noevent)
        text(p, ")");
    if (parentheses)
        text(p, ")");
    reverse(p, start);
}

void expr_print(const ExprStore *s, Expr e, const ExprNames *names, Buf *out)
{
    Printer p = {.s = s, .names = names, .out = out};
    push(&p, (Item){.e = e, .level = ANY, .plain = names && names->in_function});
    while (p.n) {
        Item item = p.stack[--p.n];
        if (item.text)
            buf_puts(out, item.text);
        else
            print_item(&p, item);
    }
    free(p.stack);
}
