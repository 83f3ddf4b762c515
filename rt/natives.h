/* natives.h - external functions of the Modelica Standard Library that the run time has itself:
 * found by their names, called like any other. */
#ifndef KRON_RT_NATIVES_H
#define KRON_RT_NATIVES_H

typedef struct KNative {
    const char *name;   /* in the library */
    const char *types;  /* of its result and arguments (emit/c_external.c) */
    const char *symbol; /* its name here */
    void (*address)(void);
} KNative;

/* NULL: there is none of that name with those types (NULL: any). */
const KNative *k_native(const char *name, const char *types);

#endif
