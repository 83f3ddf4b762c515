/* session_model.c - the commands that load models and set their values.
 *
 * A model is made anew, up to scalar equations, whenever a value is given: values may decide about
 * its structure, and the other languages write them. Inputs are given to runs and programs: the
 * sheet shows them as inputs. */
#include "session/session_internal.h"

#include <errno.h>

/* ---- Loading ---- */

/* The library path: options, then `library`. */
static Pipeline *new_pipeline(Session *s, const Desk *d)
{
    int n = s->o->ndirs + d->library.n;
    char **dir = ARENA_ARRAY(s->scratch, char *, n);
    for (int i = 0; i < n; i++)
        dir[i] = i < s->o->ndirs ? s->o->dir[i] : d->library.v[i - s->o->ndirs];
    return pipeline_new(&(Search){n, dir, s->o->path, s->o->own, s->o->convert}, NULL);
}

/* What was given, as settings that live as long as the pipeline. */
static Setting *settings_of(const Desk *d, Pipeline *p, bool inputs, int *n)
{
    Arena *a = p->ctx->arena;
    Setting *setting = ARENA_ARRAY(a, Setting, d->given.n);
    *n = 0;
    for (int i = 0; i < d->given.n; i++) {
        const DeskGiven *g = &d->given.v[i];
        if (g->kind == GIVEN_INPUT && !inputs)
            continue;
        setting[(*n)++] =
            (Setting){arena_printf(a, "%s%s", g->name, g->kind == GIVEN_INITIAL ? ".start" : ""),
                      arena_strdup(a, g->value), false, true};
    }
    return setting;
}

Pipeline *load_model(Session *s, const Desk *d, bool inputs)
{
    Pipeline *p = new_pipeline(s, d);
    p->setting = settings_of(d, p, inputs, &p->nsettings);
    if (pipeline_find(p, d->model) && pipeline_run(p, UNTIL_SCALAR))
        return p;
    show_messages(s, p);
    pipeline_free(p);
    return NULL;
}

/* Everything that was said about the former model is forgotten. */
static void take_model(Session *s, Desk *d, Pipeline *p, const char *model)
{
    d->p = p;
    d->model = arena_strdup(d->arena, model);
    d->wish.n = d->given.n = 0;
    d->plan.differentiate = d->plan.partition = false;
    d->result = NULL;
    if (!s->o->quiet)
        printf("%s: %d equation%s, %d unknown%s\n", text_of(p->ctx, p->dae->name), p->dae->neq_flat,
               p->dae->neq_flat == 1 ? "" : "s", p->dae->nunknowns_flat,
               p->dae->nunknowns_flat == 1 ? "" : "s");
}

/* Devices may never end. */
static bool is_readable(Session *s, const char *path)
{
    struct stat st;
    if (stat(path, &st) || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))
        return true;
    return complain(s, "cannot read `%s`: it is not a file", path);
}

bool run_enter(Session *s, Desk *d, Words *w)
{
    const char *model = w->v[1];
    if (!*model)
        return complain(s, "which model? write: enter FILE");
    if (!is_readable(s, model))
        return false;
    Desk plain = *d;
    plain.model = model;
    plain.given.n = 0;
    Pipeline *p = load_model(s, &plain, false);
    if (!p)
        return complain(s, "`%.200s` was not entered", model);
    take_model(s, d, p, model);
    return true;
}

static void add_library(Desk *d, const char *folder)
{
    for (int i = 0; i < d->library.n; i++)
        if (!strcmp(d->library.v[i], folder))
            return;
    vec_push(d->arena, &d->library, arena_strdup(d->arena, folder));
}

bool run_library(Session *s, Desk *d, Words *w)
{
    struct stat st;
    for (int i = 0; w->n == 1 && i < s->o->ndirs; i++)
        puts(s->o->dir[i]);
    for (int i = 0; w->n == 1 && i < d->library.n; i++)
        puts(d->library.v[i]);
    if (w->n == 1)
        return true;
    if (stat(w->v[1], &st))
        return complain(s, "cannot read `%s`: %s", w->v[1], strerror(errno));
    const char *slash = strrchr(w->v[1], '/');
    add_library(d, S_ISDIR(st.st_mode) ? w->v[1]
                   : !slash            ? "."
                   : slash == w->v[1]
                       ? "/"
                       : arena_strndup(s->scratch, w->v[1], (size_t)(slash - w->v[1])));
    return true;
}

bool run_list(Session *s, Desk *d, Words *w)
{
    (void)w;
    Span at = d->p->text;
    Place place = source_place(d->p->ctx->sources, at.beg);
    if (!place.file)
        return complain(s, "the model has no text");
    printf("%.*s\n", (int)(at.end - at.beg), place.file->text + (at.beg - place.file->base));
    return true;
}

/* ---- Texts typed in ---- */

/* "circuit" and false, "resistor" and true for `model type resistor` and functions. */
static const char *text_name(Session *s, const char *text, bool *is_type)
{
    Words w = split_words(s->scratch, text, false);
    int i = w.n > 2 && (!strcmp(w.v[1], "type") || !strcmp(w.v[1], "class")) ? 2 : 1;
    *is_type = i == 2 || strcmp(w.v[0], "model");
    const char *name = i < w.n ? w.v[i] : "";
    return arena_strndup(s->scratch, name,
                         strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                      "0123456789_"));
}

static bool keep_text(Session *s, const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "w");
    bool good = f && fwrite(text, 1, n, f) == n;
    good = f && !fclose(f) && good;
    return good || complain(s, "cannot write %s: %s", path, strerror(errno));
}

/* Texts are kept in a folder that becomes a library, so that later models and runs find them. */
bool enter_text(Session *s, Desk *d, const char *text, size_t n)
{
    bool is_type;
    const char *name = text_name(s, text, &is_type);
    const char *path = *name ? own_file(s, name, ".dym") : NULL;
    if (!*name)
        return complain(s, "a model begins with its name: model NAME, or model type NAME");
    if (!path)
        return false;
    add_library(d, s->folder);
    Pipeline *p = new_pipeline(s, d);
    bool good = pipeline_find_text(p, arena_printf(s->scratch, "%s.dym", name), text, n) &&
                pipeline_run(p, is_type ? UNTIL_LOAD : UNTIL_SCALAR);
    show_messages(s, p);
    good = good ? keep_text(s, path, text, n) : complain(s, "`%s` was not entered", name);
    if (good && !is_type)
        take_model(s, d, p, path);
    else
        pipeline_free(p);
    return good;
}

/* ---- Values ---- */

static const char *const given_words[GIVEN_KINDS] = {"parameter", "initial", "input"};

typedef struct ArraySearch {
    const char *name;
    bool found;
} ArraySearch;

static void offer_element(void *arg, const char *name)
{
    ArraySearch *a = arg;
    size_t n = strlen(a->name);
    a->found = a->found || (!strncmp(name, a->name, n) && name[n] == '[');
}

/* The name as Modelica writes it, if a variable of that kind can be given a value; NULL after a
 * complaint. Whole arrays are left to the model. */
static const char *settable_name(Session *s, Desk *d, const char *name, GivenKind kind)
{
    Dae *dae = d->p->dae;
    ArraySearch array = {name, false};
    if (sheet_find(dae, name) == NONE)
        sheet_names(dae, offer_element, &array);
    if (array.found)
        return name;
    uint32_t var = find_variable(s, d, name);
    if (var == NONE)
        return NULL;
    uint8_t is = dae->var.v[var].kind;
    GivenKind fits = is == DV_PARAMETER || is == DV_CONSTANT ? GIVEN_PARAMETER
                     : is == DV_INPUT                        ? GIVEN_INPUT
                                                             : GIVEN_INITIAL;
    const char *never = is == DV_CONSTANT                ? "a constant"
                        : dae->var.v[var].int_of != NONE ? "a derivative"
                                                         : NULL;
    if (never) {
        complain(s, "`%s` is %s", name, never);
        return NULL;
    }
    if (kind != fits) {
        static const char *const nature[] = {"a parameter", "determined by the equations",
                                             "an input"};
        complain(s, "`%s` is %s; write: %s %s = VALUE", name, nature[fits], given_words[fits],
                 name);
        return NULL;
    }
    Buf b = {0};
    dae_var_name(dae, var, &b);
    const char *plain = arena_strdup(s->scratch, buf_text(&b));
    buf_free(&b);
    return plain;
}

/* The papers write Time. */
static const char *value_text(Arena *a, const char *text)
{
    char *value = arena_strdup(a, text);
    for (char *p = value; *p;) {
        size_t length = word_length(p);
        if (length == 4 && !strncmp(p, "Time", 4) && (p == value || !strchr(".'", p[-1])))
            *p = 't';
        p += length ? length : 1;
    }
    size_t n = strlen(value);
    while (n && strchr(" \t", value[n - 1]))
        value[--n] = 0;
    return value;
}

static void note_given(Desk *d, const char *name, const char *value, GivenKind kind)
{
    DeskGiven g = {arena_strdup(d->arena, name), value, (uint8_t)kind};
    for (int i = 0; i < d->given.n; i++)
        if (!strcmp(d->given.v[i].name, name) && d->given.v[i].kind == kind) {
            d->given.v[i] = g;
            return;
        }
    vec_push(d->arena, &d->given, g);
}

/* The values are tried on the model at once; its sheet has them unless they are inputs. */
static bool give(Session *s, Desk *d, Words *w, GivenKind kind)
{
    const char *word = given_words[kind], *equals = strchr(w->tail, '=');
    if (w->n == 1) {
        for (int i = 0; i < d->given.n; i++)
            if (d->given.v[i].kind == kind)
                printf("%s %s = %s\n", word, d->given.v[i].name, d->given.v[i].value);
        return true;
    }
    const char *before =
        equals ? arena_strndup(s->scratch, w->tail, (size_t)(equals - w->tail)) : "";
    Words left = split_words(s->scratch, before, false);
    const char *value = equals ? value_text(d->arena, equals + 1 + strspn(equals + 1, " \t")) : "";
    if (left.n != 1 || !*value)
        return complain(s, "write: %s NAME = VALUE", word);
    const char *name = settable_name(s, d, left.v[0], kind);
    if (!name)
        return false;
    note_given(d, name, value, kind);
    Pipeline *p = load_model(s, d, kind == GIVEN_INPUT);
    if (!p)
        return complain(s, "`%s` was not changed", name);
    if (kind == GIVEN_INPUT)
        pipeline_free(p);
    else
        d->p = p;
    return true;
}

bool run_parameter(Session *s, Desk *d, Words *w)
{
    return give(s, d, w, GIVEN_PARAMETER);
}

bool run_initial(Session *s, Desk *d, Words *w)
{
    return give(s, d, w, GIVEN_INITIAL);
}

bool run_input(Session *s, Desk *d, Words *w)
{
    return give(s, d, w, GIVEN_INPUT);
}
