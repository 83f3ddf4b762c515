/* unit_internal.h - what the files about units of the flat model share (unit_*.c). */
#ifndef KRON_MODEL_UNIT_INTERNAL_H
#define KRON_MODEL_UNIT_INTERNAL_H

#include "base/units.h"
#include "model/flat_internal.h"
#include "model/function.h"

enum { ROUNDS = 2, DEEPEST = 200, FREE = 0, ONE = 1 };

typedef struct UnitCheck {
    Model *m;
    FlatModel *f;
    ExprStore *s;
    Arena *arena;
    bool checks;    /* the round that reports; the others infer */
    Span at;        /* of the equation or statement */
    Expr side[2];   /* of the equation; 0: it is none */
    int branches;   /* of an `if` or `when` around it */
    const Func *in; /* whose LOCALs are meant; NULL: none */
    bool lowered;   /* statements: constants are numbers in them */
    int depth;
    VEC(Unit) unit;        /* by number; [FREE] unused, [ONE] is 1 */
    VEC(Name) text;        /* as it was first written; 0: it was computed */
    Map by_value;          /* hash -> number; */
    Map by_name;           /* text of an attribute -> number + 1 */
    Map reported;          /* position */
    uint32_t walk;         /* number of the walk over all equations or of a function */
    uint32_t nmemo, *memo; /* expression -> number, as it was in the walk */
    uint32_t *walked;      /* that has this number */
    uint32_t *declared;    /* part -> number + 1 */
    uint32_t *inferred;    /* variable of the flat model -> number */
    Span *because;         /* and the equation that says so */
    unsigned char
        *used; /* variable of the flat model: equations or values name it; NULL: not known yet */
    uint32_t *scaling; /* a parameter without a unit -> number that a product demands of it */
    Span *scaled;      /* and the equation with that product */
    uint32_t *local;   /* of the function -> number */
} UnitCheck;

/* ---- unit_check.c ---- */

/* a*b^(n/d) */
uint32_t units_times(UnitCheck *c, uint32_t a, uint32_t b, int n, int d);
uint32_t units_seconds(UnitCheck *c);
uint32_t units_of(UnitCheck *c, Expr e);
uint32_t units_of_part(UnitCheck *c, uint32_t part);
/* Of a component that is a constant of a package or has a variable. */
uint32_t units_declared(UnitCheck *c, uint32_t part);

/* ---- unit_tell.c ---- */

void units_say(UnitCheck *c, Span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool units_is_new(UnitCheck *c, Span at);
/* The place is in the file of the model. */
bool units_is_users(const UnitCheck *c, Span at);
const char *units_expr_text(UnitCheck *c, Expr e);
const char *units_text(UnitCheck *c, uint32_t k);
const char *units_written(UnitCheck *c, Expr e, uint32_t k);
const char *units_beside(UnitCheck *c, Expr e, uint32_t k, uint32_t other);
const char *units_scale_hint(UnitCheck *c, uint32_t a, uint32_t b);
const char *units_factor_hint(UnitCheck *c, Expr e, uint32_t k, uint32_t want);
const char *units_way_to(UnitCheck *c, Expr e, uint32_t u, uint32_t want);
bool units_is_reference(ExprOp op);
/* The variable of the flat model that e is, from 1; 0: it is none. */
uint32_t units_var(UnitCheck *c, Expr e);
void units_note(UnitCheck *c, Expr e);
void units_note_both(UnitCheck *c, Expr a, Expr b);
void units_mismatch(UnitCheck *c, const char *what, Expr sum, Expr a, uint32_t u, Expr b,
                    uint32_t v);
void units_say_unknown(UnitCheck *c, Span at, const char *text, const char *what, const char *why);

/* ---- unit_factor.c ---- */

bool units_is_number(UnitCheck *c, Expr e);
const double *units_known_value(UnitCheck *c, Expr e);
bool units_is_pure(UnitCheck *c, Expr e, int depth);
bool units_has_pi(UnitCheck *c, Expr e, int depth);
bool units_is_gain(UnitCheck *c, Expr e);
uint32_t units_of_factor(UnitCheck *c, Expr e);
bool units_is_temperature(UnitCheck *c, uint32_t k);
bool units_is_real(UnitCheck *c, Type t);
void units_expect(UnitCheck *c, Expr e, uint32_t k);

/* ---- unit_meant.c ---- */

bool units_number_in(UnitCheck *c, Expr e, double *x);
bool units_round_degrees(double x);
Span units_place_of_start(const UnitCheck *c, const FlatVar *v);
void units_check_limits(UnitCheck *c);
void units_check_exchanged(UnitCheck *c);
bool units_is_cold(double x);                /* in K: it was meant in degC */
bool units_has_fraction_of_kelvin(double x); /* in degC: it was meant in K */

/* ---- unit_absolute.c ---- */

void units_check_absolute(UnitCheck *c);

#endif
