/* tables_internal.h - shared by the files that make the run time's tables. */
#ifndef KRON_EMIT_TABLES_INTERNAL_H
#define KRON_EMIT_TABLES_INTERNAL_H

#include "emit/emit_internal.h"
#include "rt/texts.h"

/* Sparse patterns of d der(x) / d x and of the DAE form (tables_pattern.c). */
void tables_patterns(Dae *d, const Numbers *num, KModel *model);

/* Texts for messages (tables_text.c); filled when they are asked for (tables_words.c). */
void tables_texts(Dae *d, Numbers *num, KModel *model);
/* Start values of what is differentiated (tables_begin.c). */
void tables_begin(Dae *d, KModel *model);
void tables_words(Dae *d, const Numbers *num, KTexts *t);
/* An equation as the user wrote it; in components with the names of their variables. */
const char *equation_text(Dae *d, int eq);
const char *place_of(Dae *d, uint32_t offset); /* "" if it has none */
/* Of an equation in a library with the component that has it, and its place in the user's file. */
const char *place_of_eq(Dae *d, int eq);

/* ---- Where values come from (tables_origin.c) ---- */
/* " K (20 degC is 293.15 K)", of a number that may be meant in another unit. */
void put_meant(Dae *d, VarId var, double x, Buf *b);
/* One variable, by a further line; false: it is not known. */
bool put_source(Dae *d, const KTexts *t, const KInst *m, VarId var, Buf *b);
/* The variables of an expression and what they are; then where they come from, but for what the
 * equation of this text gives. */
void put_inside(Dae *d, const KInst *m, Expr e, VarId told,
                Buf *b); /* " where a = 1", but for one */
void put_values_of(Dae *d, const KInst *m, Expr e, Buf *b);
void put_sources(Dae *d, const KTexts *t, const KInst *m, Expr e, const char *not_by, Buf *b);
/* Both, of the equation in which something stands at a position; NULL: in none. */
const char *values_at(Dae *d, const KTexts *t, const KInst *m, int position);

/* The equation that a variable is computed by explicitly at the start; -1: none. */
int computed_by(const Dae *d, VarId var);
/* What stands in the residuals of a block of the initial problem and was known before it. */
void put_known(Dae *d, const KInst *m, const Block *block, Buf *b);
/* While the initial problem is solved: what an equation is solved for, and what is known in it;
 * false: nothing is. */
bool put_solved(Dae *d, const KInst *m, int eq, Buf *b);

/* ---- What a value follows (tables_driver.c) ---- */
/* The unknown that another follows most at the values in m, NONE: none; idle: it has no effect now,
 * nor has any other, as beyond a limit. Of a state the derivative is asked for. */
typedef struct Driver {
    VarId var;
    bool idle;
} Driver;
Driver driver_of(Dae *d, const KInst *m, VarId var);
/* The parameter of 0 that keeps a state from moving; NULL: none is found (tables_cut.c). */
const char *cut_off(Dae *d, const KInst *m, VarId state);
bool is_given_by(Dae *d, const KInst *m, VarId var, VarId by);
int state_number(const KModel *model, VarId var);   /* -1: it is no state */
VarId moved_by_var(const KModel *model, VarId var); /* of a state its derivative, else itself */

/* ---- Parameters behind others (tables_roots.c); as KTexts.roots and vary ---- */
int roots_of(const Dae *d, const KInst *m, VarId var, int *root, int most);
void vary_parameter(const Dae *d, KInst *m, VarId var, double to);

/* ---- Functions in messages (tables_calls.c); NULL: nothing is found ---- */
/* The calls that lead to a position inside of a function, or to the function of this name. */
const char *calls_to(Dae *d, const KTexts *t, const KInst *m, int position, const char *function);
/* The condition without event that is nearest to switching. */
const char *jumps_near(Dae *d, const KInst *m, bool only_close);
/* The operation at the end of where it has a value; a divisor of 0 in equations as written
 * (tables_edges.c). */
const char *edges_near(Dae *d, const KTexts *t, const KInst *m);
/* Whether an argument is 0 but for rounding. */
bool is_at_edge(Dae *d, const KInst *m, Expr inside);
const char *zero_divisor(Dae *d, const KInst *m);

/* The variables' numbers under the names that c_layout writes (c_file.c). */
void put_enumerators(Emit *e, const char *const *name, Buf *out);

/* ---- Tables as C (tables_print.c) ---- */
typedef enum {
    F_TEXT,
    F_INT,
    F_BOOL,
    F_REAL,
    F_INTS,
    F_BYTES,
    F_REALS,
    F_TEXTS,
    F_STRUCTS,
    F_ENUM,        /* from here on written even if it is 0 */
    F_TEXTS_TABLE, /* KModel.texts */
    F_NONE,        /* only the compiler can give it */
} FieldKind;

typedef struct Field {
    const char *name;
    FieldKind kind;
    size_t offset, size;
    int (*count)(const KModel *model, const void *at); /* of arrays */
    const struct Shape *shape;                         /* F_STRUCTS */
    const char *const *names;                          /* F_ENUM */
} Field;

typedef struct Shape {
    const char *type;
    size_t size, align;
    int nfields;
    const Field *field; /* in the order of the struct */
    bool flat;          /* one line */
} Shape;

extern const Shape *const table_shapes[]; /* NULL-terminated */
/* static const KTexts texts = ...; static const KModel model = ...; */
void tables_print(const KModel *model, const KTexts *texts, Buf *out);

/* ---- Tables as bytes in memory (tables_image.c) ---- */
void tables_image(NameTable *names, const KModel *model, const KTexts *texts, TableImage *to);
/* C that has them as k_tables from a file with the image and then the list. */
void put_image(const TableImage *image, Buf *out);

#endif
