/* request.h - what users ask of a run, in their words: options with defaults, patterns of names,
 * settings as texts. `kron simulate` and written programs (program.h) understand them alike. */
#ifndef KRON_RT_REQUEST_H
#define KRON_RT_REQUEST_H

#include "rt/run.h"

#include <math.h>
#include <stddef.h>

/* Numbers that were not given are NaN. */
typedef struct KRequest {
    double start, stop, interval, intervals, tolerance, atol;
    double step, max_step; /* of methods of fixed step; of the others */
    const char *method;    /* a name; "": what suits the model */
} KRequest;
#define K_REQUEST_NONE ((KRequest){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, ""})

/* Options from the request, else from the model's experiment, else the defaults. NULL, or what is
 * wrong with them. */
const char *k_options(const KModel *model, const KRequest *request, KOptions *out);
/* The method of that name; -1: there is none. */
int k_method_named(const char *name);
/* The name of method i, from 0; NULL: there are no more. */
const char *k_method_name(int i);
/* How many stages of it are inlined (dae/inline.c); 0: none, also if there is no such method. */
int k_method_stages(const char *name);

/* `*` and `?` are special, everything else (brackets too) is literal. */
bool k_glob_matches(const char *pattern, const char *text);
/* The variable whose name is the first n characters; NULL: none. */
const KVariable *k_find(const KModel *model, const char *name, size_t n);
bool k_matches_any(const KModel *model, const char *pattern);
/* Indices into model->variable of what matches one of the patterns, in order of declaration;
 * without patterns all but parameters. Strings are left out. Returns how many. */
int k_choose(const KModel *model, int npatterns, const char *const *pattern, int *out);
/* Sets a parameter `name` or the start value `name.start` before k_params: a number, true, false,
 * or a "text". NULL, or what is wrong. */
const char *k_set_text(KInst *m, const char *name, const char *value);

#endif
