/* cold.c - what code that libtcc has compiled (src/emit/c_cold.c) calls.
 *
 * It passes arguments as Linux does, in binaries for Windows too: there functions of the same
 * meaning with names of their own stand between it and ours. It does not touch the pages of a large
 * frame one after the other, which Windows wants: k_room does. */
#include "rt/abi.h"
#include "rt/fmi/fmu.h"

#include <math.h>
#include <string.h>

int k_solve(KInst *m, int block)
{
    return m->solve(m, block);
}

int k_solve_dir(KInst *m, int block)
{
    return m->solve_dir(m, block);
}

#ifdef _WIN32
#define X(result, name, parameters, arguments)                                                     \
    __attribute__((sysv_abi)) result k_cold_call_##name parameters;                                \
    __attribute__((sysv_abi)) result k_cold_call_##name parameters                                 \
    {                                                                                              \
        return name arguments;                                                                     \
    }
#include "rt/fmi/cold.def"
#undef X

void k_room(void)
{
    volatile char room[K_COLD_ROOM];
    room[0] = 0;
    (void)room[0];
}
#endif
