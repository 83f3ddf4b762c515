/* convert.h - classes written for an older version of a library, made to use the one at hand
 * (specification, 18.8.2: conversion rules). */
#ifndef KRON_MODEL_CONVERT_H
#define KRON_MODEL_CONVERT_H

#include "model/library.h"
#include "model/versions.h"

typedef struct Converter Converter;

Converter *converter_new(Context *ctx, Library *lib);

/* From now on, classes of `top` are converted to the class `to` by the steps. False after a report:
 * a script cannot be read. */
bool converter_add(Converter *cv, SynClass *top, SynClass *to, const Upgrades *steps);

/* `top` does not say which versions it uses: of each library that it names, the newest of those
 * that can be converted from is assumed. */
void converter_guess(Converter *cv, SynClass *top);

/* Converts a class that has just been read, and what is in it, if its top-level class is to be. */
void convert_class(Converter *cv, SynClass *c);

#endif
