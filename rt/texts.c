/* texts.c - texts for messages from tables. */
#include "rt/texts.h"

#include <stddef.h>

static const KTexts *filled(KTexts *t)
{
    if (t->fill) {
        t->fill(t);
        t->fill = NULL;
    }
    return t;
}

static const char *equation_of(const KTexts *t, int equation, const char **place)
{
    if (equation < 0)
        return NULL;
    *place = t->equation[equation].place;
    return t->equation[equation].text;
}

const char *k_table_relation_text(void *arg, int relation)
{
    const KTexts *t = filled(arg);
    return t->equation[t->relation[relation]].text;
}

const char *k_table_relation_place(void *arg, int relation)
{
    const KTexts *t = filled(arg);
    return t->equation[t->relation[relation]].place;
}

const char *k_table_defining(void *arg, int number, const char **place)
{
    const KTexts *t = filled(arg);
    return equation_of(t, t->defining[number], place);
}

int k_table_equation_variables(void *arg, int block, int residual, int room, int *var)
{
    const KTexts *t = filled(arg);
    int k = t->residual[t->first[block] + residual], n = 0;
    for (; k >= 0 && n < room && n < t->equation[k].nvars; n++)
        var[n] = t->equation[k].var[n];
    return n;
}

const char *k_table_block_equation(void *arg, int block, int residual, const char **place)
{
    const KTexts *t = filled(arg);
    return equation_of(t, t->residual[t->first[block] + residual], place);
}

const char *k_table_variable_name(void *arg, int number)
{
    return filled(arg)->name[number];
}

const char *k_table_set_equation(void *arg, int set, const char **place)
{
    const KTexts *t = filled(arg);
    return equation_of(t, t->set[set], place);
}

const char *k_table_assert_place(void *arg, int number)
{
    const KTexts *t = filled(arg);
    for (int i = 0; i < t->npositions; i++)
        if (t->position[i].number == number)
            return t->position[i].place;
    return NULL;
}
