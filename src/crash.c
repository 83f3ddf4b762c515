/* crash.c - what the command line says where the process cannot go on: the C stack is at its end,
 * or a library did not look whether it got its memory (and aborts, or uses a null pointer), or C
 * code of a model's library uses memory that is not its own, or the user has interrupted something
 * that has nothing to keep. Other faults are left to the system. */
#define _GNU_SOURCE /* dladdr, REG_RIP */
#include "commands.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
enum { TOLD_BY_SANITIZER = 1 }; /* which tells more */
#else
enum { TOLD_BY_SANITIZER = 0 };
#endif

enum { NEAR = 1 << 20, ABOVE = 1 << 18 }; /* bytes around the end of the stack */

static uintptr_t stack_end; /* of the main thread */

/* Where the process was; 0: this processor does not say. */
static uintptr_t place_of(const void *context)
{
    const ucontext_t *c = context;
#if defined __x86_64__
    return (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return (uintptr_t)c->uc_mcontext.pc;
#else
    return c ? 0 : 0;
#endif
}

/* Ends the process if it was in C code of the model's libraries, as emit/library.c has built it. */
static void blame_library(uintptr_t place)
{
    static const char before[] = "kron: error: C code of the model's libraries uses memory that is "
                                 "not its own, in `",
                      after[] = "`\n";
    Dl_info in = {0};
    void *library = place && dladdr((void *)place, &in) && in.dli_fname
                        ? dlopen(in.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
                        : NULL;
    if (!library || !dlsym(library, "kx_table"))
        return;
    const char *name = in.dli_sname ? in.dli_sname : in.dli_fname;
    (void)!write(STDERR_FILENO, before, sizeof before - 1);
    (void)!write(STDERR_FILENO, name, strlen(name));
    (void)!write(STDERR_FILENO, after, sizeof after - 1);
    _exit(STATUS_NUMERIC);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
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
    if (number != SIGABRT)
        blame_library(place_of(context));
    signal(number, SIG_DFL);
    raise(number);
}

static char last_words[300]; /* on standard output, for --json; "" if none */

void answer_if_interrupted(const char *command)
{
    snprintf(last_words, sizeof last_words,
             "{\"schema\": 1, \"command\": \"%s\", \"status\": %d, \"messages\": [\n"
             "  {\"severity\": \"error\", \"about\": \"call\", \"text\": \"interrupted\"}]}\n",
             command ? command : "", STATUS_INTERRUPTED);
    if (!command)
        last_words[0] = 0;
}

void end_interrupted(int number)
{
    static const char text[] = "kron: interrupted\n";
    size_t n = 0;
    (void)number;
    while (last_words[n])
        n++;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    (void)!write(STDOUT_FILENO, last_words, n);
    _exit(STATUS_INTERRUPTED);
}

/* Unless who started kron wants it to go on. */
static void watch(int number)
{
    struct sigaction end = {.sa_handler = end_interrupted}, before;
    if (!sigaction(number, NULL, &before) && before.sa_handler == SIG_DFL)
        sigaction(number, &end, NULL);
}

void explain_crashes(void)
{
    watch(SIGINT);
    watch(SIGTERM);
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
