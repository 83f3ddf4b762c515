/* external.c - calls of external functions: errors, messages and Strings of theirs, and external
 * objects.
 *
 * External functions have no argument that says whose they are, so the instance that calls one is
 * noted for the thread (k_enter). An error leaves the function by a jump to the code_call under
 * way. An object is known by its number in the instance; objects end in the opposite order. */
#include "rt/external.h"
#include "rt/run_internal.h"
#include "rt/texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Who calls, and which function. */
static _Thread_local struct {
    KInst *m;
    const char *function;
} current;

void k_enter(KInst *m, const char *function)
{
    current.m = m;
    current.function = function;
}

/* ---- Messages ---- */

static void message_text(char text[TOLD_SIZE], const char *format, va_list args)
{
    char told[TOLD_LENGTH + 2];
    Text t = {text, TOLD_SIZE};
    int length = vsnprintf(told, sizeof told, format, args);
    size_t n = length < 0 ? 0 : (size_t)length;
    while (n && n < sizeof told && (told[n - 1] == '\n' || told[n - 1] == '\r'))
        n--;
    text_told(&t, told, n);
}

void k_message_v(const char *format, va_list args)
{
    char text[TOLD_SIZE];
    message_text(text, format, args);
    if (current.m)
        run_message(current.m, K_MSG_INFO, "%s", text);
}

void k_message(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    k_message_v(format, args);
    va_end(args);
}

/* Each text once. */
void k_warning_v(const char *format, va_list args)
{
    char text[TOLD_SIZE + 20];
    unsigned hash = 5381;
    message_text(text, format, args);
    for (const char *at = text; *at; at++)
        hash = hash * 33 ^ (unsigned char)*at;
    k_add_code(text, sizeof text, "an external function warns: %s");
    if (current.m && !warned_before(current.m->run, -1 - (int)(hash >> 1)))
        run_message(current.m, K_MSG_WARNING, "at time %g: %s", current.m->time, text);
}

/* A thread that a library has started belongs to no instance, and its errors may not return: there
 * is nothing to go back to, so the process ends, and says why. */
static void end_of_thread(const char *text)
{
    fprintf(stderr, "kron: error: a thread that an external function has started ends: %s\n", text);
    fflush(NULL);
    _Exit(3); /* the run fails */
}

void k_error_v(const char *format, va_list args)
{
    char text[TOLD_SIZE];
    message_text(text, format, args);
    if (!current.m)
        end_of_thread(text);
    code_raise(current.m, current.function, text);
}

void k_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    k_error_v(format, args);
}

void k_end_run(const char *text)
{
    k_terminate(current.m, text);
}

static void error_of_library(const char *format, va_list args)
{
    k_error_v(format, args);
}

/* ---- Strings ---- */

char *k_string(size_t length)
{
    char *text = stack_alloc(current.m, length + 1);
    memset(text, 0, length + 1);
    return text;
}

char *k_string_copy(const char *text)
{
    return strcpy(k_string(strlen(text)), text);
}

const char *k_taken(KInst *m, const char *text)
{
    return k_str_cat(m, -1, text ? text : "", "");
}

void *k_memory(size_t size)
{
    KRun *r = current.m->run;
    if (!r->memory && (r->memory = calloc(1, size)))
        r->memory_size = size;
    if (!r->memory)
        code_throw(current.m, k_no_memory);
    return r->memory;
}

const KUtilities k_utilities = {k_message_v, k_warning_v, error_of_library, k_string};

/* ---- Tables ---- */

/* before `name` after */
static const char *about_table(const char *before, const char *name, const char *after)
{
    size_t length = strlen(before) + strlen(name) + strlen(after) + 4;
    char *text = k_string(length);
    if (!text)
        return "out of memory for a table";
    snprintf(text, length + 1, "%s `%s`%s", before, name, after);
    return text;
}

const char *k_user_table(const char *name, int kind, int dim[2], double **out)
{
    const KModel *model = current.m ? current.m->run->model : NULL;
    double *given = NULL;
    int by_columns = 0;
    if (!model || !model->usertab)
        return "a table that has a name, but no file, comes from a function `usertab`, and no "
               "external function of the model includes one; give a file or a matrix";
    if (model->usertab((char *)name, kind, dim, &by_columns, &given) || !given || dim[0] < 1 ||
        dim[1] < 1)
        return about_table("the function `usertab` has no table", name, "");
    int n = by_columns ? dim[1] : dim[0], m = by_columns ? dim[0] : dim[1];
    double *table = *out = malloc((size_t)n * (size_t)m * sizeof *table);
    if (!table)
        return about_table("the table", name, " needs more memory than there is");
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            table[i * m + k] = given[by_columns ? k * n + i : i * m + k];
    dim[0] = n;
    dim[1] = m;
    return NULL;
}

/* ---- Resources ---- */

static bool is_there(const char *path)
{
    FILE *f = fopen(path, "r");
    if (f)
        fclose(f);
    return f != NULL;
}

/* The path inside a package: of packages inside it that are folders, then the rest. */
static const char *inside(const KResource *r, const char *name)
{
    size_t room = strlen(r->folder) + strlen(name) + 2;
    char *path = k_string(room);
    size_t n = (size_t)snprintf(path, room, "%s", r->folder);
    while (*name == '.') {
        size_t length = 1 + strcspn(name + 1, "./");
        snprintf(path + n, room - n, "/%.*s", (int)length - 1, name + 1);
        n += is_there(path) ? length : 0;
        path[n] = 0;
        name += length;
    }
    snprintf(path + n, room - n, "%s", name);
    return path;
}

static const KResource *resource_of(const KModel *model, const char *name, size_t n)
{
    for (int i = 0; i < model->nresources; i++)
        if (strlen(model->resource[i].package) == n &&
            !strncmp(model->resource[i].package, name, n))
            return &model->resource[i];
    return NULL;
}

/* A file that is not in the working folder may be beside the model. */
static const char *beside_model(const KModel *model, const char *name)
{
    if (!model->name || *name == '/' || !*name || is_there(name))
        return name;
    size_t n = strcspn(model->name, "."), room = strlen(model->name) + strlen(name) + 2;
    const KResource *r = resource_of(model, model->name, n);
    if (!r)
        return name;
    char *rest = k_string(room);
    snprintf(rest, room, "%s/%s", model->name + n, name);
    const char *path = inside(r, rest);
    return is_there(path) ? path : name;
}

const char *k_resource(const char *name)
{
    size_t head = !strncmp(name, "modelica://", 11)  ? 11
                  : !strncmp(name, "modelica:/", 10) ? 10
                                                     : 0;
    const KModel *model = current.m ? current.m->run->model : NULL;
    if (!model)
        return name;
    if (!head)
        return beside_model(model, name);
    size_t n = strcspn(name + head, "./");
    const KResource *r = resource_of(model, name + head, n);
    return r ? inside(r, name + head + n) : name;
}

/* ---- Objects ---- */

typedef struct Object {
    void *made;
    int (*end)(KInst *m, double object);
    void (*end_number)(void *made); /* in place of `end`: numbered */
} Object;

struct KObjects {
    int n, cap;
    Object *list;
};

static int add_object(KInst *m, Object made)
{
    KRun *r = m->run;
    KObjects *o = r->objects = r->objects ? r->objects : calloc(1, sizeof *r->objects);
    if (!o)
        code_throw(m, k_no_memory);
    if (o->n == o->cap) {
        int cap = o->cap ? 2 * o->cap : 8;
        Object *more = realloc(o->list, (size_t)cap * sizeof *more);
        if (!more)
            code_throw(m, k_no_memory);
        o->list = more;
        o->cap = cap;
    }
    o->list[o->n++] = made;
    return o->n;
}

double k_object(KInst *m, void *made, int (*end)(KInst *m, double object))
{
    return made ? add_object(m, (Object){made, end, NULL}) : 0;
}

int k_object_here(void *made, void (*end)(void *made))
{
    return add_object(current.m, (Object){made, NULL, end});
}

int k_objects_here(void)
{
    return objects_count(current.m->run);
}

void *k_object_of(int number, void (*end)(void *made))
{
    const KObjects *o = current.m->run->objects;
    bool is = o && number >= 1 && number <= o->n && o->list[number - 1].end_number == end;
    return is ? o->list[number - 1].made : NULL;
}

void *k_pointer(KInst *m, double object)
{
    const KObjects *o = m->run->objects;
    if (!o || !(object >= 1) || object > o->n || !o->list[(int)object - 1].made)
        code_throw(m, "an external object is used before it is made");
    return o->list[(int)object - 1].made;
}

static int end_last(KInst *m)
{
    const KObjects *o = m->run->objects;
    const Object *last = &o->list[o->n - 1];
    if (last->end)
        return last->end(m, o->n);
    last->end_number(last->made);
    return 0;
}

int objects_count(const KRun *run)
{
    return run->objects ? run->objects->n : 0;
}

/* What an object says of errors when it ends is of no interest any more. */
void objects_end(KInst *m, int n)
{
    KObjects *o = m->run->objects;
    while (o && o->n > n) {
        code_call(m, end_last, K_POINT);
        o->n--;
    }
}

void k_end_objects(KInst *m, int n)
{
    objects_end(m, n);
}

int k_objects(KInst *m)
{
    return objects_count(m->run);
}

void objects_free(KInst *m)
{
    KObjects *o = m->run->objects;
    if (!o)
        return;
    objects_end(m, 0);
    free(o->list);
    free(o);
    m->run->objects = NULL;
}

/* ---- Arrays ---- */

static int *room_for_ints(KInst *m, const KArr *a)
{
    return stack_alloc(m, (size_t)k_count(a) * sizeof(int));
}

int *k_ints(KInst *m, const KArr *a)
{
    int n = k_count(a), *x = room_for_ints(m, a);
    for (int i = 0; i < n; i++)
        x[i] = (int)a->d[i];
    return x;
}

void k_from_ints(KArr *a, const int *x)
{
    int n = k_count(a);
    for (int i = 0; i < n; i++)
        a->d[i] = x[i];
}

/* Where the element after the one at `to`, by rows, lies by columns; at: its subscripts from 0. */
static int next_by_columns(const KArr *a, int *at)
{
    int to = 0, step = 1;
    for (int k = a->nd - 1; k >= 0 && ++at[k] == a->n[k]; k--)
        at[k] = 0;
    for (int k = 0; k < a->nd; k++) {
        to += at[k] * step;
        step *= a->n[k];
    }
    return to;
}

double *k_columns(KInst *m, const KArr *a)
{
    int n = k_count(a), at[K_MAX_DIMS] = {0};
    double *x = stack_alloc(m, (size_t)n * sizeof *x);
    for (int i = 0, to = 0; i < n; i++, to = next_by_columns(a, at))
        x[to] = a->d[i];
    return x;
}

int *k_int_columns(KInst *m, const KArr *a)
{
    int n = k_count(a), at[K_MAX_DIMS] = {0}, *x = room_for_ints(m, a);
    for (int i = 0, to = 0; i < n; i++, to = next_by_columns(a, at))
        x[to] = (int)a->d[i];
    return x;
}

void k_from_columns(KArr *a, const double *x)
{
    int n = k_count(a), at[K_MAX_DIMS] = {0};
    for (int i = 0, to = 0; i < n; i++, to = next_by_columns(a, at))
        a->d[i] = x[to];
}

void k_from_int_columns(KArr *a, const int *x)
{
    int n = k_count(a), at[K_MAX_DIMS] = {0};
    for (int i = 0, to = 0; i < n; i++, to = next_by_columns(a, at))
        a->d[i] = x[to];
}

const char **k_words(KInst *m, const KArr *a)
{
    int n = k_count(a);
    const char **x = stack_alloc(m, (size_t)n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = k_text(m, a->d[i]);
    return x;
}

void *k_records(KInst *m, const KArr *a, unsigned long size)
{
    return stack_alloc(m, (size_t)k_count(a) * size);
}

void k_from_words(KInst *m, KArr *a, const char *const *x)
{
    int n = k_count(a);
    for (int i = 0; i < n; i++)
        a->d[i] = k_number(m, x[i] ? x[i] : "");
}
