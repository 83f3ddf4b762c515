/* units.h - units of measure: their grammar (specification, chapter "Unit Expressions"), arithmetic
 * and text.
 *
 * A unit is a product of powers of the base units times a factor: mm is 1e-3*m. Angles have no
 * dimension, so rad is 1. Temperatures that do not begin at absolute zero have an offset as well,
 * which is lost in products: degC/s is K/s. */
#ifndef KRON_BASE_UNITS_H
#define KRON_BASE_UNITS_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

/* Exponents are multiples of 1/UNIT_PART, so that roots are exact. */
enum { UNIT_BASES = 7, UNIT_PART = 12 };

typedef struct Unit {
    int16_t power[UNIT_BASES]; /* of m, kg, s, A, K, mol, cd; times UNIT_PART */
    double factor;             /* in SI units */
    double offset;             /* a value x means x*factor + offset SI units */
} Unit;

extern const Unit unit_one;

/* The unit that a text denotes. NULL, or why it denotes none. */
const char *unit_read(const char *text, Unit *out);

/* a*b^(n/d); false: an exponent that cannot be represented. */
bool unit_multiply(const Unit *a, const Unit *b, int n, int d, Unit *out);
bool unit_same_dimension(const Unit *a, const Unit *b);
bool unit_same(const Unit *a, const Unit *b); /* and factor and offset */
void unit_print(const Unit *u, Buf *out); /* with the name of a derived unit where there is one */

/* A value in `from` as one in `to`; false: they are not of one dimension, or no units. */
bool unit_convert(const char *from, const char *to, double *x);

#endif
