/* tables_print.c - the run time's tables as C.
 *
 * Every struct of rt/model.h and rt/texts.h is described by the list of its fields, and one printer
 * walks the descriptions; a unit test demands that no byte of a struct is without a field. Arrays
 * are compound literals where they are used. What is 0 is left out. Linear. */
#include "emit/tables_internal.h"

#include <math.h>
#include <stddef.h>

/* ---- Descriptions ---- */

#define PLACE(type, field)                                                                         \
    .name = #field, .offset = offsetof(type, field), .size = sizeof((type){0}.field)
#define FIELD(type, field, k)                                                                      \
    {                                                                                              \
        PLACE(type, field), .kind = k                                                              \
    }
#define ARRAY(type, field, k, n)                                                                   \
    {                                                                                              \
        PLACE(type, field), .kind = k, .count = n                                                  \
    }
#define STRUCTS(type, field, n, s)                                                                 \
    {                                                                                              \
        PLACE(type, field), .kind = F_STRUCTS, .count = n, .shape = &s                             \
    }
#define NAMED(type, field, list)                                                                   \
    {                                                                                              \
        PLACE(type, field), .kind = F_ENUM, .names = list                                          \
    }
#define SHAPE(type, fields, is_flat)                                                               \
    {                                                                                              \
#type, sizeof(type), _Alignof(type), sizeof fields / sizeof *fields, fields, is_flat       \
    }
/* How many elements an array has, from its struct x and the model. */
#define COUNT(name, type, expression)                                                              \
    static int name(const KModel *model, const void *at)                                           \
    {                                                                                              \
        const type *x = at;                                                                        \
        (void)model, (void)x;                                                                      \
        return expression;                                                                         \
    }

static const char *const type_names[] = {"K_REAL", "K_INTEGER", "K_BOOLEAN", "K_ENUM", "K_STRING"};
static const char *const kind_names[] = {"K_CONSTANT",  "K_PARAMETER", "K_STATE", "K_DERIVATIVE",
                                         "K_ALGEBRAIC", "K_DISCRETE",  "K_INPUT"};

static const Field variable_fields[] = {
    FIELD(KVariable, name, F_TEXT),     FIELD(KVariable, description, F_TEXT),
    FIELD(KVariable, unit, F_TEXT),     NAMED(KVariable, type, type_names),
    NAMED(KVariable, kind, kind_names), FIELD(KVariable, is_protected, F_BOOL),
    FIELD(KVariable, negated, F_BOOL),  FIELD(KVariable, settable, F_BOOL),
    FIELD(KVariable, known, F_BOOL),    FIELD(KVariable, index, F_INT),
};
static const Shape variable_shape = SHAPE(KVariable, variable_fields, true);

COUNT(block_set_rows, KBlockSet, model->set[x->set].nstates)
COUNT(block_set_columns, KBlockSet, model->set[x->set].n)
static const Field block_set_fields[] = {
    FIELD(KBlockSet, set, F_INT),
    ARRAY(KBlockSet, row, F_INTS, block_set_rows),
    ARRAY(KBlockSet, col, F_INTS, block_set_columns),
};
static const Shape block_set_shape = SHAPE(KBlockSet, block_set_fields, true);

COUNT(block_n, KBlock, x->n)
COUNT(block_columns, KBlock, x->n + 1)
COUNT(block_nnz, KBlock, x->nnz)
COUNT(block_nrel, KBlock, x->nrel)
COUNT(block_ndiscrete, KBlock, x->ndiscrete)
COUNT(block_nsets, KBlock, x->nsets)
COUNT(block_parts, KBlock, x->nparts + 1)
static const Field block_fields[] = {
    FIELD(KBlock, n, F_INT),
    ARRAY(KBlock, var, F_INTS, block_n),
    FIELD(KBlock, linear, F_BOOL),
    FIELD(KBlock, constant, F_BOOL),
    FIELD(KBlock, mixed, F_BOOL),
    FIELD(KBlock, needed_rhs, F_BOOL),
    FIELD(KBlock, of_set, F_BOOL),
    FIELD(KBlock, nnz, F_INT),
    ARRAY(KBlock, colptr, F_INTS, block_columns),
    ARRAY(KBlock, rowidx, F_INTS, block_nnz),
    ARRAY(KBlock, rel, F_INTS, block_nrel),
    FIELD(KBlock, nrel, F_INT),
    ARRAY(KBlock, discrete, F_INTS, block_ndiscrete),
    FIELD(KBlock, ndiscrete, F_INT),
    ARRAY(KBlock, color, F_INTS, block_n),
    FIELD(KBlock, ncolors, F_INT),
    FIELD(KBlock, nsets, F_INT),
    STRUCTS(KBlock, set, block_nsets, block_set_shape),
    FIELD(KBlock, nparts, F_INT),
    ARRAY(KBlock, part, F_INTS, block_parts),
    FIELD(KBlock, whole, F_INT),
};
static const Shape block_shape = SHAPE(KBlock, block_fields, false);

COUNT(set_variables, KStateSet, x->ngiven + x->n)
COUNT(set_states, KStateSet, x->nstates)
COUNT(set_picks, KStateSet, x->nstates * x->n)
COUNT(set_taken, KStateSet, x->nstates ? x->n : 0)
COUNT(set_nnz, KStateSet, x->nnz)
static const Field set_fields[] = {
    FIELD(KStateSet, m, F_INT),
    FIELD(KStateSet, ngiven, F_INT),
    FIELD(KStateSet, n, F_INT),
    FIELD(KStateSet, nstates, F_INT),
    ARRAY(KStateSet, x, F_INTS, set_variables),
    ARRAY(KStateSet, state, F_INTS, set_states),
    ARRAY(KStateSet, pick, F_INTS, set_picks),
    ARRAY(KStateSet, taken, F_INTS, set_taken),
    ARRAY(KStateSet, weight, F_REALS, set_variables),
    FIELD(KStateSet, nnz, F_INT),
    ARRAY(KStateSet, at, F_INTS, set_nnz),
};
static const Shape set_shape = SHAPE(KStateSet, set_fields, false);

static int unknowns_of_dae(const KModel *model)
{
    int n = model->nstates;
    for (int i = 0; i < model->nblocks; i++)
        n += model->block[i].n;
    return n;
}

COUNT(model_nv, KModel, x->nv)
COUNT(model_nstates, KModel, x->nstates)
COUNT(model_nrel, KModel, x->nrel)
COUNT(model_ndiscrete, KModel, x->ndiscrete)
COUNT(model_npre, KModel, x->npre)
COUNT(model_nblocks, KModel, x->nblocks)
COUNT(model_nsets, KModel, x->nsets)
COUNT(model_nvariables, KModel, x->nvariables)
COUNT(model_jac_columns, KModel, x->jac_nnz ? x->nstates + 1 : 0)
COUNT(model_jac_nnz, KModel, x->jac_nnz)
COUNT(model_dae_columns, KModel, x->dae_nnz ? unknowns_of_dae(x) + 1 : 0)
COUNT(model_dae_nnz, KModel, x->dae_nnz)
static const Field model_fields[] = {
    FIELD(KModel, name, F_TEXT),
    FIELD(KModel, nv, F_INT),
    FIELD(KModel, ns, F_INT),
    FIELD(KModel, nstates, F_INT),
    ARRAY(KModel, state, F_INTS, model_nstates),
    ARRAY(KModel, der, F_INTS, model_nstates),
    FIELD(KModel, nrel, F_INT),
    FIELD(KModel, nsamples, F_INT),
    FIELD(KModel, ndelays, F_INT),
    FIELD(KModel, nkept, F_INT),
    ARRAY(KModel, rel_op, F_BYTES, model_nrel),
    ARRAY(KModel, rel_time, F_BYTES, model_nrel),
    FIELD(KModel, ndiscrete, F_INT),
    ARRAY(KModel, discrete, F_INTS, model_ndiscrete),
    FIELD(KModel, npre, F_INT),
    ARRAY(KModel, pre, F_INTS, model_npre),
    ARRAY(KModel, nominal, F_REALS, model_nv),
    ARRAY(KModel, min, F_REALS, model_nv),
    ARRAY(KModel, max, F_REALS, model_nv),
    FIELD(KModel, nblocks, F_INT),
    STRUCTS(KModel, block, model_nblocks, block_shape),
    FIELD(KModel, nsets, F_INT),
    STRUCTS(KModel, set, model_nsets, set_shape),
    FIELD(KModel, nvariables, F_INT),
    STRUCTS(KModel, variable, model_nvariables, variable_shape),
    FIELD(KModel, jac_nnz, F_INT),
    ARRAY(KModel, jac_colptr, F_INTS, model_jac_columns),
    ARRAY(KModel, jac_rowidx, F_INTS, model_jac_nnz),
    FIELD(KModel, dae_nnz, F_INT),
    ARRAY(KModel, dae_colptr, F_INTS, model_dae_columns),
    ARRAY(KModel, dae_rowidx, F_INTS, model_dae_nnz),
    FIELD(KModel, start, F_REAL),
    FIELD(KModel, stop, F_REAL),
    FIELD(KModel, tolerance, F_REAL),
    FIELD(KModel, interval, F_REAL),
    FIELD(KModel, uses_homotopy, F_BOOL),
    FIELD(KModel, arg, F_TEXTS_TABLE),
    FIELD(KModel, relation_text, F_FUNCTION),
    FIELD(KModel, relation_place, F_FUNCTION),
    FIELD(KModel, defining, F_FUNCTION),
    FIELD(KModel, equation_variables, F_FUNCTION),
    FIELD(KModel, block_equation, F_FUNCTION),
    FIELD(KModel, variable_name, F_FUNCTION),
    FIELD(KModel, set_equation, F_FUNCTION),
    FIELD(KModel, assert_place, F_FUNCTION),
    FIELD(KModel, assert_values, F_FUNCTION),
    FIELD(KModel, locate, F_FUNCTION),
};
static const Shape model_shape = SHAPE(KModel, model_fields, false);

COUNT(equation_vars, KEquation, x->nvars)
static const Field equation_fields[] = {
    FIELD(KEquation, text, F_TEXT),
    FIELD(KEquation, place, F_TEXT),
    FIELD(KEquation, nvars, F_INT),
    ARRAY(KEquation, var, F_INTS, equation_vars),
};
static const Shape equation_shape = SHAPE(KEquation, equation_fields, true);

static const Field step_fields[] = {
    FIELD(KStep, var, F_INT),
    FIELD(KStep, equation, F_INT),
};
static const Shape step_shape = SHAPE(KStep, step_fields, true);

COUNT(position_vars, KPosition, x->nvars)
static const Field position_fields[] = {
    FIELD(KPosition, number, F_INT),
    FIELD(KPosition, place, F_TEXT),
    FIELD(KPosition, nvars, F_INT),
    ARRAY(KPosition, var, F_INTS, position_vars),
};
static const Shape position_shape = SHAPE(KPosition, position_fields, true);

COUNT(texts_nv, KTexts, model->nv)
COUNT(texts_nrel, KTexts, model->nrel)
COUNT(texts_firsts, KTexts, model->nblocks + 1)
COUNT(texts_residuals, KTexts, x->first[model->nblocks])
COUNT(texts_nsets, KTexts, model->nsets)
COUNT(texts_nequations, KTexts, x->nequations)
COUNT(texts_nparams, KTexts, x->nparams)
COUNT(texts_ninit, KTexts, x->ninit)
COUNT(texts_nsim, KTexts, x->nsim)
COUNT(texts_npositions, KTexts, x->npositions)
static const Field texts_fields[] = {
    ARRAY(KTexts, name, F_TEXTS, texts_nv),
    FIELD(KTexts, nequations, F_INT),
    STRUCTS(KTexts, equation, texts_nequations, equation_shape),
    ARRAY(KTexts, relation, F_INTS, texts_nrel),
    ARRAY(KTexts, first, F_INTS, texts_firsts),
    ARRAY(KTexts, residual, F_INTS, texts_residuals),
    ARRAY(KTexts, set, F_INTS, texts_nsets),
    FIELD(KTexts, nparams, F_INT),
    FIELD(KTexts, ninit, F_INT),
    FIELD(KTexts, nsim, F_INT),
    STRUCTS(KTexts, params, texts_nparams, step_shape),
    STRUCTS(KTexts, init, texts_ninit, step_shape),
    STRUCTS(KTexts, sim, texts_nsim, step_shape),
    FIELD(KTexts, npositions, F_INT),
    STRUCTS(KTexts, position, texts_npositions, position_shape),
};
static const Shape texts_shape = SHAPE(KTexts, texts_fields, false);

const Shape *const table_shapes[] = {
    &variable_shape, &block_set_shape, &block_shape,    &set_shape,   &model_shape,
    &equation_shape, &step_shape,      &position_shape, &texts_shape, NULL};

/* ---- Printing ---- */

enum { WIDTH = 86 };

static void put_spaces(Buf *b, int n)
{
    for (; n > 0; n--)
        buf_putc(b, ' ');
}

static void put_value(Buf *b, double x)
{
    if (isfinite(x))
        put_real(b, x);
    else
        put(b, isnan(x) ? "NAN" : x < 0 ? "-INFINITY" : "INFINITY");
}

static const char *element_type(const Field *f)
{
    switch (f->kind) {
    case F_INTS:
        return "int";
    case F_BYTES:
        return "unsigned char";
    case F_REALS:
        return "double";
    case F_TEXTS:
        return "char *const";
    default:
        return f->shape->type;
    }
}

static void put_struct(Buf *b, const KModel *model, const Shape *shape, const void *at, int indent);

static void put_element(Buf *b, const KModel *model, const Field *f, const char *from, int i,
                        int indent)
{
    switch (f->kind) {
    case F_INTS:
        put_int(b, ((const int *)(const void *)from)[i]);
        break;
    case F_BYTES:
        put_int(b, ((const unsigned char *)from)[i]);
        break;
    case F_REALS:
        put_value(b, ((const double *)(const void *)from)[i]);
        break;
    case F_TEXTS:
        put_string(b, ((const char *const *)(const void *)from)[i]);
        break;
    default:
        put_struct(b, model, f->shape, from + (size_t)i * f->shape->size, indent);
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
    bool lines = f->kind == F_STRUCTS || f->kind == F_TEXTS;
    putf(b, "(const %s[]){", element_type(f));
    for (int i = 0; i < n; i++) {
        if (lines || column(b) > WIDTH) {
            buf_putc(b, '\n');
            put_spaces(b, indent + 4);
        } else if (i) {
            buf_putc(b, ' ');
        }
        put_element(b, model, f, from, i, indent + 4);
        put(b, i + 1 < n || lines ? "," : "");
    }
    if (lines) {
        buf_putc(b, '\n');
        put_spaces(b, indent);
    }
    buf_putc(b, '}');
}

static void put_scalar(Buf *b, const Field *f, const char *place)
{
    switch (f->kind) {
    case F_TEXT:
        put_string(b, *(const char *const *)(const void *)place);
        break;
    case F_INT:
        put_int(b, *(const int *)(const void *)place);
        break;
    case F_BOOL:
        put(b, *(const bool *)(const void *)place ? "true" : "false");
        break;
    case F_ENUM:
        put(b, f->names[*(const unsigned char *)place]);
        break;
    case F_REAL:
        put_value(b, *(const double *)(const void *)place);
        break;
    case F_TEXTS_TABLE:
        put(b, "(void *)&texts");
        break;
    default:
        putf(b, "k_table_%s", f->name);
    }
}

/* What a field without a value has anyway. */
static bool is_zero(const Field *f, const char *place)
{
    for (size_t i = 0; i < f->size; i++)
        if (place[i])
            return false;
    return f->kind != F_ENUM && f->kind != F_FUNCTION && f->kind != F_TEXTS_TABLE;
}

static void put_struct(Buf *b, const KModel *model, const Shape *shape, const void *at, int indent)
{
    buf_putc(b, '{');
    bool any = false;
    for (int i = 0; i < shape->nfields; i++) {
        const Field *f = &shape->field[i];
        const char *place = (const char *)at + f->offset;
        int n = f->count && !is_zero(f, place) ? f->count(model, at) : 0;
        if (is_zero(f, place) || (f->count && !n))
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
            put_scalar(b, f, place);
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
    put(out, "static const KTexts texts = ");
    put_struct(out, model, &texts_shape, texts, 0);
    put(out, ";\n\nstatic const KModel model = ");
    put_struct(out, model, &model_shape, model, 0);
    put(out, ";\n");
}
