/* Texts of messages: where codes stand, what gives way to them, and what terminals would obey. */
#include "rt/texts.h"
#include "test.h"

/* A code is made of the words alone, so any text with this form has this one. */
static const char *code_of(const char *form)
{
    static char code[7];
    k_code(form, code);
    return code;
}

TEST(code_ends_first_line)
{
    char text[60] = "first\n  second", want[60];
    snprintf(want, sizeof want, "first [%s]\n  second", code_of("form %s"));
    k_add_code(text, sizeof text, "form %s");
    CHECK_STR(text, want);
    k_add_code(text, sizeof text, "another form"); /* it has one */
    CHECK_STR(text, want);
}

TEST(long_text_gives_way)
{
    char text[24] = "first\n  0123456789abcde", want[24];
    CHECK_INT((int)strlen(text), (int)sizeof text - 1);
    snprintf(want, sizeof want, "first [%s]\n  012345", code_of("form"));
    k_add_code(text, sizeof text, "form");
    CHECK_STR(text, want);
}

TEST(cut_between_characters)
{
    char text[20] = "one\n\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4", want[20];
    CHECK_INT((int)strlen(text), 18);
    snprintf(want, sizeof want, "one [%s]\n\xC3\xA4\xC3\xB6\xC3\xBC", code_of("form"));
    k_add_code(text, sizeof text, "form");
    CHECK_STR(text, want);
}

TEST(no_room_in_first_line)
{
    char text[12] = "0123456\nabc";
    k_add_code(text, sizeof text, "form");
    CHECK_STR(text, "0123456\nabc");
    char nothing[20] = "";
    k_add_code(nothing, sizeof nothing, "form");
    CHECK_STR(nothing, "");
}

TEST(seen_once)
{
    int var[SEEN_MOST + 5];
    for (int i = 0; i < SEEN_MOST + 5; i++)
        var[i] = i / 2;
    KSeen seen = {0};
    k_see(&seen, NULL);
    CHECK_INT(seen.n, 0);
    k_see(&seen, &(KEquation){.nvars = 6, .var = var});
    k_see(&seen, &(KEquation){.nvars = 6, .var = var});
    CHECK_INT(seen.n, 3);
    for (int i = 0; i < SEEN_MOST + 5; i++)
        var[i] = 100 + i;
    k_see(&seen, &(KEquation){.nvars = SEEN_MOST + 5, .var = var});
    CHECK_INT(seen.n, SEEN_MOST);
    CHECK_INT(seen.var[2], 2);
    CHECK_INT(seen.var[3], 100);
}

TEST(terminals)
{
    char text[] = "a\x1b[31mb\tc\nd\x7f\xC2\x9b"
                  "e\xE2\x80\xAE"
                  "f\xC3\xA4";
    k_printable(text);
    CHECK_STR(text, "a?[31mb\tc\nd???e???f\xC3\xA4");
}

TEST_MAIN(T(code_ends_first_line), T(long_text_gives_way), T(cut_between_characters),
          T(no_room_in_first_line), T(seen_once), T(terminals))
