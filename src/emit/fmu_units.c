/* fmu_units.c - units as powers of the base units of SI: "N.m/(rad.s)", "kg.m2", "degC". */
#include "emit/fmu_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

const char *const fmu_base_units[8] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};

#define PI 3.14159265358979323846

/* Units with names of their own. */
static const struct {
    const char *name;
    bool prefix; /* may have one: kN */
    int8_t power[8];
    double factor, offset;
} known[] = {
    {"m", true, {0, 1}, 1, 0},
    {"g", true, {1}, 1e-3, 0},
    {"s", true, {0, 0, 1}, 1, 0},
    {"A", true, {0, 0, 0, 1}, 1, 0},
    {"K", true, {0, 0, 0, 0, 1}, 1, 0},
    {"mol", true, {0, 0, 0, 0, 0, 1}, 1, 0},
    {"cd", true, {0, 0, 0, 0, 0, 0, 1}, 1, 0},
    {"rad", true, {0, 0, 0, 0, 0, 0, 0, 1}, 1, 0},
    {"N", true, {1, 1, -2}, 1, 0},
    {"Pa", true, {1, -1, -2}, 1, 0},
    {"J", true, {1, 2, -2}, 1, 0},
    {"W", true, {1, 2, -3}, 1, 0},
    {"V", true, {1, 2, -3, -1}, 1, 0},
    {"C", true, {0, 0, 1, 1}, 1, 0},
    {"F", true, {-1, -2, 4, 2}, 1, 0},
    {"Ohm", true, {1, 2, -3, -2}, 1, 0},
    {"S", true, {-1, -2, 3, 2}, 1, 0},
    {"Wb", true, {1, 2, -2, -1}, 1, 0},
    {"T", true, {1, 0, -2, -1}, 1, 0},
    {"H", true, {1, 2, -2, -2}, 1, 0},
    {"Hz", true, {0, 0, -1}, 1, 0},
    {"sr", false, {0}, 1, 0},
    {"lm", true, {0, 0, 0, 0, 0, 0, 1}, 1, 0},
    {"lx", true, {0, -2, 0, 0, 0, 0, 1}, 1, 0},
    {"Bq", true, {0, 0, -1}, 1, 0},
    {"Gy", true, {0, 2, -2}, 1, 0},
    {"Sv", true, {0, 2, -2}, 1, 0},
    {"kat", true, {0, 0, -1, 0, 0, 1}, 1, 0},
    {"var", true, {1, 2, -3}, 1, 0},
    {"eV", true, {1, 2, -2}, 1.602176634e-19, 0},
    {"bar", true, {1, -1, -2}, 1e5, 0},
    {"l", true, {0, 3}, 1e-3, 0},
    {"L", true, {0, 3}, 1e-3, 0},
    {"t", true, {1}, 1e3, 0},
    {"min", false, {0, 0, 1}, 60, 0},
    {"h", false, {0, 0, 1}, 3600, 0},
    {"d", false, {0, 0, 1}, 86400, 0},
    {"deg", false, {0, 0, 0, 0, 0, 0, 0, 1}, PI / 180, 0},
    {"rev", false, {0, 0, 0, 0, 0, 0, 0, 1}, 2 * PI, 0},
    {"rpm", false, {0, 0, -1, 0, 0, 0, 0, 1}, PI / 30, 0},
    {"degC", false, {0, 0, 0, 0, 1}, 1, 273.15},
    {"degF", false, {0, 0, 0, 0, 1}, 5.0 / 9, 459.67 * 5 / 9},
    {"degRk", false, {0, 0, 0, 0, 1}, 5.0 / 9, 0},
    {"atm", false, {1, -1, -2}, 101325, 0},
    {"psi", false, {1, -1, -2}, 6894.757293168361, 0},
};

static const struct {
    const char *name;
    double factor;
} prefixes[] = {{"da", 1e1}, {"Y", 1e24}, {"Z", 1e21}, {"E", 1e18},  {"P", 1e15},  {"T", 1e12},
                {"G", 1e9},  {"M", 1e6},  {"k", 1e3},  {"h", 1e2},   {"d", 1e-1},  {"c", 1e-2},
                {"m", 1e-3}, {"u", 1e-6}, {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}};

/* A unit's symbol of n letters, times a prefix. */
static bool find_symbol(const char *text, size_t n, double factor, bool prefixed, FmuUnit *out)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strlen(known[i].name) != n || strncmp(known[i].name, text, n) ||
            (prefixed && !known[i].prefix))
            continue;
        for (int k = 0; k < 8; k++)
            out->power[k] = known[i].power[k];
        out->factor = factor * known[i].factor;
        out->offset = known[i].offset;
        return true;
    }
    return false;
}

static bool symbol(const char *text, size_t n, FmuUnit *out)
{
    if (find_symbol(text, n, 1, false, out))
        return true;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i].name);
        if (n > length && !strncmp(prefixes[i].name, text, length) &&
            find_symbol(text + length, n - length, prefixes[i].factor, true, out))
            return true;
    }
    return false;
}

static void multiply(FmuUnit *to, const FmuUnit *by, int exponent)
{
    for (int k = 0; k < 8; k++)
        to->power[k] += exponent * by->power[k];
    to->factor *= pow(by->factor, exponent);
    to->offset = by->offset;
}

static bool product(const char **at, int depth, FmuUnit *out);

/* factor = "1" | symbol [exponent] | "(" product ")" */
static bool factor(const char **at, int depth, FmuUnit *out)
{
    *out = (FmuUnit){.factor = 1};
    if (**at == '(') {
        ++*at;
        if (depth > 8 || !product(at, depth + 1, out) || **at != ')')
            return false;
        ++*at;
        return true;
    }
    if (**at == '1') {
        ++*at;
        return true;
    }
    size_t n = 0;
    while (isalpha((unsigned char)(*at)[n]))
        n++;
    FmuUnit one = {.factor = 1};
    if (!n || !symbol(*at, n, &one))
        return false;
    *at += n;
    char *end;
    long exponent = strtol(*at, &end, 10);
    if (end == *at)
        exponent = 1;
    *at = end;
    if (exponent < -9 || exponent > 9)
        return false;
    multiply(out, &one, (int)exponent);
    return true;
}

/* product = factor { ("." | "/") factor } */
static bool product(const char **at, int depth, FmuUnit *out)
{
    int sign = 1, n = 0;
    *out = (FmuUnit){.factor = 1};
    for (;; n++) {
        FmuUnit one;
        if (!factor(at, depth, &one))
            return false;
        multiply(out, &one, sign);
        if (**at != '.' && **at != '/')
            break;
        sign = *(*at)++ == '/' ? -1 : 1;
    }
    if (n)
        out->offset = 0;
    return true;
}

bool fmu_unit(const char *text, FmuUnit *out)
{
    const char *at = text;
    return product(&at, 0, out) && !*at;
}
