/* plot.h - curves in the terminal. */
#ifndef KRON_SESSION_PLOT_H
#define KRON_SESSION_PLOT_H

#include "rt/run.h"

#include <stdio.h>

typedef struct Plot Plot;

/* Collects the chosen variables (indices into model->variable) over time; NULL: out of memory. */
Plot *plot_new(const KModel *model, int n, const int *chosen);
void plot_point(Plot *p, const KInst *m);
/* Draws what was collected: one frame, a legend with the colours. */
void plot_draw(const Plot *p, FILE *out);
void plot_free(Plot *p);

#endif
