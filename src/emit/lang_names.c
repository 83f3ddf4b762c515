/* lang_names.c - names that are legal in a language, from the names of a model (FM-66).
 *
 * A name is a path and a last part: `R1.R` is `R1` and `R`, `der(C.u)` is `C` and `deru`. Names of
 * the model itself have no path. In brief languages the path is left out where the last part is
 * the only one of its kind. Clashes, with each other and with words of the language, are resolved
 * by the path and then by a number. O(length of all names). */
#include "emit/lang_internal.h"

#include "base/map.h"

#include <ctype.h>

typedef struct NameParts {
    const char *path, *last; /* made legal; path "" for names of the model */
} NameParts;

typedef struct Naming {
    Lang *w;
    NameTable *table;
    Arena *arena;
    Map last;  /* last part -> how many variables have it */
    Map taken; /* name -> 1 */
} Naming;

/* ---- Parts ---- */

/* Letters and digits of text[0..n), the rest as the language wants it. */
static void put_legal(Buf *out, const LangNaming *how, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (isalnum(c) || c == '_')
            buf_puts(out, c == '_' ? how->other : (char[]){(char)c, 0});
        else if (c == '.')
            buf_puts(out, how->dot);
        else if (c != ']' && c != ')' && c != '\'' && c != ' ')
            buf_puts(out, how->other);
    }
}

static const char *legal(Naming *n, const char *before, const char *text, size_t length)
{
    Buf out = {0};
    buf_puts(&out, before);
    put_legal(&out, &n->w->info->naming, text, length);
    if (!isalpha((unsigned char)buf_text(&out)[0])) {
        Buf first = {0};
        buf_printf(&first, "v%s", buf_text(&out));
        buf_free(&out);
        out = first;
    }
    const char *copy = arena_strdup(n->w->arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

/* The last dot outside of brackets and quotes; 0: there is none. */
static size_t last_dot(const char *name, size_t n)
{
    size_t at = 0;
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < n; i++) {
        quoted ^= name[i] == '\'';
        depth += (name[i] == '[') - (name[i] == ']');
        if (name[i] == '.' && !depth && !quoted)
            at = i;
    }
    return at;
}

static NameParts parts_of(Naming *n, uint32_t var)
{
    Lang *w = n->w;
    const char *name = lang_shown(w, var);
    Buf before = {0};
    size_t length = strlen(name);
    while (!strncmp(name, "der(", 4)) {
        buf_puts(&before, "der");
        name += 4;
        length -= 5;
    }
    NameParts p = {"", ""};
    if (w->d->var.v[var].hidden && !lang_is_auxiliary(w, var) && !w->d->step.old) {
        p.last = arena_printf(w->arena, "w%u", var);
    } else {
        size_t dot = last_dot(name, length);
        if (dot)
            p.path = legal(n, "", name, dot);
        p.last =
            legal(n, buf_text(&before), name + (dot ? dot + 1 : 0), length - (dot ? dot + 1 : 0));
    }
    buf_free(&before);
    return p;
}

/* ---- Clashes ---- */

static uint64_t key_of(Naming *n, const char *name)
{
    char *text = arena_strdup(n->arena, name);
    for (char *c = text; *c && n->w->info->naming.fold; c++)
        *c = (char)tolower((unsigned char)*c);
    return name_cstr(n->table, text);
}

static bool take(Naming *n, const char *name)
{
    const char *mate = n->w->info->naming.mate;
    uint64_t key = key_of(n, name);
    uint64_t with = mate ? key_of(n, arena_printf(n->arena, "%s%s", mate, name)) : key;
    if (map_get(&n->taken, key, 0) || map_get(&n->taken, with, 0))
        return false;
    map_set(&n->taken, n->arena, key, 1);
    map_set(&n->taken, n->arena, with, 1);
    return true;
}

static void reserve_words(Naming *n)
{
    const LangInfo *info = n->w->info;
    const char *word = info->naming.reserved;
    for (size_t length; (length = strcspn(word, " ")); word += length + strspn(word + length, " "))
        take(n, arena_strndup(n->arena, word, length));
    for (int i = 0; info->dialect.function && info->dialect.function[i][0]; i++)
        if (isalpha((unsigned char)info->dialect.function[i][1][0]))
            take(n, info->dialect.function[i][1]);
    if (info->dialect.time)
        take(n, info->dialect.time);
    for (int i = 0; n->w->d->step.old && i < n->w->outside.n; i++)
        take(n, lang_func_name(n->w, n->w->outside.v[i]));
    if (!take(n, n->w->model)) /* a file may be called `if` */
        n->w->model = arena_printf(n->w->arena, "%s%s1", n->w->model, info->naming.other);
    take(n, n->w->model);
}

static const char *choose(Naming *n, NameParts p)
{
    Lang *w = n->w;
    const char *dot = w->info->naming.dot;
    const char *full = *p.path ? arena_printf(w->arena, "%s%s%s", p.path, dot, p.last) : p.last;
    bool alone = map_get(&n->last, key_of(n, p.last), 0) == 1;
    if (w->info->naming.brief && alone && take(n, p.last))
        return p.last;
    if (take(n, full))
        return full;
    for (int i = 2;; i++) {
        const char *numbered = arena_printf(w->arena, "%s%s%d", full, w->info->naming.other, i);
        if (take(n, numbered))
            return numbered;
    }
}

/* ---- All names ---- */

static void add_names(VarNumbers *all, Lang *w, int n, const uint32_t *var)
{
    for (int i = 0; i < n; i++)
        vec_push(w->arena, all, var[i]);
}

/* Variables of the program, each once, those of the model itself first. */
static VarNumbers occurring(Lang *w)
{
    VarNumbers all = {0}, once = {0};
    add_names(&all, w, w->s->ninputs, w->s->input);
    add_names(&all, w, w->s->noutputs, w->s->output);
    add_names(&all, w, w->constant.n, w->constant.v);
    add_names(&all, w, w->dependent.n, w->dependent.v);
    add_names(&all, w, w->s->nstates, w->s->state);
    add_names(&all, w, w->s->nstates, w->derivative);
    add_names(&all, w, w->computed.n, w->computed.v);
    bool *seen = ARENA_ARRAY(w->arena, bool, w->nvars);
    for (int i = 0; i < all.n; i++) {
        if (!seen[all.v[i]])
            vec_push(w->arena, &once, all.v[i]);
        seen[all.v[i]] = true;
    }
    return once;
}

void lang_name_all(Lang *w)
{
    Naming n = {.w = w, .table = names_new(), .arena = arena_new()};
    VarNumbers all = occurring(w);
    NameParts *parts = ARENA_ARRAY(w->arena, NameParts, all.n);
    w->name = ARENA_ARRAY(w->arena, const char *, w->nvars);
    w->model = lang_legal(w, w->model);
    reserve_words(&n);
    for (int i = 0; i < all.n; i++) {
        parts[i] = parts_of(&n, all.v[i]);
        uint64_t key = key_of(&n, parts[i].last);
        map_set(&n.last, n.arena, key, map_get(&n.last, key, 0) + 1);
    }
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < all.n; i++)
            if (!*parts[i].path == !pass)
                w->name[all.v[i]] = choose(&n, parts[i]);
    arena_free(n.arena);
    names_free(n.table);
}

const char *lang_legal(Lang *w, const char *name)
{
    Naming n = {.w = w};
    return legal(&n, "", name, strlen(name));
}
