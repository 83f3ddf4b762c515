/* picture.h - pictures in other formats than SVG. */
#ifndef KRON_RESULT_PICTURE_H
#define KRON_RESULT_PICTURE_H

#include "base/buf.h"

#include <stdbool.h>

/* Whether the name ends like that of a picture: .svg, .png, .pdf, .eps. */
bool is_picture(const char *path);
/* What belongs into a file of that name: the SVG document as it is, or drawn as PNG, PDF or EPS.
 * False: *why. */
bool picture_for(const char *path, const Buf *svg, Buf *out, const char **why);

#endif
