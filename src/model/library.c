/* library.c - finding and reading classes.
 *
 * A directory of the path is listed once, when the first name is looked up in it; a package's
 * directory is listed when the package is read. Files are read one by one, as stubs are asked
 * for. Looking up a top-level name that is known costs a hash look-up; one that is not known costs
 * a pass over the listings. Classes of the classic language are found by classic_index.c. */
#include "model/library.h"
#include "base/die.h"
#include "base/map.h"
#include "model/classic_index.h"
#include "model/convert.h"
#include "model/inst.h"
#include "syntax/classic.h"
#include "syntax/parser.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Root {
    const char *dir;
    bool listed;
    Listing entries;
    bool own; /* kron's: its classic classes are for classic models */
} Root;

struct Library {
    Context *ctx;
    VEC(Root) roots;
    VEC(SynClass *) tops; /* top-level classes, read, broken or opened */
    Map top_of;           /* name -> index in tops + 1 */

    ClassicIndex *classic;
    bool classic_in_use; /* a classic class has been read */
    VEC(Root) beside;    /* folders of the classic files opened */
    Map found;           /* name -> 1: a class that `classic` has found */

    Wishes wish;          /* versions that the classes read use */
    Converter *converter; /* NULL: nothing is converted */
};

Library *library_new(Context *ctx)
{
    Library *lib = ARENA_NEW(ctx->syntax, Library);
    lib->ctx = ctx;
    lib->classic = classic_index_new(ctx);
    return lib;
}

void library_convert(Library *lib)
{
    lib->converter = converter_new(lib->ctx, lib);
}

/* ---- File names ---- */

static const char *join(Library *lib, const char *dir, const char *name)
{
    return path_join(lib->ctx->syntax, dir, name);
}

static bool is_package(Library *lib, const char *dir, const char *entry)
{
    return !access(join(lib, join(lib, dir, entry), "package.mo"), F_OK);
}

/* Length without the suffix .mo; all of it if there is none. */
static size_t stem_length(const char *entry)
{
    size_t n = strlen(entry);
    return n > 3 && !strcmp(entry + n - 3, ".mo") ? n - 3 : n;
}

static bool is_identifier(const char *s, size_t n)
{
    if (n > 2 && s[0] == '\'' && s[n - 1] == '\'')
        return true;
    for (size_t i = 0; i < n; i++)
        if (!isalpha((unsigned char)s[i]) && s[i] != '_' && (!i || !isdigit((unsigned char)s[i])))
            return false;
    return n > 0;
}

static void add_root(Library *lib, const char *dir, size_t n)
{
    Arena *a = lib->ctx->syntax;
    vec_push(a, &lib->roots, ((Root){.dir = arena_strndup(a, dir, n)}));
}

void library_add_dir(Library *lib, const char *dir)
{
    if (!is_folder(dir))
        diag_warning(lib->ctx->diags, (Span){0}, "the library directory `%s` does not exist", dir);
    add_root(lib, dir, strlen(dir));
}

void library_add_own(Library *lib, const char *dir)
{
    library_add_dir(lib, dir);
    vec_last(&lib->roots).own = true;
}

void library_add_path(Library *lib, const char *path)
{
    while (*path) {
        size_t n = strcspn(path, ":");
        if (n)
            add_root(lib, path, n);
        path += n + (path[n] == ':');
    }
}

/* ---- Reading ---- */

static SynClass *stub_new(Library *lib, Name name, const char *path)
{
    SynClass *c = ARENA_NEW(lib->ctx->syntax, SynClass);
    c->form = FORM_STUB;
    c->name = name;
    c->path = path;
    return c;
}

static SynFile *parse_source(Library *lib, SourceFile *source, SynClass *into)
{
    int errors = diags_errors(lib->ctx->diags);
    SynFile *f = is_classic_file(source->path) ? parse_classic(lib->ctx, source)
                                               : parse_modelica_into(lib->ctx, source, into);
    if (diags_errors(lib->ctx->diags) > errors)
        return NULL;
    if (!f->nclasses) {
        diag_error(lib->ctx->diags, (Span){source->base, source->base}, "`%s` contains no class",
                   source->path);
        return NULL;
    }
    return f;
}

/* A file of the folder whose name is near to one that is not there; NULL: none. */
static const char *near_file(Library *lib, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *folder =
        slash ? arena_printf(lib->ctx->arena, "%.*s", (int)(slash - path + 1), path) : "";
    Nearest near = nearest_to(lib->ctx->diags, name);
    struct dirent **entry;
    int found = scandir(*folder ? folder : ".", &entry, NULL, alphasort);
    for (int i = 0; i < found; i++) {
        size_t n = strlen(entry[i]->d_name);
        if (n > 3 && !strcmp(entry[i]->d_name + n - 3, ".mo"))
            nearest_offer(&near, arena_strdup(lib->ctx->arena, entry[i]->d_name));
        free(entry[i]);
    }
    if (found >= 0)
        free(entry);
    return near.best ? arena_printf(lib->ctx->arena, "%s%s", folder, near.best) : NULL;
}

static SynFile *read_file(Library *lib, const char *path, SynClass *into)
{
    const char *why = NULL;
    SourceFile *source = source_read(lib->ctx->sources, path, &why);
    if (!source) {
        const char *other = near_file(lib, path);
        diag_error(lib->ctx->diags, (Span){0}, "cannot read `%s`: %s%s%s%s", path, why,
                   other ? "; did you mean `" : "", other ? other : "", other ? "`?" : "");
        return NULL;
    }
    return parse_source(lib, source, into);
}

/* `A.B.C` of a class; "" for NULL. */
static const char *full_name(Library *lib, const SynClass *c)
{
    const char *name = "";
    for (; c; c = c->parent)
        name = arena_printf(lib->ctx->syntax, "%s%s%s", text_of(lib->ctx, c->name),
                            *name ? "." : "", name);
    return name;
}

/* The file of a package must say in which one it lies. */
static void check_within(Library *lib, const SynFile *f, const SynClass *c)
{
    const SynClass *outer = c->parent;
    int i = f->within.n;
    while (i > 0 && outer && f->within.part[i - 1] == outer->name) {
        i--;
        outer = outer->parent;
    }
    if (i == 0 && !outer)
        return;
    Span where = f->within.n ? f->within.span : c->name_span;
    if (c->parent)
        diag_warning(lib->ctx->diags, where, "the file of `%s` should begin with `within %s;`",
                     full_name(lib, c), full_name(lib, c->parent));
    else
        diag_warning(lib->ctx->diags, where, "`%s` is a top-level class, not within a package",
                     text_of(lib->ctx, c->name));
}

static bool check_contents(Library *lib, const SynFile *f, Name wanted, const char *path)
{
    const SynClass *c = f->cls[0];
    if (c->name != wanted) {
        diag_error(lib->ctx->diags, c->name_span, "`%s` must define `%s`, not `%s`", path,
                   text_of(lib->ctx, wanted), text_of(lib->ctx, c->name));
        return false;
    }
    if (f->nclasses > 1)
        diag_warning(lib->ctx->diags, f->cls[1]->name_span,
                     "a file of a library holds one class; only `%s` is used",
                     text_of(lib->ctx, c->name));
    return true;
}

/* ---- Members of directory packages ---- */

typedef struct Member {
    SynElement *el;
    int rank; /* place in package.order; -1: import or extends; INT_MAX: not listed */
    int index;
    const char *text;
} Member;

static bool is_declaration(const SynElement *el)
{
    return el->kind == EL_CLASS || el->kind == EL_COMPONENT;
}

static int by_rank(const void *a, const void *b)
{
    const Member *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    int order = x->rank == INT_MAX ? strcmp(x->text, y->text) : 0;
    return order ? order : x->index - y->index;
}

/* Sorts elem[from ..] into the order of package.order, if there is one, else by name. */
static void sort_members(Library *lib, SynClass *c, Map *rank, int from)
{
    int n = c->nelements - from;
    Member *m = ARENA_ARRAY(lib->ctx->syntax, Member, n + 1);
    for (int i = 0; i < n; i++) {
        SynElement *el = c->elem[from + i];
        m[i] = (Member){el, -1, i, text_of(lib->ctx, el->name)};
        if (is_declaration(el))
            m[i].rank = (int)map_get(rank, el->name, INT_MAX);
    }
    qsort(m, (size_t)n, sizeof *m, by_rank);
    for (int i = 0; i < n; i++)
        c->elem[from + i] = m[i].el;
}

/* Reads package.order: rank of each name. False if there is no such file. */
static bool read_order(Library *lib, SynClass *c, const char *dir, const Map *known, Map *rank)
{
    FILE *f = fopen(join(lib, dir, "package.order"), "r");
    if (!f)
        return false;
    char *line = NULL;
    size_t cap = 0;
    for (long n; (n = memory_line(&line, &cap, f)) >= 0;) {
        char *s = line;
        if (!strncmp(s, "\xEF\xBB\xBF", 3))
            s += 3;
        s += strspn(s, " \t");
        for (n = (long)strlen(s); n && isspace((unsigned char)s[n - 1]); n--)
            ;
        if (!n)
            continue;
        Name name = name_of(lib->ctx->names, s, (size_t)n);
        if (!map_get(known, name, 0))
            diag_warning(lib->ctx->diags, c->name_span,
                         "package.order lists `%s`, which `%s` does not contain",
                         text_of(lib->ctx, name), full_name(lib, c));
        if (!map_get(rank, name, 0))
            map_set(rank, lib->ctx->syntax, name, rank->n + 1);
    }
    free(line);
    fclose(f);
    return true;
}

/* Makes a stub of a file or folder in the directory of package c; NULL if it is neither. */
static SynElement *member_new(Library *lib, SynClass *c, const char *dir, const char *entry)
{
    size_t n = stem_length(entry);
    bool file = entry[n] != 0;
    if (!is_identifier(entry, n) || !strcmp(entry, "package.mo"))
        return NULL;
    if (!file && !is_package(lib, dir, entry))
        return NULL;
    SynElement *el = ARENA_NEW(lib->ctx->syntax, SynElement);
    el->kind = EL_CLASS;
    el->name = name_of(lib->ctx->names, entry, n);
    el->cls = stub_new(lib, el->name, join(lib, dir, entry));
    el->cls->parent = c;
    el->cls->element = el;
    return el;
}

/* The package whose folder a member is, and which it lies in, by a link; NULL: none. */
static const SynClass *is_around(const SynClass *c, const char *path)
{
    if (!is_folder(path))
        return NULL;
    while (c && !(c->path && same_file(c->path, path)))
        c = c->parent;
    return c;
}

/* Adds stubs for the other files and folders of a directory package. */
static void add_members(Library *lib, SynClass *c, const char *dir)
{
    Arena *a = lib->ctx->syntax;
    VEC(SynElement *) elem = {0};
    Map known = {0}, rank = {0};
    for (int i = 0; i < c->nelements; i++) {
        vec_push(a, &elem, c->elem[i]);
        if (is_declaration(c->elem[i]))
            map_set(&known, a, c->elem[i]->name, 1);
    }
    Listing entries = {0};
    folder_list(a, dir, &entries);
    for (int i = 0; i < entries.n; i++) {
        SynElement *el = member_new(lib, c, dir, entries.v[i]);
        if (!el)
            continue;
        const SynClass *around = is_around(c, el->cls->path);
        if (around) {
            diag_warning(lib->ctx->diags, c->name_span,
                         "`%s` is not used: it leads back to the folder of `%s`", el->cls->path,
                         full_name(lib, around));
            continue;
        }
        if (map_get(&known, el->name, 0)) {
            diag_warning(lib->ctx->diags, c->name_span,
                         "`%s` is not used: `%s` contains `%s` already", el->cls->path,
                         full_name(lib, c), text_of(lib->ctx, el->name));
            continue;
        }
        map_set(&known, a, el->name, 1);
        vec_push(a, &elem, el);
    }
    int own = c->nelements;
    if (elem.n > own && c->form != FORM_LONG && c->form != FORM_EXTENDS)
        diag_error(lib->ctx->diags, c->name_span, "a package with files of its own needs a body");
    c->elem = elem.v;
    c->nelements = elem.n;
    bool ordered = read_order(lib, c, dir, &known, &rank);
    sort_members(lib, c, &rank, ordered ? 0 : own);
}

/* Reads a stub's file. */
static bool load(Library *lib, SynClass *cls)
{
    SynClass stub = *cls;
    bool folder = is_folder(stub.path);
    const char *path = folder ? join(lib, stub.path, "package.mo") : stub.path;
    SynFile *f = read_file(lib, path, cls);
    bool good = f && check_contents(lib, f, stub.name, path);
    if (!good) {
        *cls = stub;
        cls->form = FORM_BROKEN;
        return false;
    }
    cls->parent = stub.parent;
    cls->element = stub.element;
    cls->path = stub.path;
    if (cls->element) {
        cls->element->span = cls->span;
        cls->element->name_span = cls->name_span;
    }
    check_within(lib, f, cls);
    if (folder)
        add_members(lib, cls, stub.path);
    if (lib->converter)
        convert_class(lib->converter, cls);
    return true;
}

const char *library_folder_beside(Library *lib, const SynClass *package, Name name)
{
    const char *dir = package->path && is_folder(package->path) ? package->path : NULL;
    const char *path = dir ? join(lib, dir, text_of(lib->ctx, name)) : NULL;
    return path && is_folder(path) && !is_package(lib, dir, text_of(lib->ctx, name)) ? path : NULL;
}

bool library_load(Library *lib, SynClass *cls)
{
    if (cls->form == FORM_STUB)
        return load(lib, cls);
    return cls->form != FORM_BROKEN;
}

/* ---- Looking up top-level names ---- */

static void enter_top(Library *lib, SynClass *c)
{
    Arena *a = lib->ctx->syntax;
    uint32_t i = map_get(&lib->top_of, c->name, 0);
    if (i) {
        lib->tops.v[i - 1] = c;
        return;
    }
    vec_push(a, &lib->tops, c);
    map_set(&lib->top_of, a, c->name, (uint32_t)lib->tops.n);
}

static const Listing *entries_of(Library *lib, Root *r)
{
    if (!r->listed)
        folder_list(lib->ctx->syntax, r->dir, &r->entries);
    r->listed = true;
    return &r->entries;
}

/* The length of the class name in `NAME`, `NAME VERSION`, each with or without .mo. */
static size_t base_length(const char *entry)
{
    size_t n = stem_length(entry);
    if (entry[0] == '\'')
        return n;
    const char *space = memchr(entry, ' ', n);
    return space ? (size_t)(space - entry) : n;
}

/* A file or folder that holds a top-level class. */
typedef struct Candidate {
    const char *path;
    const char *version; /* in its name; "": none */
    bool file;
} Candidate;
typedef VEC(Candidate) Candidates;

/* A folder before a file, without version before with, the highest version. */
static bool is_better(const Candidate *a, const Candidate *b)
{
    int rank_a = 2 * a->file + (*a->version != 0), rank_b = 2 * b->file + (*b->version != 0);
    return rank_a != rank_b ? rank_a < rank_b : version_compare(a->version, b->version) >= 0;
}

/* Adds those of one directory, the best first. */
static void add_candidates(Library *lib, Root *r, const char *name, Candidates *out)
{
    const Listing *list = entries_of(lib, r);
    Arena *a = lib->ctx->syntax;
    size_t n = strlen(name);
    int first = out->n;
    for (int i = 0; i < list->n; i++) {
        const char *entry = list->v[i];
        size_t stem = stem_length(entry);
        if (base_length(entry) != n || strncmp(entry, name, n))
            continue;
        Candidate c = {join(lib, r->dir, entry), "", entry[stem] != 0};
        if (stem > n)
            c.version = arena_strndup(a, entry + n + 1, stem - n - 1);
        if (!c.file && !is_package(lib, r->dir, entry))
            continue;
        vec_push(a, out, c);
        for (int k = out->n - 1; k > first && is_better(&c, &out->v[k - 1]); k--) {
            out->v[k] = out->v[k - 1];
            out->v[k - 1] = c;
        }
    }
}

/* Looks for a classic class beside the classic files opened, then in the folders of the path. */
static void find_classic(Library *lib, Name name)
{
    SynClass *c = NULL;
    for (int i = 0; !c && i < lib->beside.n; i++)
        c = classic_index_find(lib->classic, lib->beside.v[i].dir, name);
    for (int i = 0; !c && i < lib->roots.n; i++)
        if (!lib->roots.v[i].own || lib->classic_in_use)
            c = classic_index_find(lib->classic, lib->roots.v[i].dir, name);
    if (!c)
        return;
    enter_top(lib, c);
    lib->classic_in_use = true;
    map_set(&lib->found, lib->ctx->syntax, name, 1);
}

/* ---- Versions ---- */

static const Wish *wish_for(const Library *lib, Name name)
{
    for (int i = 0; i < lib->wish.n; i++)
        if (lib->wish.v[i].library == name && lib->wish.v[i].version)
            return &lib->wish.v[i];
    return NULL;
}

/* The candidate that is read first without a mistake and serves, as it is or, with steps, after an
 * upgrade; NULL: none. */
static SynClass *read_serving(Library *lib, Name name, const Candidates *list, Name wanted,
                              Upgrades *steps)
{
    for (int i = 0; i < list->n; i++) {
        int mark = diags_mark(lib->ctx->diags);
        SynClass *c = stub_new(lib, name, list->v[i].path);
        if (library_load(lib, c) && version_serves(lib->ctx, c, wanted, steps))
            return c;
        diags_rollback(lib->ctx->diags, mark);
    }
    return NULL;
}

/* The one of several that what has been read uses; if there is none, the first. */
static SynClass *choose(Library *lib, Name name, const Candidates *list)
{
    const Wish *w = list->n > 1 ? wish_for(lib, name) : NULL;
    SynClass *c = NULL;
    for (int i = 0; w && i < list->n; i++)
        if (!strcmp(list->v[i].version, text_of(lib->ctx, w->version)))
            return stub_new(lib, name, list->v[i].path);
    if (w)
        c = read_serving(lib, name, list, w->version, NULL);
    if (w && !c)
        c = read_serving(lib, name, list, w->version, &(Upgrades){0});
    return c ? c : stub_new(lib, name, list->v[0].path);
}

static void report_version(Library *lib, const Wish *w, const SynClass *found, bool convertible)
{
    Context *ctx = lib->ctx;
    const char *name = text_of(ctx, w->library), *wanted = text_of(ctx, w->version),
               *version = text_of(ctx, version_of(found));
    diag_warning(ctx->diags, w->at, "`%s` uses version %s of `%s`, but %s is found",
                 text_of(ctx, w->by->name), wanted, name, version);
    if (convertible)
        diag_note(ctx->diags, found->name_span,
                  "`%s` %s can convert from %s: --convert does so while `%s` is read; or put the "
                  "folder `%s %s` on the library path (-I)",
                  name, version, wanted, text_of(ctx, w->by->name), name, wanted);
    else
        diag_note(ctx->diags, found->name_span,
                  "`%s` %s does not say how to convert from %s: put the folder `%s %s` on the "
                  "library path (-I)",
                  name, version, wanted, name, wanted);
}

/* A build or date that is asked for is worth a warning (specification, 18.8.4). */
static void check_build(Library *lib, const Wish *w, const SynClass *found)
{
    const SynExp *build = annotation_value(found->annotation, N_versionBuild);
    Name date = literal_string(annotation_value(found->annotation, N_dateModified));
    bool other = w->build >= 0 && !(build && build->kind == XP_INT && build->i == w->build);
    if (other || (w->modified && w->modified != date))
        diag_warning(lib->ctx->diags, w->at, "another build of `%s` %s is found",
                     text_of(lib->ctx, w->library), text_of(lib->ctx, w->version));
}

static void check_wish(Library *lib, Wish *w, SynClass *found)
{
    Upgrades steps = {0};
    if (!w->version || !version_of(found))
        return;
    if (version_serves(lib->ctx, found, w->version, NULL)) {
        check_build(lib, w, found);
        return;
    }
    bool convertible = version_serves(lib->ctx, found, w->version, &steps);
    if (convertible && lib->converter) {
        converter_add(lib->converter, w->by, found, &steps);
        return;
    }
    w->unmet = true;
    report_version(lib, w, found, convertible);
}

/* A top-level class that has been read: its version and those it uses. What it is converted to must
 * be known before it is. */
static void adopt(Library *lib, SynClass *c)
{
    int first = lib->wish.n;
    for (int i = 0; i < first; i++)
        if (lib->wish.v[i].library == c->name)
            check_wish(lib, &lib->wish.v[i], c);
    version_wishes(lib->ctx->syntax, c, &lib->wish);
    for (int i = first, last = lib->wish.n; i < last; i++) {
        uint32_t known = map_get(&lib->top_of, lib->wish.v[i].library, 0);
        if (known && lib->tops.v[known - 1]->form != FORM_STUB)
            check_wish(lib, &lib->wish.v[i], lib->tops.v[known - 1]);
        else if (lib->converter)
            library_find(lib, lib->wish.v[i].library);
    }
    if (lib->converter && lib->wish.n == first && !version_of(c))
        converter_guess(lib->converter, c);
    if (lib->converter)
        convert_class(lib->converter, c);
}

const char *library_mismatch(const Library *lib, const SynClass *c)
{
    while (c && c->parent)
        c = c->parent;
    for (int i = 0; c && i < lib->wish.n; i++) {
        const Wish *w = &lib->wish.v[i];
        if (w->unmet && (w->by == c || w->library == c->name))
            return arena_printf(lib->ctx->syntax,
                                "`%s` is written for version %s of `%s`, another one is found; see "
                                "--convert",
                                text_of(lib->ctx, w->by->name), text_of(lib->ctx, w->version),
                                text_of(lib->ctx, w->library));
    }
    return NULL;
}

/* ---- Top-level names ---- */

/* Looks for a class in the folders of a path. */
static SynClass *find_on(Library *lib, Root *root, int n, Name name)
{
    Candidates list = {0};
    for (int i = 0; i < n; i++)
        add_candidates(lib, &root[i], text_of(lib->ctx, name), &list);
    if (!list.n)
        return NULL;
    SynClass *c = choose(lib, name, &list);
    enter_top(lib, c);
    return c;
}

SynClass *library_find(Library *lib, Name name)
{
    uint32_t known = map_get(&lib->top_of, name, 0);
    if (known) {
        SynClass *c = lib->tops.v[known - 1];
        return library_load(lib, c) ? c : NULL;
    }
    SynClass *c = find_on(lib, lib->roots.v, lib->roots.n, name);
    if (!c) {
        find_classic(lib, name);
        known = map_get(&lib->top_of, name, 0);
        c = known ? lib->tops.v[known - 1] : find_on(lib, lib->beside.v, lib->beside.n, name);
    }
    if (!c || !library_load(lib, c))
        return NULL;
    adopt(lib, c);
    return c;
}

void library_note_broken(Library *lib)
{
    if (lib->classic_in_use)
        classic_index_broken(lib->classic);
}

const char *library_bare_folder(Library *lib, Name name)
{
    for (int k = 0; k < lib->roots.n; k++) {
        const char *path = join(lib, lib->roots.v[k].dir, text_of(lib->ctx, name));
        struct stat s;
        if (!stat(path, &s) && S_ISDIR(s.st_mode) &&
            !is_package(lib, lib->roots.v[k].dir, text_of(lib->ctx, name)))
            return path;
    }
    return NULL;
}

void library_read_names(Library *lib, void (*offer)(void *arg, const char *name), void *arg)
{
    for (int i = 0; i < lib->tops.n; i++)
        offer(arg, text_of(lib->ctx, lib->tops.v[i]->name));
}

void library_top_names(Library *lib, void (*offer)(void *arg, const char *name), void *arg)
{
    library_read_names(lib, offer, arg);
    classic_index_names(lib->classic, offer, arg);
    for (int k = 0; k < lib->roots.n; k++) {
        Root *r = &lib->roots.v[k];
        const Listing *list = entries_of(lib, r);
        for (int i = 0; i < list->n; i++) {
            const char *entry = list->v[i];
            size_t n = base_length(entry);
            bool file = entry[stem_length(entry)] != 0;
            if (is_identifier(entry, n) && (file || is_package(lib, r->dir, entry)))
                offer(arg, arena_strndup(lib->ctx->syntax, entry, n));
        }
    }
}

/* ---- Files named by the user ---- */

static SynElement *find_member(const SynClass *c, Name name)
{
    for (int i = 0; i < c->nelements; i++)
        if (c->elem[i]->kind == EL_CLASS && c->elem[i]->name == name)
            return c->elem[i];
    return NULL;
}

/* The package named by `within`. If its library is not on the path, `dir`, in which the class lies,
 * may be a directory of it; then the library's root is as many folders up as `within` has names. */
static SynClass *find_package(Library *lib, const SynName *within, const char *dir)
{
    SynClass *c = library_find(lib, within->part[0]);
    if (!c) {
        for (int i = 1; i < within->n; i++)
            dir = join(lib, dir, "..");
        if (is_package(lib, dir, "."))
            library_open(lib, dir);
        c = library_find(lib, within->part[0]);
    }
    for (int i = 1; c && i < within->n; i++) {
        SynElement *el = find_member(c, within->part[i]);
        c = el && library_load(lib, el->cls) ? el->cls : NULL;
    }
    return c;
}

/* Puts a class into a package, in the place of one of its name. */
static void enter_package(Library *lib, SynClass *package, SynClass *c)
{
    Arena *a = lib->ctx->syntax;
    SynElement *el = find_member(package, c->name);
    if (!el) {
        el = ARENA_NEW(a, SynElement);
        el->kind = EL_CLASS;
        SynElement **elem = ARENA_ARRAY(a, SynElement *, package->nelements + 1);
        for (int i = 0; i < package->nelements; i++)
            elem[i] = package->elem[i];
        elem[package->nelements++] = el;
        package->elem = elem;
    }
    el->name = c->name;
    el->span = c->span;
    el->name_span = c->name_span;
    el->cls = c;
    c->parent = package;
    c->element = el;
}

/* Enters a class at the top. One from another file is replaced with a warning, one from an
 * earlier state of the same file, or of a classic library, without. */
static void enter_opened(Library *lib, SynClass *c)
{
    uint32_t i = map_get(&lib->top_of, c->name, 0);
    SynClass *old = i ? lib->tops.v[i - 1] : NULL;
    if (old && old->name_span.end && !map_get(&lib->found, c->name, 0)) {
        const SourceFile *before = source_place(lib->ctx->sources, old->name_span.beg).file;
        const SourceFile *now = source_place(lib->ctx->sources, c->name_span.beg).file;
        if (before == now || strcmp(before->path, now->path)) {
            diag_warning(lib->ctx->diags, c->name_span, "`%s` is defined again",
                         text_of(lib->ctx, c->name));
            diag_note(lib->ctx->diags, old->name_span, "this definition is not used");
        }
    }
    map_set(&lib->found, lib->ctx->syntax, c->name, 0);
    for (int k = lib->wish.n; k-- > 0;) /* of an earlier state */
        if (lib->wish.v[k].by == old && old)
            lib->wish.v[k] = lib->wish.v[--lib->wish.n];
    enter_top(lib, c);
}

static bool enter(Library *lib, const SynFile *f, SynClass *c, const char *dir)
{
    if (!f->within.n) {
        enter_opened(lib, c);
        return true;
    }
    SynClass *package = find_package(lib, &f->within, dir);
    if (!package) {
        diag_error(lib->ctx->diags, f->within.span, "the package named by `within` is not found");
        return false;
    }
    enter_package(lib, package, c);
    return true;
}

void library_add_class(Library *lib, SynClass *c)
{
    enter_top(lib, c);
}

static const char *folder_of(Library *lib, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return ".";
    return slash == path ? "/" : arena_strndup(lib->ctx->syntax, path, (size_t)(slash - path));
}

static bool names_package_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    return !strcmp(slash ? slash + 1 : path, "package.mo");
}

/* From now on classes are looked for beside this file, and kron's own classic ones. */
static void admit_classic(Library *lib, const char *path)
{
    if (!is_classic_file(path))
        return;
    const char *folder = folder_of(lib, path);
    lib->classic_in_use = true;
    for (int i = 0; i < lib->beside.n; i++)
        if (!strcmp(lib->beside.v[i].dir, folder))
            return;
    vec_push(lib->ctx->syntax, &lib->beside, ((Root){.dir = folder}));
}

/* Classes of a file that has been entered: versions, conversion. */
static void take_in(Library *lib, const SynFile *f)
{
    for (int i = 0; i < f->nclasses; i++) {
        if (!f->within.n)
            adopt(lib, f->cls[i]);
        else if (lib->converter)
            convert_class(lib->converter, f->cls[i]);
    }
}

SynClass *library_open(Library *lib, const char *path)
{
    const char *folder = is_folder(path)            ? arena_strdup(lib->ctx->syntax, path)
                         : names_package_file(path) ? folder_of(lib, path)
                                                    : NULL;
    SynFile *f = read_file(lib, folder ? join(lib, folder, "package.mo") : path, NULL);
    if (!f)
        return NULL;
    admit_classic(lib, path);
    const char *around = folder ? join(lib, folder, "..") : folder_of(lib, path);
    for (int i = 0; i < f->nclasses; i++)
        if (!enter(lib, f, f->cls[i], around))
            return NULL;
    if (folder) {
        f->cls[0]->path = folder;
        add_members(lib, f->cls[0], folder);
    }
    take_in(lib, f);
    return f->cls[f->nclasses - 1];
}

SynClass *library_add_text(Library *lib, const char *name, const char *text, size_t n)
{
    const char *why = NULL;
    SourceFile *source = source_add(lib->ctx->sources, name, text, n, &why);
    SynFile *f = source ? parse_source(lib, source, NULL) : NULL;
    if (f)
        admit_classic(lib, name);
    for (int i = 0; f && i < f->nclasses; i++)
        if (!enter(lib, f, f->cls[i], "."))
            return NULL;
    if (f)
        take_in(lib, f);
    return f ? f->cls[f->nclasses - 1] : NULL;
}

/* ---- Resources ---- */

const char *library_folder(Library *lib, const SynClass *top)
{
    const SourceFile *file = source_place(lib->ctx->sources, top->name_span.beg).file;
    char *real = file ? realpath(folder_of(lib, file->path), NULL) : NULL;
    const char *path = real ? arena_strdup(lib->ctx->syntax, real) : ".";
    free(real);
    return path;
}

const SynClass *library_top(const Library *lib, int i)
{
    return i < lib->tops.n ? lib->tops.v[i] : NULL;
}

const char *library_uri(Library *lib, const char *uri)
{
    Arena *a = lib->ctx->syntax;
    size_t head = !strncmp(uri, "modelica://", 11) ? 11 : !strncmp(uri, "modelica:/", 10) ? 10 : 0;
    if (!head)
        return uri;
    const char *name = uri + head, *path = name + strcspn(name, "/");
    size_t n = strcspn(name, "./");
    SynClass *top = library_find(lib, name_of(lib->ctx->names, name, n));
    if (!top)
        return uri;
    const char *folder = library_folder(lib, top);
    while (name + n < path) { /* folders of packages inside */
        name += n + 1;
        n = strcspn(name, "./");
        const char *inner = join(lib, folder, arena_strndup(a, name, n));
        if (is_folder(inner))
            folder = inner;
    }
    return *path ? join(lib, folder, path + 1) : folder;
}
