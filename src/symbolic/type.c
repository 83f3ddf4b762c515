/* type.c - the table of types. Every type, enumeration and record is found by a hash of its
 * contents: O(length) a look-up. Types that a type is made of have lower numbers than itself. */
#include "symbolic/type.h"
#include "base/die.h"
#include "base/map.h"
#include "base/vec.h"

#include <float.h>

struct TypeTable {
    Arena *arena;
    VEC(TypeInfo *) type;  /* by number */
    VEC(EnumInfo *) enums; /* by decl */
    VEC(RecordInfo *) records;
    Map type_of, enum_of, record_of; /* contents -> number + 1, see probe() */
};

/* ---- Content hashes ---- */

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 32;
}

/* The next key to try when another object has the same hash; never 0. */
static uint64_t probe(uint64_t key)
{
    return mix(key, 0x5851F42D4C957F2Du) | 1;
}

static bool same_names(int n, const Name *a, const Name *b)
{
    return !n || !memcmp(a, b, sizeof *a * (size_t)n);
}

/* ---- Types ---- */

static bool same_type(const TypeInfo *t, int base, uint32_t decl, int ndims, const int32_t *dim)
{
    return t->base == base && t->decl == decl && t->ndims == ndims &&
           (!ndims || !memcmp(t->dim, dim, sizeof *dim * (size_t)ndims));
}

static Type intern_type(TypeTable *t, int base, uint32_t decl, int ndims, const int32_t *dim)
{
    KRON_ASSERT(ndims <= MAX_DIMS);
    uint64_t key = mix(mix((uint64_t)base, decl), (uint64_t)ndims) | 1;
    for (int i = 0; i < ndims; i++)
        key = mix(key, (uint32_t)dim[i]) | 1;
    uint32_t found;
    while ((found = map_get(&t->type_of, key, 0)) != 0) {
        if (same_type(t->type.v[found - 1], base, decl, ndims, dim))
            return found - 1;
        key = probe(key);
    }
    TypeInfo *info = arena_alloc(t->arena, sizeof *info + sizeof *dim * (size_t)ndims);
    Type number = (Type)t->type.n;
    info->base = (uint8_t)base;
    info->ndims = (uint8_t)ndims;
    info->decl = decl;
    if (ndims)
        memcpy(info->dim, dim, sizeof *dim * (size_t)ndims);
    vec_push(t->arena, &t->type, info);
    map_set(&t->type_of, t->arena, key, number + 1);
    info->scalar = number;
    if (ndims)
        info->scalar = intern_type(t, base, decl, 0, NULL);
    return number;
}

TypeTable *types_new(Arena *a)
{
    static const uint8_t fixed[] = {
        [T_NONE] = TY_NONE,     [T_REAL] = TY_REAL,   [T_INT] = TY_INT,    [T_BOOL] = TY_BOOL,
        [T_STRING] = TY_STRING, [T_CLOCK] = TY_CLOCK, [T_ERROR] = TY_ERROR};
    TypeTable *t = ARENA_NEW(a, TypeTable);
    t->arena = a;
    for (Type i = 0; i < sizeof fixed; i++)
        KRON_ASSERT(intern_type(t, fixed[i], 0, 0, NULL) == i);
    return t;
}

const TypeInfo *type_info(const TypeTable *t, Type type)
{
    KRON_ASSERT(type < (Type)t->type.n);
    return t->type.v[type];
}

uint32_t types_count(const TypeTable *t)
{
    return (uint32_t)t->type.n;
}

Type type_object(TypeTable *t, uint32_t decl)
{
    return intern_type(t, TY_OBJECT, decl, 0, NULL);
}

Type type_func(TypeTable *t, uint32_t decl)
{
    return intern_type(t, TY_FUNC, decl, 0, NULL);
}

Type type_array(TypeTable *t, Type of, int ndims, const int32_t *dim)
{
    const TypeInfo *info = type_info(t, of);
    int32_t all[MAX_DIMS];
    KRON_ASSERT(ndims + info->ndims <= MAX_DIMS);
    for (int i = 0; i < ndims; i++)
        all[i] = dim[i];
    for (int i = 0; i < info->ndims; i++)
        all[ndims + i] = info->dim[i];
    return intern_type(t, info->base, info->decl, ndims + info->ndims, all);
}

Type type_scalar(const TypeTable *t, Type type)
{
    return type_info(t, type)->scalar;
}

Type type_drop(TypeTable *t, Type type, int k)
{
    const TypeInfo *info = type_info(t, type);
    KRON_ASSERT(k <= info->ndims);
    return intern_type(t, info->base, info->decl, info->ndims - k, info->dim + k);
}

Type type_reshape(TypeTable *t, Type shape, Type scalar)
{
    const TypeInfo *of = type_info(t, shape), *info = type_info(t, scalar);
    return intern_type(t, info->base, info->decl, of->ndims, of->dim);
}

int64_t type_elements(const TypeTable *t, Type type)
{
    const TypeInfo *info = type_info(t, type);
    int64_t n = 1;
    bool unknown = false, empty = false;
    for (int i = 0; i < info->ndims; i++) {
        unknown |= info->dim[i] < 0;
        empty |= info->dim[i] == 0;
        if (info->dim[i] > 0 && __builtin_mul_overflow(n, (int64_t)info->dim[i], &n))
            n = INT64_MAX;
    }
    return unknown ? -1 : empty ? 0 : n;
}

/* ---- Enumerations and records ---- */

Type type_enum(TypeTable *t, Name name, int n, const Name *literal)
{
    uint64_t key = mix(name, (uint64_t)n) | 1;
    for (int i = 0; i < n; i++)
        key = mix(key, literal[i]) | 1;
    uint32_t found;
    while ((found = map_get(&t->enum_of, key, 0)) != 0) {
        const EnumInfo *e = t->enums.v[found - 1];
        if (e->name == name && e->n == n && same_names(n, e->literal, literal))
            return intern_type(t, TY_ENUM, found - 1, 0, NULL);
        key = probe(key);
    }
    EnumInfo *e = ARENA_NEW(t->arena, EnumInfo);
    *e = (EnumInfo){name, n, arena_copy(t->arena, literal, sizeof *literal * (size_t)n), NULL};
    vec_push(t->arena, &t->enums, e);
    map_set(&t->enum_of, t->arena, key, (uint32_t)t->enums.n);
    return intern_type(t, TY_ENUM, (uint32_t)t->enums.n - 1, 0, NULL);
}

void type_enum_describe(TypeTable *t, Type type, const Name *description)
{
    EnumInfo *e = t->enums.v[type_info(t, type)->decl];
    e->description = arena_copy(t->arena, description, sizeof *description * (size_t)e->n);
}

static bool same_record(const RecordInfo *r, Name name, int n, const Name *field, const Type *type)
{
    if (r->name != name || r->n != n || (r->field && !field) || (!r->field && field))
        return false;
    return (!field || same_names(n, r->field, field)) &&
           (!n || !memcmp(r->type, type, sizeof *type * (size_t)n));
}

/* Records (TY_RECORD) and tuples (TY_TUPLE, without field names) share one list. */
static Type intern_record(TypeTable *t, int base, Name name, int n, const Name *field,
                          const Type *type)
{
    uint64_t key = mix(mix(name, (uint64_t)n), (uint64_t)base) | 1;
    for (int i = 0; i < n; i++)
        key = mix(mix(key, field ? field[i] : 0), type[i]) | 1;
    uint32_t found;
    while ((found = map_get(&t->record_of, key, 0)) != 0) {
        if (same_record(t->records.v[found - 1], name, n, field, type))
            return intern_type(t, base, found - 1, 0, NULL);
        key = probe(key);
    }
    RecordInfo *r = ARENA_NEW(t->arena, RecordInfo);
    r->name = name;
    r->n = n;
    if (field)
        r->field = arena_copy(t->arena, field, sizeof *field * (size_t)n);
    r->type = arena_copy(t->arena, type, sizeof *type * (size_t)n);
    vec_push(t->arena, &t->records, r);
    map_set(&t->record_of, t->arena, key, (uint32_t)t->records.n);
    return intern_type(t, base, (uint32_t)t->records.n - 1, 0, NULL);
}

Type type_record(TypeTable *t, Name name, int n, const Name *field, const Type *type)
{
    static const Name none[1];
    return intern_record(t, TY_RECORD, name, n, n ? field : none, type);
}

Type type_tuple(TypeTable *t, int n, const Type *type)
{
    return intern_record(t, TY_TUPLE, 0, n, NULL, type);
}

Type type_results(TypeTable *t, int n, const Type *type)
{
    return n > 1 ? type_tuple(t, n, type) : n ? type[0] : T_NONE;
}

const EnumInfo *type_enum_info(const TypeTable *t, Type type)
{
    const TypeInfo *info = type_info(t, type);
    KRON_ASSERT(info->base == TY_ENUM);
    return t->enums.v[info->decl];
}

const RecordInfo *type_record_info(const TypeTable *t, Type type)
{
    const TypeInfo *info = type_info(t, type);
    KRON_ASSERT(info->base == TY_RECORD || info->base == TY_TUPLE);
    return t->records.v[info->decl];
}

double type_extreme(const TypeTable *t, Type scalar, bool greatest)
{
    switch (type_info(t, scalar)->base) {
    case TY_BOOL:
        return greatest;
    case TY_INT:
        return greatest ? INT32_MAX : INT32_MIN;
    case TY_ENUM:
        return greatest ? type_enum_info(t, scalar)->n : 1;
    default:
        return greatest ? DBL_MAX : -DBL_MAX;
    }
}

/* ---- Printing ---- */

static void print_scalar(const TypeTable *t, const NameTable *names, const TypeInfo *info, Buf *out)
{
    static const char *const text[] = {
        [TY_NONE] = "no value",    [TY_REAL] = "Real",     [TY_INT] = "Integer",
        [TY_BOOL] = "Boolean",     [TY_STRING] = "String", [TY_OBJECT] = "external object",
        [TY_FUNC] = "function",    [TY_CLOCK] = "Clock",   [TY_ERROR] = "unknown type",
        [TY_ENUM] = "enumeration", [TY_RECORD] = "record"};
    if (info->base != TY_TUPLE)
        buf_puts(out, text[info->base]);
    if (info->base == TY_ENUM)
        buf_printf(out, " %s", name_text(names, t->enums.v[info->decl]->name));
    if (info->base == TY_RECORD)
        buf_printf(out, " %s", name_text(names, t->records.v[info->decl]->name));
    if (info->base == TY_OBJECT)
        buf_printf(out, " %s", name_text(names, info->decl));
}

int64_t type_scalars(const TypeTable *t, Type type)
{
    const TypeInfo *info = type_info(t, type);
    int64_t n = 1, inner = 1;
    for (int i = 0; i < info->ndims; i++)
        n *= info->dim[i] < 0 ? 0 : info->dim[i];
    if (info->base == TY_RECORD || info->base == TY_TUPLE) {
        const RecordInfo *r = type_record_info(t, info->scalar);
        inner = 0;
        for (int i = 0; i < r->n; i++)
            inner += type_scalars(t, r->type[i]);
    }
    return n * inner;
}

void type_leaves(TypeTable *t, Arena *a, Type type, TypeList *out)
{
    const TypeInfo *info = type_info(t, type);
    if (info->base != TY_RECORD && info->base != TY_TUPLE) {
        if (type != T_NONE)
            vec_push(a, out, type);
        return;
    }
    const RecordInfo *r = type_record_info(t, info->scalar);
    for (int i = 0; i < r->n; i++)
        type_leaves(t, a, type_array(t, r->type[i], info->ndims, info->dim), out);
}

/* Tuples hold no tuples, so the nesting ends after one level. */
void type_print(const TypeTable *t, const NameTable *names, Type type, Buf *out)
{
    const TypeInfo *info = type_info(t, type);
    print_scalar(t, names, info, out);
    if (info->base == TY_TUPLE) {
        const RecordInfo *r = t->records.v[info->decl];
        for (int i = 0; i < r->n; i++) {
            buf_puts(out, i ? ", " : "(");
            type_print(t, names, r->type[i], out);
        }
        buf_puts(out, r->n ? ")" : "()");
    }
    for (int i = 0; i < info->ndims; i++) {
        buf_puts(out, i ? ", " : "[");
        if (info->dim[i] < 0)
            buf_putc(out, ':');
        else
            buf_printf(out, "%d", (int)info->dim[i]);
    }
    if (info->ndims)
        buf_putc(out, ']');
}
