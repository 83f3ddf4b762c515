/* versions.c - versions of libraries (specification, 18.8).
 *
 * An upgrade is a shortest path from the version wanted to the one at hand, over the steps that
 * the annotation `conversion` gives; breadth first, linear in steps times versions. */
#include "model/versions.h"
#include "model/inst.h"

#include <ctype.h>

/* ---- Order ---- */

/* Compares the runs of digits at *a and *b as numbers and moves behind them. */
static int compare_numbers(const char **a, const char **b)
{
    while (**a == '0' && isdigit((unsigned char)(*a)[1]))
        ++*a;
    while (**b == '0' && isdigit((unsigned char)(*b)[1]))
        ++*b;
    size_t n = strspn(*a, "0123456789"), m = strspn(*b, "0123456789");
    int order = n != m ? (n > m) - (n < m) : strncmp(*a, *b, n);
    *a += n;
    *b += m;
    return order;
}

int version_compare(const char *a, const char *b)
{
    bool da = isdigit((unsigned char)*a), db = isdigit((unsigned char)*b);
    if (da != db || !da)
        return da != db ? da - db : strcmp(a, b);
    for (;;) {
        int order = compare_numbers(&a, &b);
        if (order)
            return order;
        if (*a != '.' || *b != '.')
            break;
        a++;
        b++;
    }
    if (*a == '.' || *b == '.')
        return *a == '.' ? 1 : -1;
    if (!*a || !*b) /* a release follows what was before it */
        return (*b != 0) - (*a != 0);
    return strcmp(a, b);
}

/* ---- What a class says ---- */

Name literal_string(const SynExp *e)
{
    return e && e->kind == XP_STRING ? e->str : 0;
}

Name version_of(const SynClass *top)
{
    return literal_string(annotation_value(top->annotation, N_version));
}

void version_wishes(Arena *a, SynClass *top, Wishes *out)
{
    const SynMod *uses = annotation_mod(top->annotation, N_uses);
    for (int i = 0; uses && i < uses->nargs; i++) {
        const SynArg *arg = uses->arg[i];
        if (arg->name.n != 1)
            continue;
        const SynExp *build = annotation_value(arg->mod, N_versionBuild);
        vec_push(a, out,
                 ((Wish){.by = top,
                         .library = arg->name.part[0],
                         .version = literal_string(annotation_value(arg->mod, N_version)),
                         .build = build && build->kind == XP_INT ? build->i : -1,
                         .modified = literal_string(annotation_value(arg->mod, N_dateModified)),
                         .at = arg->span}));
    }
}

/* ---- Upgrades ---- */

static bool names_version(const SynExp *e, Name version)
{
    if (e && e->kind == XP_ARRAY)
        for (int i = 0; i < e->n; i++)
            if (names_version(e->arg[i], version))
                return true;
    return literal_string(e) == version;
}

static bool needs_nothing(const SynMod *conversion, Name current, Name wanted)
{
    for (int i = 0; conversion && i < conversion->nargs; i++) {
        const SynArg *arg = conversion->arg[i];
        if (arg->name.n == 1 && arg->name.part[0] == N_noneFromVersion && arg->mod &&
            names_version(arg->mod->value, wanted))
            return true;
    }
    return current == wanted;
}

/* How a version was reached: by `how` from number `before` (-1: it is the first). */
typedef struct Reached {
    Name version;
    const SynMod *how;
    int before;
} Reached;

bool version_serves(Context *ctx, const SynClass *top, Name wanted, Upgrades *steps)
{
    const SynMod *conversion = annotation_mod(top->annotation, N_conversion);
    Name current = version_of(top);
    VEC(Reached) reached = {0};
    Map seen = {0};
    vec_push(ctx->syntax, &reached, ((Reached){wanted, NULL, -1}));
    for (int k = 0; k < reached.n; k++) {
        Reached r = reached.v[k];
        if (needs_nothing(conversion, current, r.version)) {
            int n = 0;
            for (int i = k; reached.v[i].how; i = reached.v[i].before)
                n++;
            Upgrade *step = ARENA_ARRAY(ctx->syntax, Upgrade, n + 1);
            for (int i = k, at = n; at-- > 0; i = reached.v[i].before)
                step[at] = (Upgrade){reached.v[i].how, reached.v[i].version};
            for (int i = 0; i < n; i++)
                vec_push(ctx->syntax, steps, step[i]);
            return true;
        }
        for (int i = 0; steps && conversion && i < conversion->nargs; i++) {
            const SynArg *arg = conversion->arg[i];
            if (arg->name.n != 1 || arg->name.part[0] != N_from ||
                !names_version(annotation_value(arg->mod, N_version), r.version))
                continue;
            Name to = literal_string(annotation_value(arg->mod, N_to));
            to = to ? to : current;
            if (!map_get(&seen, to, 0))
                vec_push(ctx->syntax, &reached, ((Reached){to, arg->mod, k}));
            map_set(&seen, ctx->syntax, to, 1);
        }
    }
    return false;
}

/* The newest of `best` and the versions that e names. */
static Name newest(Context *ctx, const SynExp *e, Name best)
{
    if (e && e->kind == XP_ARRAY)
        for (int i = 0; i < e->n; i++)
            best = newest(ctx, e->arg[i], best);
    Name v = literal_string(e);
    return v && (!best || version_compare(text_of(ctx, v), text_of(ctx, best)) > 0) ? v : best;
}

bool version_newest_from(Context *ctx, const SynClass *top, Upgrades *steps)
{
    const SynMod *conversion = annotation_mod(top->annotation, N_conversion);
    Name from = 0;
    for (int i = 0; conversion && i < conversion->nargs; i++)
        if (conversion->arg[i]->name.n == 1 && conversion->arg[i]->name.part[0] == N_from)
            from = newest(ctx, annotation_value(conversion->arg[i]->mod, N_version), from);
    return from && version_serves(ctx, top, from, steps);
}
