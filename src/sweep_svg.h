/* sweep_svg.h - pictures of sweeps. */
#ifndef KRON_SWEEP_SVG_H
#define KRON_SWEEP_SVG_H

#include "base/buf.h"
#include "kron.h"

/* Bands over time between the runs, a panel for each variable: all of them, 9 of 10, half, and the
 * median. What is wrong; NULL: nothing. */
const char *envelope_svg(const KronTable *t, const char *title, Buf *out);
/* Whether there is such a picture of the runs. */
bool heatmap_fits(const KronDesign *d);
/* Final values over what was varied, a panel for each variable: colours over two lists or ranges, a
 * curve over one. */
const char *heatmap_svg(const KronTable *t, const KronDesign *d, const char *title, Buf *out);

#endif
