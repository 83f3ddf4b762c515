/* natives.c - the table of external functions that the run time has itself. */
#include "rt/natives.h"
#include "rt/library.h"

#include <string.h>

static const KNative native[] = {
#define X(name, types, function) {#name, types, #function, (void (*)(void))function},
#include "rt/natives.def"
#undef X
};

const KNative *k_native(const char *name, const char *types)
{
    for (size_t i = 0; i < sizeof native / sizeof *native; i++)
        if (!strcmp(native[i].name, name) && (!types || !strcmp(native[i].types, types)))
            return &native[i];
    return NULL;
}
