/* crash.c - what the command line says where the process cannot go on: the C stack is at its end,
 * or a library did not look whether it got its memory (and aborts, or uses a null pointer). Other
 * faults are left to the system. */
#include "commands.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
enum { TOLD_BY_SANITIZER = 1 }; /* which tells more */
#else
enum { TOLD_BY_SANITIZER = 0 };
#endif

enum { NEAR = 1 << 20, ABOVE = 1 << 18 }; /* bytes around the end of the stack */

static uintptr_t stack_end; /* of the main thread */

static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)context;
    static const char stack[] = "kron: error: the C stack is exhausted; a larger one is given by "
                                "`ulimit -s`\n",
                      memory[] = "kron: error: memory is exhausted\n";
    uintptr_t at = (uintptr_t)info->si_addr;
    bool deep = number != SIGABRT && (stack_end - at < NEAR || at - stack_end < ABOVE);
    bool short_of = errno == ENOMEM;
    if (deep || short_of) {
        if (write(STDERR_FILENO, deep ? stack : memory,
                  deep ? sizeof stack - 1 : sizeof memory - 1) < 0)
            _exit(STATUS_MODEL);
        _exit(STATUS_MODEL);
    }
    signal(number, SIG_DFL);
    raise(number);
}

void explain_crashes(void)
{
    if (TOLD_BY_SANITIZER)
        return;
    static _Alignas(16) char own_stack[1 << 16];
    struct rlimit limit;
    if (!getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur != RLIM_INFINITY)
        stack_end = (uintptr_t)__builtin_frame_address(0) - limit.rlim_cur;
    stack_t other = {.ss_sp = own_stack, .ss_size = sizeof own_stack};
    struct sigaction action = {.sa_sigaction = on_fault,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    if (!sigaltstack(&other, NULL)) {
        sigaction(SIGSEGV, &action, NULL);
        sigaction(SIGBUS, &action, NULL);
        sigaction(SIGABRT, &action, NULL);
    }
}
