/* type.h - types of expressions: a base type and a shape, interned as 32-bit numbers.
 *
 * Equal types have equal numbers within one table. Dimensions are known numbers, or DIM_UNKNOWN
 * inside functions. The scalar types of the language have fixed numbers. */
#ifndef KRON_SYMBOLIC_TYPE_H
#define KRON_SYMBOLIC_TYPE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/name.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t Type;

typedef enum BaseType {
    TY_NONE, /* no value (a call of a function without outputs) */
    TY_REAL,
    TY_INT,
    TY_BOOL,
    TY_STRING,
    TY_ENUM,   /* decl: number of an EnumInfo */
    TY_RECORD, /* decl: number of a RecordInfo */
    TY_OBJECT, /* external object; decl: name of its class */
    TY_TUPLE,  /* several outputs of a call; decl: number of a RecordInfo without name */
    TY_FUNC,   /* a function as an argument; decl: number given by the front end */
    TY_CLOCK,
    TY_ERROR, /* the expression was wrong and has been reported: fits everything */
} BaseType;

enum { T_NONE, T_REAL, T_INT, T_BOOL, T_STRING, T_CLOCK, T_ERROR };

enum { DIM_UNKNOWN = -1, MAX_DIMS = 16 };

typedef struct TypeInfo {
    uint8_t base; /* BaseType */
    uint8_t ndims;
    uint32_t decl;
    Type scalar;   /* the same without dimensions */
    int32_t dim[]; /* [ndims], outermost first */
} TypeInfo;

typedef struct EnumInfo {
    Name name; /* full name of the class, for printing */
    int n;
    Name *literal;     /* [n]; values count from 1 */
    Name *description; /* [n], 0: none; NULL: of none */
} EnumInfo;

typedef struct RecordInfo {
    Name name; /* full name of the class; 0 for tuples */
    int n;
    Name *field; /* [n] */
    Type *type;  /* [n] */
} RecordInfo;

typedef struct TypeTable TypeTable;

TypeTable *types_new(Arena *a);

const TypeInfo *type_info(const TypeTable *t, Type type);
uint32_t types_count(const TypeTable *t); /* numbers are below it; parts of a type come before it */
/* Scalar enumeration; equal names and literals give the same type. */
Type type_enum(TypeTable *t, Name name, int n, const Name *literal);
void type_enum_describe(TypeTable *t, Type type, const Name *description); /* [n] */
/* Scalar record; equal names, fields and field types give the same type. */
Type type_record(TypeTable *t, Name name, int n, const Name *field, const Type *type);
Type type_tuple(TypeTable *t, int n, const Type *type);
/* Of a call with n results: T_NONE, the type of the one, or a tuple. */
Type type_results(TypeTable *t, int n, const Type *type);
Type type_object(TypeTable *t, uint32_t decl);
Type type_func(TypeTable *t, uint32_t decl);
/* `of` with further outer dimensions: type_array(T, 2, {2,3}) is T[2,3]; if `of` is itself an
 * array its dimensions follow. At most MAX_DIMS in all (the caller checks). */
Type type_array(TypeTable *t, Type of, int ndims, const int32_t *dim);
Type type_scalar(const TypeTable *t, Type type); /* without dimensions */
/* Without the first k dimensions. */
Type type_drop(TypeTable *t, Type type, int k);
/* The same shape over another scalar type. */
Type type_reshape(TypeTable *t, Type shape, Type scalar);

const EnumInfo *type_enum_info(const TypeTable *t, Type type);
const RecordInfo *type_record_info(const TypeTable *t, Type type);

/* The greatest or least value of a scalar type: what min and max of nothing are. */
double type_extreme(const TypeTable *t, Type scalar, bool greatest);

static inline bool type_is_numeric_base(int base)
{
    return base == TY_REAL || base == TY_INT;
}

/* Number of scalar elements, -1 if a dimension is unknown; saturates at INT64_MAX. */
int64_t type_elements(const TypeTable *t, Type type);

/* The same with the fields of records; unknown dimensions count 0. */
int64_t type_scalars(const TypeTable *t, Type type);
/* Types of the leaves of a record or tuple, each with the dimensions around it in front; of
 * anything else but T_NONE itself. */
typedef VEC(Type) TypeList;
void type_leaves(TypeTable *t, Arena *a, Type type, TypeList *out);

/* "Real[2, :]", "record Complex", "enumeration Logic" for messages. */
void type_print(const TypeTable *t, const NameTable *names, Type type, Buf *out);

/* Literals of the built-in enumerations StateSelect and TearingSelect, as numbers. */
typedef enum {
    SELECT_NEVER = 1,
    SELECT_AVOID,
    SELECT_DEFAULT,
    SELECT_PREFER,
    SELECT_ALWAYS
} StateSelect;

#endif
