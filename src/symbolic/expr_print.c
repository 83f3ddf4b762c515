/* expr_print.c - expressions as Modelica text, or in the dialect of another language, with as few
 * parentheses as the grammar allows.
 *
 * Works from a stack of items (texts and expressions still to be printed), so depth costs no C
 * stack. Levels of binding are those of ops.def; 0 is anything (`if`, ranges), 8 a primary.
 * Terms of a sum are printed with the literal last and a positive term first. With ExprNames.rank
 * terms and factors are sorted by the lowest rank inside, which one walk finds for every node:
 * O(n log n) for n distinct nodes, besides what is printed.
 *
 * A dialect knows nothing of events: noEvent(x), smooth(n, x) and homotopy(x, y) are written x,
 * enumerations as numbers. Its table of functions also renames relations and the sign of products
 * ("<", ".LT."; "*", " * "). */
#include "base/map.h"
#include "symbolic/expr_internal.h"
#include "symbolic/func_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { ANY = 0, LOGICAL = 1, RELATION = 4, SUM = 5, PRODUCT = 6, POWER = 7, PRIMARY = 8 };

typedef struct Item {
    const char *text; /* printed as it is; NULL: the expression */
    Expr e;
    uint8_t level;     /* binding that the place demands */
    bool plain;        /* inside noEvent: flags are not shown again */
    bool as_it_stands; /* of ExprNames.written: operands stay in their order */
    bool unsigned_;    /* the minus sign has been printed already */
    bool suffix;       /* of a PICK: which output and element */
} Item;

typedef struct OperandPlace {
    uint64_t key; /* places are sorted by it, */
    uint32_t i;   /* then as they stand */
} OperandPlace;

typedef struct Printer {
    const ExprStore *s;
    const ExprNames *names;
    const ExprDialect *dialect; /* NULL: Modelica */
    Buf *out;
    Item *stack;
    size_t n, cap;
    bool plain, as_it_stands; /* of the expression being opened */
    Arena *arena;
    Map rank; /* node -> lowest rank of a variable inside; with names->rank */
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

/* The operand, without its sign if `absolute`. */
static void operand_abs(Printer *p, Expr e, uint8_t level, bool absolute)
{
    push(p, (Item){.e = e,
                   .level = level,
                   .plain = p->plain,
                   .as_it_stands = p->as_it_stands,
                   .unsigned_ = absolute});
}

static void operand(Printer *p, Expr e, uint8_t level)
{
    operand_abs(p, e, level, false);
}

static void list(Printer *p, uint32_t n, const Expr *e, const char *between, uint8_t level)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            text(p, between);
        operand(p, e[i], level);
    }
}

static void enclosed(Printer *p, const char *open, uint32_t n, const Expr *e, const char *close)
{
    text(p, open);
    list(p, n, e, ", ", ANY);
    text(p, close);
}

static void infix(Printer *p, uint32_t n, const Expr *e, const char *operator, uint8_t level)
{
    operand(p, e[0], level);
    for (uint32_t i = 1; i < n; i++) {
        text(p, " ");
        text(p, operator);
        text(p, " ");
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

/* The node that is written for e: other languages have no word for some operators. */
static Expr written(const Printer *p, Expr e)
{
    for (;;) {
        switch (expr_op(p->s, e)) {
        case EX_TOREAL:
        case EX_LATE:
            e = expr_arg(p->s, e, 0);
            break;
        case EX_SPELLED:
            if (p->names && p->names->spelled)
                return e;
            e = expr_arg(p->s, e, 0);
            break;
        case EX_NOEVENT:
        case EX_HOMOTOPY:
        case EX_ENUMINT:
        case EX_INTENUM:
        case EX_SMOOTH:
            if (!p->dialect)
                return e;
            e = expr_arg(p->s, e, expr_op(p->s, e) == EX_SMOOTH);
            break;
        default:
            return e;
        }
    }
}

/* `other` where a dialect has it, else Modelica's word. */
static const char *word(const char *other, const char *modelica)
{
    return other ? other : modelica;
}

static const char *word_of(const Printer *p, ExprOp op)
{
    const char *name = op_info[op].text;
    const ExprDialect *d = p->dialect;
    if (!d)
        return name;
    if (op == EX_EQ && d->equal)
        return d->equal;
    if (op == EX_NE && d->not_equal)
        return d->not_equal;
    for (int i = 0; d->function && d->function[i][0]; i++)
        if (!strcmp(d->function[i][0], name))
            return d->function[i][1];
    return name;
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
        return p->dialect && p->dialect->conditional[0] ? PRIMARY : ANY;
    case EX_RANGE:
        return ANY;
    case EX_POW:
        return p->dialect && p->dialect->power && !*p->dialect->power ? PRIMARY : POWER;
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
        static const char special[] = "\n\t\r\a\b\f\v\"\\";
        const char *at = strchr(special, *c);
        if (at)
            buf_putc(p->out, '\\');
        buf_putc(p->out, at ? "ntrabfv\"\\"[at - special] : *c);
    }
    buf_putc(p->out, '"');
}

static void put_number(Printer *p, Expr e, bool absolute)
{
    const ExprNode *n = expr_node(p->s, e);
    bool point = p->dialect && p->dialect->real_literals;
    size_t start = p->out->n;
    if (n->op == EX_REAL) {
        double x = expr_number(p->s, e);
        buf_real(p->out, absolute ? -x : x);
        point |= (x == 0 && signbit(x)) ||
                 (p->names && p->names->quoted); /* would be read as an Integer */
    } else {
        bool minus = (int64_t)n->payload < 0;
        buf_printf(p->out, "%s%" PRIu64, minus && !absolute ? "-" : "",
                   minus ? -n->payload : n->payload);
    }
    if (point && !p->out->s[start + strcspn(p->out->s + start, ".en")])
        buf_puts(p->out, ".0");
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
    const char *name = name_text(p->s->names, info->name);
    if (p->names && p->names->quoted)
        func_put_quoted(p->s, name, p->out);
    else
        buf_puts(p->out, name);
}

static void put_enum(Printer *p, Expr e)
{
    const ExprNode *n = expr_node(p->s, e);
    const EnumInfo *info = type_enum_info(p->s->types, n->type);
    if (p->dialect) {
        buf_printf(p->out, "%" PRIu64 "%s", n->payload, p->dialect->real_literals ? ".0" : "");
        return;
    }
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
    else if (n->op == EX_LOCAL && names && names->in)
        func_put_variable(p->s, names->in, number, names->quoted, p->out);
    else if (n->op == EX_LOCAL && names && names->local)
        names->local(names->arg, p->out, number);
    else if (n->op == EX_ITER && names && names->iter)
        names->iter(names->arg, p->out, number);
    else if ((n->op == EX_CREF || n->op == EX_ACTIVESTATE) && names && names->cref)
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

static int by_key(const void *a, const void *b)
{
    const OperandPlace *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->i < y->i ? -1 : x->i > y->i;
}

/* Places of literals among the operands that have ranks. */
enum { FRONT = 0, RANKED = 1, BACK = 2 };

static uint64_t place_key(const Printer *p, Expr e, unsigned group, unsigned literals)
{
    uint32_t rank = map_get(&p->rank, e, UINT32_MAX);
    bool literal = expr_is_number(p->s, skip_conversion(p->s, e));
    bool placed = literals == BACK && rank != UINT32_MAX; /* 3 - x, where it is written */
    bool moved = literals == BACK && p->names->moved && p->names->moved(p->names->arg, e);
    return (uint64_t)group << 35 | (uint64_t)moved << 34 |
           (uint64_t)(literal && !placed ? literals : RANKED) << 32 | rank;
}

/* The order in which the terms of a sum are written. Without ranks: the literal, which canonical
 * sums have in front, comes last, and the first term without a minus sign first. */
static OperandPlace *order_sum(Printer *p, uint32_t n, const Expr *args)
{
    bool ranked = p->names && p->names->rank, found = false;
    bool turn = expr_is_number(p->s, skip_conversion(p->s, args[0]));
    OperandPlace *place = store_resize(NULL, n, sizeof *place);
    for (uint32_t k = 0; k < n; k++)
        place[k] = (OperandPlace){0, k};
    if (p->as_it_stands)
        return place;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = ranked ? k : (k + turn) % n;
        bool minus = prints_minus(p->s, args[i]);
        place[k].i = i;
        if (ranked) {
            place[k].key = place_key(p, args[i], minus && p->names->positive_first, BACK);
        } else if (!minus && !found) {
            found = true;
            memmove(place + 1, place, sizeof *place * k);
            place[0].i = i;
        }
    }
    if (!ranked)
        return place;
    qsort(place, n, sizeof *place, by_key);
    Expr last = args[place[n - 1].i];
    bool literal = expr_is_number(p->s, skip_conversion(p->s, last));
    if (literal && !prints_minus(p->s, last) && prints_minus(p->s, args[place[0].i])) {
        OperandPlace front = place[n - 1]; /* 3 - i */
        memmove(place + 1, place, sizeof *place * (n - 1));
        place[0] = front;
    }
    return place;
}

/* Where the terms begin that were moved from the other side with a minus sign: a - (b + c) shows
 * where they come from. n: there are no two of them, or nothing else, or other moved ones. */
static uint32_t moved_together(const Printer *p, uint32_t n, const Expr *args,
                               const OperandPlace *place)
{
    const ExprNames *names = p->names;
    uint32_t from = n, moved = 0;
    if (!names || !names->moved || p->as_it_stands)
        return n;
    for (uint32_t k = n; k-- > 0;) {
        bool is = names->moved(names->arg, args[place[k].i]);
        moved += is;
        if (is && from == k + 1 && prints_minus(p->s, args[place[k].i]))
            from = k;
    }
    return from && n - from > 1 && moved == n - from ? from : n;
}

static void open_sum(Printer *p, uint32_t n, const Expr *args, const char *plus, const char *minus)
{
    OperandPlace *place = order_sum(p, n, args);
    uint32_t group = moved_together(p, n, args, place);
    for (uint32_t k = 0; k < n; k++) {
        Expr term = args[place[k].i];
        bool negative = prints_minus(p->s, term);
        if (k || negative)
            text(p, !k ? "-" : negative && k <= group ? minus : plus);
        if (k == group)
            text(p, "(");
        operand_abs(p, term, k != group && (k || negative) ? PRODUCT : SUM, negative);
    }
    if (group < n)
        text(p, ")");
    free(place);
}

static bool leads(const Printer *p, Expr e)
{
    return expr_is_number(p->s, skip_conversion(p->s, e)) ||
           (p->names->leads && expr_op(p->s, e) == EX_VAR &&
            p->names->leads(p->names->arg, (uint32_t)expr_node(p->s, e)->payload));
}

/* The order of the factors by rank, literals and what leads in front; NULL: as they stand. */
static OperandPlace *order_product(Printer *p, ExprOp op, uint32_t n, const Expr *args)
{
    if (op != EX_MUL || p->as_it_stands || !p->names || !p->names->rank)
        return NULL;
    OperandPlace *place = store_resize(NULL, n, sizeof *place);
    for (uint32_t i = 0; i < n; i++)
        place[i] = (OperandPlace){place_key(p, args[i], !leads(p, args[i]), FRONT), i};
    qsort(place, n, sizeof *place, by_key);
    return place;
}

static void open_product(Printer *p, Expr e, uint32_t n, const Expr *args, bool absolute)
{
    uint32_t arrays = 0;
    for (uint32_t i = 0; i < n; i++)
        arrays += is_array(p->s, args[i]);
    ExprOp op = expr_op(p->s, e);
    bool dots = op == EX_MUL ? arrays > 1 : op == EX_DIV && is_array(p->s, args[1]);
    const char *times = dots ? " .* " : word_of(p, EX_MUL);
    const char *sign = op == EX_DIV ? (dots ? " ./ " : "/") : times;
    if (!absolute && op != EX_MATMUL && prints_minus(p->s, e)) {
        text(p, "-");
        absolute = true;
    }
    OperandPlace *place = order_product(p, op, n, args);
    for (uint32_t k = 0; k < n; k++) {
        if (k)
            text(p, sign);
        operand_abs(p, args[place ? place[k].i : k], k ? POWER : PRODUCT, !k && absolute);
    }
    free(place);
}

static void open_call(Printer *p, const char *name, uint32_t n, const Expr *args)
{
    text(p, name);
    enclosed(p, "(", n, args, ")");
}

/* transition(a, b, c > 1, ...), initialState(a): states by their names. */
static void open_statement(Printer *p, const char *name, uint32_t n, const Expr *args)
{
    uint32_t i = 0;
    buf_printf(p->out, "%s(", name);
    for (; i < n && expr_op(p->s, args[i]) == EX_ACTIVESTATE; i++) {
        buf_puts(p->out, i ? ", " : "");
        put_reference(p, args[i]);
    }
    for (; i < n; i++) {
        text(p, ", ");
        operand(p, args[i], ANY);
    }
    text(p, ")");
}

static void open_power(Printer *p, Expr e, const Expr *args, bool elementwise)
{
    const char *sign = p->dialect && expr_op(p->s, e) == EX_POW ? p->dialect->power : NULL;
    if (sign && !*sign) {
        open_call(p, "pow", 2, args);
        return;
    }
    operand(p, args[0], PRIMARY);
    text(p, elementwise ? " .^ " : word(sign, "^"));
    operand(p, args[1], PRIMARY);
}

/* if c then a else b; in a dialect the three texts stand before the operands. */
static void open_if(Printer *p, const Expr *args)
{
    static const char *const modelica[3] = {"if ", " then ", " else "};
    bool other = p->dialect && p->dialect->conditional[0];
    for (uint32_t i = 0; i < 3; i++) {
        text(p, other ? p->dialect->conditional[i] : modelica[i]);
        operand(p, args[i], other || i == 2 ? ANY : LOGICAL);
    }
    if (other)
        text(p, ")");
}

/* Other languages bind `not` as tightly as a sign. */
static void open_not(Printer *p, Expr e)
{
    const char *other = p->dialect ? p->dialect->not_ : NULL;
    text(p, word(other, "not "));
    operand(p, e, other ? PRIMARY : RELATION);
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

/* Subscripts of an array whose sizes are numbers. */
static void open_positions(Printer *p, uint32_t n, const Expr *args)
{
    for (uint32_t i = 0; i < n; i++) {
        const TypeInfo *t = type_info(p->s->types, expr_type(p->s, args[i]));
        bool number = expr_op(p->s, args[i]) != EX_COLON && !t->ndims && t->base == TY_ENUM,
             truth = !t->ndims && t->base == TY_BOOL;
        text(p, i ? ", " : "[");
        text(p, number ? "Integer(" : truth ? "if " : "");
        operand(p, args[i], ANY);
        text(p, number ? ")" : truth ? " then 2 else 1" : "");
    }
    text(p, "]");
}

static void open_node(Printer *p, Expr e, bool absolute)
{
    const ExprStore *s = p->s;
    const ExprNode *n = expr_node(s, e);
    const Expr *args = expr_args(s, e);
    const char *name = word_of(p, (ExprOp)n->op);
    static const ExprDialect none = {0};
    const ExprDialect *d = p->dialect ? p->dialect : &none;
    bool mixed = n->nargs == 2 && is_array(s, args[0]) != is_array(s, args[1]);
    switch (n->op) {
    case EX_REAL:
    case EX_INT:
        put_number(p, e, absolute);
        break;
    case EX_BOOL:
        buf_puts(p->out, word(d->truth[n->payload != 0], n->payload ? "true" : "false"));
        break;
    case EX_STRING:
        put_string(p, (Name)n->payload);
        break;
    case EX_ENUM:
        put_enum(p, e);
        break;
    case EX_TIME:
        buf_puts(p->out, word(d->time, name));
        break;
    case EX_COLON:
    case EX_WILD:
        buf_puts(p->out, name);
        break;
    case EX_SPELLED:
        buf_puts(p->out, name_text(s->names, (Name)n->payload));
        break;
    case EX_VAR:
    case EX_ARRVAR:
    case EX_LOCAL:
    case EX_ITER:
    case EX_CREF:
        put_reference(p, e);
        break;
    case EX_ACTIVESTATE:
        buf_printf(p->out, "%s(", name);
        put_reference(p, e);
        buf_putc(p->out, ')');
        break;
    case EX_INITIALSTATE:
    case EX_TRANSITION:
        open_statement(p, name, n->nargs, args);
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
    case EX_CONCAT:
        operand(p, args[0], SUM);
        text(p, n->op == EX_CONCAT ? " + " : mixed ? " .- " : " - ");
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
        open_power(p, e, args, n->op == EX_POW && (is_array(s, args[0]) || mixed));
        break;
    case EX_AND:
        infix(p, n->nargs, args, word(d->and_, name), 3);
        break;
    case EX_OR:
        infix(p, n->nargs, args, word(d->or_, name), d->or_ ? RELATION - 1 : 2);
        break;
    case EX_NOT:
        open_not(p, args[0]);
        break;
    case EX_IF:
        open_if(p, args);
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
        enclosed(p, "{", n->nargs, args, "}");
        break;
    case EX_RANGE:
        list(p, n->nargs, args, ":", LOGICAL);
        break;
    case EX_INDEX:
        open_base(p, args[0]);
        if (p->names && p->names->quoted && expr_op(s, args[0]) != EX_CREF)
            open_positions(p, n->nargs - 1, args + 1);
        else
            enclosed(p, "[", n->nargs - 1, args + 1, "]");
        break;
    case EX_FORARRAY:
        open_loop(p, "{", "}", n->nargs, args);
        break;
    case EX_FORSUM:
    case EX_FORPRODUCT:
    case EX_FORMIN:
    case EX_FORMAX:
        text(p, op_info[n->op].text);
        open_loop(p, "(", ")", n->nargs, args);
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
        if (op_info[n->op].prec == RELATION)
            infix(p, 2, args, name, SUM);
        else
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
    Expr e = written(p, item.e);
    bool kept = p->names && p->names->written && !item.as_it_stands && !item.unsigned_;
    Expr tree = kept ? p->names->written(p->names->arg, e) : 0;
    e = tree ? written(p, tree) : e;
    p->as_it_stands = item.as_it_stands || tree;
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

/* Operands have their ranks before their user. */
static void note_rank(void *arg, Expr e)
{
    Printer *p = arg;
    const ExprNode *n = expr_node(p->s, e);
    uint32_t rank = UINT32_MAX;
    if (n->op == EX_VAR || n->op == EX_ARRVAR)
        rank = p->names->rank(p->names->arg, (uint32_t)n->payload);
    else if (p->names->place)
        rank = p->names->place(p->names->arg, e);
    for (uint32_t i = 0, known = rank != UINT32_MAX; i < n->nargs && !known; i++) {
        uint32_t inside = map_get(&p->rank, expr_args(p->s, e)[i], UINT32_MAX);
        rank = inside < rank ? inside : rank;
    }
    map_set(&p->rank, p->arena, e, rank);
}

void expr_print(const ExprStore *s, Expr e, const ExprNames *names, Buf *out)
{
    Printer p = {.s = s, .names = names, .out = out, .dialect = names ? names->dialect : NULL};
    if (names && names->rank) {
        p.arena = arena_new();
        expr_visit(s, e, note_rank, &p);
    }
    push(&p, (Item){.e = e, .level = ANY, .plain = names && names->in_function});
    size_t first = out->n;
    while (p.n && !(names && names->most && out->n - first > names->most)) {
        Item item = p.stack[--p.n];
        if (item.text)
            buf_puts(out, item.text);
        else
            print_item(&p, item);
    }
    if (p.n)
        buf_puts(out, "...");
    free(p.stack);
    if (p.arena)
        arena_free(p.arena);
}
