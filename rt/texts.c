/* texts.c - texts for messages from tables. */
#include "rt/texts.h"

#include <stddef.h>

KTexts *k_texts(const KModel *model)
{
    KTexts *t = model->texts;
    if (t && t->fill) {
        t->fill(t);
        t->fill = NULL;
    }
    return t;
}

const KEquation *k_equation(const KTexts *t, const int *list, int i)
{
    return list && list[i] >= 0 ? &t->equation[list[i]] : NULL;
}

const char *k_place(const KModel *model, int position)
{
    KTexts *t = model->texts;
    if (t && t->place)
        return t->place(t, position);
    for (int i = 0; t && i < t->npositions; i++)
        if (t->position[i].number == position)
            return t->position[i].place;
    return "";
}
