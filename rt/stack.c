/* stack.c - the stack of an instance on which functions keep arrays and strings of sizes known
 * only when they run.
 *
 * Memory comes in chunks that never move, because generated code holds pointers into them. A
 * chunk that is left by k_release stays for later use, so stepping soon allocates nothing.
 * k_return moves results down to the mark: taken in the order of their addresses they never
 * overtake each other, because an item fits wherever it was or earlier. */
#include "rt/room.h"
#include "rt/run_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 1 << 16,
    ALIGN = 16,
    LARGE = 1 << 15 /* bytes: to fill them takes longer than to look at the clock */
};
static const size_t stack_limit = (size_t)1 << 30;
static const long frame_limit = 4l << 20; /* bytes of C stack that model functions may use ... */
static const size_t frame_reserve = 96 << 10; /* ... if so much is left */

static StackChunk *chunk_new(KInst *m, StackChunk *last, size_t size)
{
    size_t base = last ? last->base + last->size : 0;
    size_t room = size > CHUNK ? size : CHUNK;
    if (room < base / 2)
        room = base / 2 / ALIGN * ALIGN;
    if (size > stack_limit || base + size > stack_limit)
        code_throw(m, "the arrays and Strings of functions need more than a gigabyte");
    StackChunk *chunk = malloc(sizeof *chunk + room);
    if (!chunk)
        code_throw(m, "a function needs more memory for its arrays and Strings than there is");
    *chunk = (StackChunk){.prev = last, .base = base, .size = room};
    if (last)
        last->next = chunk;
    return chunk;
}

void *chunk_alloc(KInst *m, StackChunk **top, size_t size)
{
    size = size ? (size + ALIGN - 1) / ALIGN * ALIGN : ALIGN;
    StackChunk *chunk = *top;
    while (!chunk || chunk->size - chunk->used < size) {
        if (chunk && chunk->next) {
            chunk = chunk->next;
            chunk->used = 0;
        } else {
            chunk = chunk_new(m, chunk, size);
        }
    }
    *top = chunk;
    void *p = chunk->data + chunk->used;
    chunk->used += size;
    return p;
}

void chunk_rewind(StackChunk **top)
{
    while (*top && (*top)->prev)
        *top = (*top)->prev;
    if (*top)
        (*top)->used = 0;
}

void chunk_free(StackChunk **top)
{
    StackChunk *chunk = *top;
    while (chunk && chunk->next)
        chunk = chunk->next;
    while (chunk) {
        StackChunk *prev = chunk->prev;
        free(chunk);
        chunk = prev;
    }
    *top = NULL;
}

/* Whether the user wants the run to end; then this does not return. */
static void ask(KInst *m)
{
    KRun *run = m->run;
    if (!run->guarded || !run->sink || !run->sink->progress)
        return;
    double clock = k_clock();
    if (clock - run->asked > 0.1) {
        run->asked = clock;
        if (run->sink->progress(run->sink->arg, NULL, m->time))
            run->asked = -INFINITY; /* whoever tries again ends at once */
    }
    if (run->asked < 0)
        code_throw(m, "interrupted");
}

void *stack_alloc(KInst *m, size_t size)
{
    if (size > LARGE)
        ask(m);
    return chunk_alloc(m, &m->run->stack, size);
}

bool stack_open(KRun *run)
{
    run->stack = malloc(sizeof *run->stack + CHUNK);
    if (run->stack)
        *run->stack = (StackChunk){.size = CHUNK};
    return run->stack != NULL;
}

void stack_free(KRun *run)
{
    chunk_free(&run->stack);
}

int k_deep(KInst *m)
{
    const KRun *run = m->run;
    k_busy(m);
    return run->guarded &&
           (labs(run->frame - (const char *)__builtin_frame_address(0)) > frame_limit ||
            stack_room() < frame_reserve);
}

void k_busy(KInst *m)
{
    if (!(++m->run->turns % 16))
        ask(m);
}

void k_listen(KInst *m, const KSink *sink)
{
    m->run->sink = sink;
}

long k_mark(KInst *m)
{
    KRun *run = m->run;
    return run->stack ? (long)(run->stack->base + run->stack->used) : 0;
}

void k_release(KInst *m, long mark)
{
    StackChunk *chunk = m->run->stack;
    if (!chunk)
        return;
    while (chunk->prev && chunk->base > (size_t)mark)
        chunk = chunk->prev;
    chunk->used = (size_t)mark - chunk->base;
    m->run->stack = chunk;
}

/* Position of p on the stack in use; -1 if it lies elsewhere. */
static long position(const KRun *run, const void *p)
{
    for (const StackChunk *c = run->stack; c; c = c->prev)
        if ((const char *)p >= c->data && (const char *)p < c->data + c->used)
            return (long)c->base + ((const char *)p - c->data);
    return -1;
}

/* One result: the place that points to it, its position and size. */
typedef struct Result {
    void *slot; /* double ** or const char ** */
    bool is_string;
    const void *from;
    long at;
    size_t size;
} Result;

static const void *result_pointer(const Result *r)
{
    return r->is_string ? (const void *)*(const char **)r->slot : *(double **)r->slot;
}

static int insert_result(const KRun *run, long mark, Result *list, int n, Result r)
{
    r.from = result_pointer(&r);
    r.at = r.from ? position(run, r.from) : -1;
    if (r.at < mark)
        return n; /* a literal, or older than the function */
    int i = n;
    for (; i > 0 && list[i - 1].at > r.at; i--)
        list[i] = list[i - 1];
    list[i] = r;
    return n + 1;
}

static void move_down(KInst *m, long mark, Result *list, int n)
{
    k_release(m, mark);
    void *to = NULL;
    for (int i = 0; i < n; i++) {
        Result *r = &list[i];
        if (i == 0 || r->at != list[i - 1].at) {
            to = stack_alloc(m, r->size);
            memmove(to, r->from, r->size);
        }
        if (r->is_string)
            *(const char **)r->slot = to;
        else
            *(double **)r->slot = to;
    }
}

void k_return(KInst *m, long mark, int narr, KArr **arr, int nstr, const char ***str)
{
    enum { FEW = 16 };
    Result few[FEW], *list = few;
    if (narr + nstr > FEW) /* above the results, which move down only */
        list = stack_alloc(m, (size_t)(narr + nstr) * sizeof *list);
    int n = 0;
    for (int i = 0; i < narr; i++)
        n = insert_result(
            m->run, mark, list, n,
            (Result){.slot = &arr[i]->d, .size = sizeof(double) * (size_t)k_count(arr[i])});
    for (int i = 0; i < nstr; i++)
        n = insert_result(
            m->run, mark, list, n,
            (Result){.slot = str[i], .is_string = true, .size = *str[i] ? strlen(*str[i]) + 1 : 0});
    move_down(m, mark, list, n);
}
