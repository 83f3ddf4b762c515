/* tables_print.c - the run time's tables as C.
 *
 * Every struct of rt/model.h and rt/texts.h is described by the list of its fields, and one printer
 * walks the descriptions; a unit test demands that no byte of a struct is without a field. Arrays
 * are compound literals where they are used. What is 0 is left out. Linear. */
#include "emit/tables_internal.h"

#include <math.h>
#include <stddef.h>

/* ---- Descriptions ---- */

static const char *const type_names[] = {"K_REAL", "K_INTEGER", "K_BOOLEAN", "K_ENUM", "K_STRING"};
static const char *const kind_names[] = {"K_CONSTANT",  "K_PARAMETER", "K_STATE", "K_DERIVATIVE",
                                         "K_ALGEBRAIC", "K_DISCRETE",  "K_INPUT"};

static int unknowns_of_dae(const KModel *model)
{
    int n = model->nstates;
    for (int i = 0; i < model->nblocks; i++)
        n += model->block[i].n;
    return n;
}

#define JOIN(a, b) a##b
#define NAME(a, b) JOIN(a, b) /* of what S stands for: NAME(S, _shape) */
#define TEXT_OF(a) #a
#define TYPE_NAME(a) TEXT_OF(a)

/* First the functions that count: KBlock_count_var(model, block). */
#define BEGIN
#define F(kind, field)
#define NAMED(field, list)
#define A(kind, field, n)                                                                          \
    static int NAME(S, _count_##field)(const KModel *model, const void *at)                        \
    {                                                                                              \
        const S *x = at;                                                                           \
        (void)model, (void)x;                                                                      \
        return n;                                                                                  \
    }
#define STRUCTS(field, n, type) A(STRUCTS, field, n)
#define END(is_flat)
#include "emit/tables.def"
#undef BEGIN
#undef F
#undef NAMED
#undef A
#undef STRUCTS
#undef END

/* Then the descriptions: KBlock_shape. */
#define PLACE(field) .name = #field, .offset = offsetof(S, field), .size = sizeof((S){0}.field)
#define BEGIN static const Field NAME(S, _fields)[] = {
#define F(k, field) {PLACE(field), .kind = F_##k},
#define NAMED(field, list) {PLACE(field), .kind = F_ENUM, .names = list},
#define A(k, field, n) {PLACE(field), .kind = F_##k, .count = NAME(S, _count_##field)},
#define STRUCTS(field, n, type)                                                                    \
    {PLACE(field), .kind = F_STRUCTS, .count = NAME(S, _count_##field), .shape = &type##_shape},
#define END(is_flat)                                                                               \
    }                                                                                              \
    ;                                                                                              \
    static const Shape NAME(S, _shape) = {                                                         \
        TYPE_NAME(S),     sizeof(S), _Alignof(S), sizeof NAME(S, _fields) / sizeof(Field),         \
        NAME(S, _fields), is_flat};
#include "emit/tables.def"

const Shape *const table_shapes[] = {&KVariable_shape, &KBlockSet_shape, &KBlock_shape,
                                     &KStateSet_shape, &KModel_shape,    &KEquation_shape,
                                     &KPosition_shape, &KTexts_shape,    NULL};

/* ---- Printing ---- */

enum { WIDTH = 86 };

static void put_value(Buf *b, double x)
{
    if (isfinite(x))
        put_real(b, x);
    else
        put(b, isnan(x) ? "NAN" : x < 0 ? "-INFINITY" : "INFINITY");
}

static void put_struct(Buf *b, const KModel *model, const Shape *shape, const void *at, int indent);

/* A value, or an element of an array. */
static void put_one(Buf *b, const KModel *model, const Field *f, const void *at, int indent)
{
    switch (f->kind) {
    case F_TEXT:
    case F_TEXTS:
        put_string(b, *(const char *const *)at);
        break;
    case F_INT:
    case F_INTS:
        put_int(b, *(const int *)at);
        break;
    case F_BYTES:
        put_int(b, *(const unsigned char *)at);
        break;
    case F_BOOL:
        put(b, *(const bool *)at ? "true" : "false");
        break;
    case F_ENUM:
        put(b, f->names[*(const unsigned char *)at]);
        break;
    case F_REAL:
    case F_REALS:
        put_value(b, *(const double *)at);
        break;
    case F_STRUCTS:
        put_struct(b, model, f->shape, at, indent);
        break;
    default:
        put(b, "&texts");
    }
}

static size_t column(const Buf *b)
{
    size_t n = 0;
    while (n < b->n && b->s[b->n - n - 1] != '\n')
        n++;
    return n;
}

/* (const int[]){1, 2, 3} */
static void put_elements(Buf *b, const KModel *model, const Field *f, const char *from, int n,
                         int indent)
{
    static const struct {
        const char *type;
        size_t size;
    } element[] = {[F_INTS] = {"int", sizeof(int)},
                   [F_BYTES] = {"unsigned char", 1},
                   [F_REALS] = {"double", sizeof(double)},
                   [F_TEXTS] = {"char *const", sizeof(char *)}};
    bool lines = f->kind == F_STRUCTS || f->kind == F_TEXTS;
    size_t size = f->shape ? f->shape->size : element[f->kind].size;
    putf(b, "(const %s[]){", f->shape ? f->shape->type : element[f->kind].type);
    for (int i = 0; i < n; i++) {
        if (lines || column(b) > WIDTH) {
            buf_putc(b, '\n');
            put_spaces(b, indent + 4);
        } else if (i) {
            buf_putc(b, ' ');
        }
        put_one(b, model, f, from + (size_t)i * size, indent + 4);
        put(b, i + 1 < n || lines ? "," : "");
    }
    if (lines) {
        buf_putc(b, '\n');
        put_spaces(b, indent);
    }
    buf_putc(b, '}');
}

/* What a field without a value has anyway. */
static bool is_zero(const Field *f, const char *place)
{
    for (size_t i = 0; i < f->size; i++)
        if (place[i])
            return false;
    return f->kind < F_ENUM;
}

static void put_struct(Buf *b, const KModel *model, const Shape *shape, const void *at, int indent)
{
    buf_putc(b, '{');
    bool any = false;
    for (int i = 0; i < shape->nfields; i++) {
        const Field *f = &shape->field[i];
        const char *place = (const char *)at + f->offset;
        int n = f->count && !is_zero(f, place) ? f->count(model, at) : 0;
        if (is_zero(f, place) || (f->count && !n) || f->kind == F_NONE)
            continue;
        if (shape->flat) {
            put(b, any ? ", " : "");
        } else {
            buf_putc(b, '\n');
            put_spaces(b, indent + 4);
        }
        putf(b, ".%s = ", f->name);
        if (f->count)
            put_elements(b, model, f, *(const char *const *)(const void *)place, n, indent + 4);
        else
            put_one(b, model, f, place, 0);
        put(b, shape->flat ? "" : ",");
        any = true;
    }
    if (!shape->flat) {
        buf_putc(b, '\n');
        put_spaces(b, indent);
    }
    put(b, any ? "}" : "0}");
}

void tables_print(const KModel *model, const KTexts *texts, Buf *out)
{
    put(out, "static KTexts texts = ");
    put_struct(out, model, &KTexts_shape, texts, 0);
    put(out, ";\n\nstatic const KModel model = ");
    put_struct(out, model, &KModel_shape, model, 0);
    put(out, ";\n");
}
