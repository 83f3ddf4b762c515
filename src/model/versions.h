/* versions.h - versions of libraries (specification, 18.8): what a top-level class says of its own
 * in its annotation, and which versions of others it uses. */
#ifndef KRON_MODEL_VERSIONS_H
#define KRON_MODEL_VERSIONS_H

#include "base/context.h"
#include "base/vec.h"
#include "syntax/ast.h"

/* uses(library(version = "..", versionBuild = .., dateModified = "..")) of a top-level class */
typedef struct Wish {
    SynClass *by;
    Name library;
    Name version;  /* 0: any */
    int64_t build; /* -1: any */
    Name modified; /* 0: any */
    bool unmet;    /* another version is in use */
    Span at;
} Wish;
typedef VEC(Wish) Wishes;

/* One step of an upgrade, from(version, to, script | change). */
typedef struct Upgrade {
    const SynMod *how; /* of the argument `from` */
    Name to;
} Upgrade;
typedef VEC(Upgrade) Upgrades;

/* Literal string of an expression; 0: it is none. */
Name literal_string(const SynExp *e);

/* The version of a top-level class; 0: it does not say. */
Name version_of(const SynClass *top);
/* 4.1.0 > 4.1 > 4.1 beta > 4.1 alpha > 4.0.9; what has no number is least. */
int version_compare(const char *a, const char *b);

/* Adds what the class uses. */
void version_wishes(Arena *a, SynClass *top, Wishes *out);

/* Whether what uses that version can use this class as it is: the same version, or one from which
 * nothing need be converted (also after upgrades, if steps is not NULL: the steps, in order). */
bool version_serves(Context *ctx, const SynClass *top, Name wanted, Upgrades *steps);
/* The steps from the newest version that this class has rules for; false: it has none. */
bool version_newest_from(Context *ctx, const SynClass *top, Upgrades *steps);

#endif
