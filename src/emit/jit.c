/* jit.c - machine code in memory by libtcc: no files, no external compiler; for FMUs in a file.
 *
 * The code is relocated into memory of our own, which is then made read-only and executable, so
 * that the compiler's state can be dropped at once. libtcc keeps global state: compilations are
 * done one after the other. */
#include "base/die.h"
#include "emit/emit.h"

#include <libtcc.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { JIT_MESSAGE = 400 };

typedef void (*Address)(void);

static const struct Symbol {
    const char *name;
    Address address;
} symbol[] = {
#define X(name) {#name, (Address)name},
#include "emit/symbols.def"
#undef X
};

struct Jit {
    void *memory;
    size_t size;
    KCode code;
};

static pthread_mutex_t libtcc_lock = PTHREAD_MUTEX_INITIALIZER;

/* Object and function pointers of one address. */
static const void *as_data(Address f)
{
    const void *p;
    _Static_assert(sizeof p == sizeof f, "code and data addresses differ in size");
    memcpy(&p, &f, sizeof p);
    return p;
}

/* The first message is the reason: warnings are off. */
static void keep_message(void *opaque, const char *message)
{
    char *why = opaque;
    if (!*why)
        snprintf(why, JIT_MESSAGE, "libtcc: %s", message);
}

static TCCState *new_state(char *why, int type)
{
    TCCState *s = tcc_new();
    if (!s)
        return NULL;
    tcc_set_error_func(s, why, keep_message);
    tcc_set_options(s, "-nostdlib -nostdinc -w");
    tcc_set_output_type(s, type);
    return s;
}

/* Copies the code into memory of its own; false if that fails. */
static bool relocate(TCCState *s, Jit *j)
{
    int size = tcc_relocate(s, NULL);
    if (size < 0)
        return false;
    j->size = (size_t)size + 1;
    j->memory = mmap(NULL, j->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (j->memory == MAP_FAILED) {
        j->memory = NULL;
        return false;
    }
    return tcc_relocate(s, j->memory) >= 0;
}

static bool compile(Jit *j, const char *source, char *why)
{
    TCCState *s = new_state(why, TCC_OUTPUT_MEMORY);
    if (!s)
        return false;
    bool good = tcc_compile_string(s, source) == 0;
    for (size_t i = 0; i < sizeof symbol / sizeof *symbol && good; i++)
        good = tcc_add_symbol(s, symbol[i].name, as_data(symbol[i].address)) >= 0;
    good = good && relocate(s, j);
    void *entry = good ? tcc_get_symbol(s, "k_entry") : NULL;
    tcc_delete(s);
    if (good && !entry)
        snprintf(why, JIT_MESSAGE, "the generated program could not be loaded");
    if (!entry || mprotect(j->memory, j->size, PROT_READ | PROT_EXEC))
        return false;
    void (*k_entry_made)(KCode *);
    memcpy(&k_entry_made, &entry, sizeof entry);
    k_entry_made(&j->code);
    return true;
}

Jit *jit_compile(const char *source, int nblocks, const char **why)
{
    static _Thread_local char message[JIT_MESSAGE];
    Jit *j = calloc(1, sizeof *j);
    *message = 0;
    if (j && nblocks > 0)
        j->code.block = calloc((size_t)nblocks, sizeof *j->code.block);
    bool good = j && (nblocks <= 0 || j->code.block);
    if (good) {
        pthread_mutex_lock(&libtcc_lock);
        good = compile(j, source, message);
        pthread_mutex_unlock(&libtcc_lock);
    }
    if (good)
        return j;
    bool memory = j && *message && !strstr(message, "memory full"); /* libtcc says what else is */
    jit_free(j);
    KRON_MEMORY(memory);
    *why = message;
    return NULL;
}

bool jit_object(const char *source, const char *path)
{
    char why[JIT_MESSAGE] = "";
    pthread_mutex_lock(&libtcc_lock);
    TCCState *s = new_state(why, TCC_OUTPUT_OBJ);
    bool good = s && !tcc_compile_string(s, source) && !tcc_output_file(s, path);
    if (s)
        tcc_delete(s);
    pthread_mutex_unlock(&libtcc_lock);
    return good;
}

const KCode *jit_code(const Jit *j)
{
    return &j->code;
}

void jit_free(Jit *j)
{
    if (!j)
        return;
    if (j->memory)
        munmap(j->memory, j->size);
    free(j->code.block);
    free(j);
}
