/* abi_array.h - arrays and strings of generated functions: the second part of the contract (abi.h).
 *
 * They live on a stack of the instance: k_mark at entry of a function, k_release at its end;
 * outputs are moved down by k_return. The elements of an array of Strings are numbers of texts
 * that stay until generated code is left (k_text, k_number), 0 is "": what copies elements need not
 * know of it. */
#ifndef KRON_RT_ABI_ARRAY_H
#define KRON_RT_ABI_ARRAY_H

#include "rt/abi.h"

enum { K_MAX_DIMS = 16 };
typedef struct KArr {
    double *d;
    int nd;
    int n[K_MAX_DIMS];
} KArr;

long k_mark(KInst *m);
void k_release(KInst *m, long mark);
/* Moves the outputs (arrays and strings, all allocated after mark) down to mark and releases the
 * rest. */
void k_return(KInst *m, long mark, int narr, KArr **arr, int nstr, const char ***str);
/* Gives `a` the shape n[nd] and zeroed memory; positive if a size is negative. */
int k_shape(KInst *m, KArr *a, int nd, const int *n);
void k_copy(KInst *m, KArr *to, const KArr *from); /* new memory */
int k_count(const KArr *a);                        /* number of elements */
/* Whole-array operators. They return 0, or positive if shapes do not fit. */
int k_matmul(KInst *m, KArr *out, const KArr *a, const KArr *b);
int k_matpow(KInst *m, KArr *out, const KArr *a, int n);
double k_sum(const KArr *a);
double k_product(const KArr *a);
double k_minof(const KArr *a);
double k_maxof(const KArr *a);
int k_transpose(KInst *m, KArr *out, const KArr *a);
int k_outer(KInst *m, KArr *out, const KArr *a, const KArr *b);
int k_symmetric(KInst *m, KArr *out, const KArr *a);
int k_cross(KInst *m, KArr *out, const KArr *a, const KArr *b);
int k_skew(KInst *m, KArr *out, const KArr *a);
int k_identity(KInst *m, KArr *out, int n);
void k_diagonal(KInst *m, KArr *out, const KArr *a);
int k_fill(KInst *m, KArr *out, const KArr *value, int nd, const int *n);
int k_linspace(KInst *m, KArr *out, double a, double b, int n);
void k_range(KInst *m, KArr *out, double start, double step, double stop);
int k_cat(KInst *m, KArr *out, int dim, int narr, const KArr **arr);
/* Stacks n equally shaped arrays (or scalars, nd = 0) along a new first dimension. */
int k_stack(KInst *m, KArr *out, int n, const KArr **arr);
/* General subscripts: for each dimension a scalar (sub[k].nd = 0, removed from the result), a
 * vector of positions (nd = 1), or all of it (nd = -1). */
int k_slice(KInst *m, KArr *out, const KArr *a, const KArr *sub);
int k_assign_slice(KInst *m, KArr *to, const KArr *sub, const KArr *value);
/* Whether the shapes are equal. */
int k_same(const KArr *a, const KArr *b);
/* A fault at place i: the sizes of two arrays do not fit; a_is, b_is: "`x` is". */
int k_misfit(KInst *m, int i, const char *a_is, const KArr *a, const char *b_is, const KArr *b);
/* to := from, in place; 1: the sizes differ. */
int k_assign(KArr *to, const KArr *from);
/* The same for an array that takes any size: new memory if need be; 1: another number of
 * dimensions. */
int k_keep(KInst *m, KArr *to, const KArr *from);
/* ... and the stack is given back down to mark. */
int k_replace(KInst *m, long mark, KArr *to, const KArr *from);
/* Number of elements of a:s:b; -1: step 0 or too many. */
int k_range_count(double a, double s, double b);
/* Appends b to a, whose first `outer` sizes are known; the first one decides the others. */
int k_append(KInst *m, KArr *a, int *at, int outer, const KArr *b);
double k_size(const KArr *a, double k); /* size(a, k); 0: no such dimension */
/* Literal k of an enumeration that has n; name[n] is for none of them. */
const char *k_literal(const char *const *name, int n, double k);

/* Copies for external functions, on the stack: as C's int, and with the columns one after the
 * other; and back. */
int *k_ints(KInst *m, const KArr *a);
double *k_columns(KInst *m, const KArr *a);
int *k_int_columns(KInst *m, const KArr *a);
const char **k_words(KInst *m, const KArr *a);
void *k_records(KInst *m, const KArr *a, unsigned long size); /* room for as many structs */
void k_from_words(KInst *m, KArr *a, const char *const *x);
void k_from_ints(KArr *a, const int *x);
void k_from_columns(KArr *a, const double *x);
void k_from_int_columns(KArr *a, const int *x);

/* An input or output of a function that is called from outside (k_function). */
typedef struct KSlot {
    double d;
    const char *s;
    KArr a;
} KSlot;

const char *k_str_real(KInst *m, int at, double x, int digits, int min_length, int left);
const char *k_str_format(KInst *m, int at, double x, const char *format);
const char *k_str_int(KInst *m, int at, double x, int min_length, int left);
const char *k_str_bool(KInst *m, int at, double x, int min_length, int left);
/* name: one of the literals of an enumeration, or a string to pad. */
const char *k_str_text(KInst *m, int at, const char *text, int min_length, int left);
const char *k_str_cat(KInst *m, int at, const char *a, const char *b);
int k_str_compare(const char *a, const char *b);
/* A String as an element of an array, and back. */
double k_number(KInst *m, const char *text);
const char *k_text(KInst *m, double number);
/* The String variables from m->s[first] on as an array of the shape n[nd], and back. */
void k_strings(KInst *m, KArr *out, int first, int nd, const int *n);
void k_set_strings(KInst *m, int first, const KArr *a);

#endif
