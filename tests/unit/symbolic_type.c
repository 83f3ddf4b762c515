/* Types: equal types are equal numbers, shapes, printing. */
#include "base/name.h"
#include "symbolic/type.h"
#include "test.h"

static Arena *arena;
static NameTable *names;
static TypeTable *t;

static void open_table(void)
{
    arena = arena_new();
    names = names_new();
    t = types_new(arena);
}

static void close_table(void)
{
    names_free(names);
    arena_free(arena);
}

static Name name(const char *s)
{
    return name_cstr(names, s);
}

#define DIMS(...)                                                                                  \
    (int)(sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t)), (int32_t[])                         \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

static const char *text(Type type)
{
    static Buf buf;
    buf_clear(&buf);
    type_print(t, names, type, &buf);
    return buf_text(&buf);
}

TEST(fixed_numbers)
{
    open_table();
    CHECK_INT(type_info(t, T_REAL)->base, TY_REAL);
    CHECK_INT(type_info(t, T_ERROR)->base, TY_ERROR);
    CHECK_INT(type_info(t, T_INT)->ndims, 0);
    CHECK_INT(type_scalar(t, T_BOOL), T_BOOL);
    close_table();
}

TEST(arrays)
{
    open_table();
    Type a = type_array(t, T_REAL, DIMS(2, 3));
    CHECK(a != T_REAL);
    CHECK(type_array(t, T_REAL, DIMS(2, 3)) == a);
    CHECK(type_array(t, T_REAL, DIMS(3, 2)) != a);
    CHECK(type_array(t, T_INT, DIMS(2, 3)) != a);
    CHECK(type_array(t, type_array(t, T_REAL, DIMS(3)), DIMS(2)) == a);
    CHECK(type_drop(t, a, 1) == type_array(t, T_REAL, DIMS(3)));
    CHECK(type_drop(t, a, 2) == T_REAL);
    CHECK(type_scalar(t, a) == T_REAL);
    CHECK(type_reshape(t, a, T_BOOL) == type_array(t, T_BOOL, DIMS(2, 3)));
    CHECK_INT(type_elements(t, a), 6);
    CHECK_INT(type_elements(t, T_REAL), 1);
    CHECK_INT(type_elements(t, type_array(t, T_REAL, DIMS(5, DIM_UNKNOWN))), -1);
    CHECK_INT(type_elements(t, type_array(t, T_REAL, DIMS(DIM_UNKNOWN, 0))), -1);
    CHECK_INT(type_elements(t, type_array(t, T_REAL, DIMS(4, 0, INT32_MAX))), 0);
    Type huge = type_array(t, T_REAL, DIMS(INT32_MAX, INT32_MAX, INT32_MAX));
    CHECK(type_elements(t, huge) == INT64_MAX);
    CHECK(type_array(t, a, 0, NULL) == a);
    close_table();
}

TEST(enumerations_and_records)
{
    open_table();
    Name ab[] = {name("a"), name("b")}, ba[] = {name("b"), name("a")};
    Type e = type_enum(t, name("E"), 2, ab);
    CHECK(type_enum(t, name("E"), 2, ab) == e);
    CHECK(type_enum(t, name("E"), 2, ba) != e);
    CHECK(type_enum(t, name("F"), 2, ab) != e);
    CHECK_INT(type_enum_info(t, type_array(t, e, DIMS(3)))->n, 2);
    Type rr[] = {T_REAL, T_REAL}, ri[] = {T_REAL, T_INT};
    Type r = type_record(t, name("R"), 2, ab, rr);
    CHECK(type_record(t, name("R"), 2, ab, rr) == r);
    CHECK(type_record(t, name("R"), 2, ab, ri) != r);
    CHECK(type_record(t, name("R"), 2, ba, rr) != r);
    CHECK(type_record(t, name("R"), 0, NULL, NULL) != r);
    Type tuple = type_tuple(t, 2, rr);
    CHECK(tuple != r && type_tuple(t, 2, rr) == tuple && type_tuple(t, 2, ri) != tuple);
    CHECK(type_tuple(t, 0, NULL) == type_tuple(t, 0, NULL));
    CHECK_INT(type_record_info(t, r)->n, 2);
    CHECK(type_record_info(t, r)->field[1] == name("b"));
    CHECK(type_object(t, 1) == type_object(t, 1) && type_object(t, 1) != type_object(t, 2));
    CHECK(type_func(t, 1) != type_object(t, 1));
    close_table();
}

/* Thousands of types: the table grows and still finds each. */
TEST(many)
{
    open_table();
    enum { N = 3000 };
    static Type made[N];
    for (int i = 0; i < N; i++) {
        char s[20];
        snprintf(s, sizeof s, "E%d", i);
        Name literal = name("x");
        made[i] = type_array(t, type_enum(t, name(s), 1, &literal), DIMS(i % 7 + 1));
    }
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        char s[20];
        snprintf(s, sizeof s, "E%d", i);
        Name literal = name("x");
        wrong += type_array(t, type_enum(t, name(s), 1, &literal), DIMS(i % 7 + 1)) != made[i];
    }
    CHECK_INT(wrong, 0);
    close_table();
}

TEST(printing)
{
    open_table();
    Name ab[] = {name("a"), name("b")};
    Type rr[] = {T_REAL, T_INT};
    CHECK_STR(text(T_REAL), "Real");
    CHECK_STR(text(type_array(t, T_REAL, DIMS(2, DIM_UNKNOWN))), "Real[2, :]");
    CHECK_STR(text(type_record(t, name("Complex"), 2, ab, rr)), "record Complex");
    CHECK_STR(text(type_enum(t, name("P.Logic"), 2, ab)), "enumeration P.Logic");
    CHECK_STR(text(type_tuple(t, 2, rr)), "(Real, Integer)");
    CHECK_STR(text(type_tuple(t, 0, NULL)), "()");
    close_table();
}

TEST_MAIN(T(fixed_numbers), T(arrays), T(enumerations_and_records), T(many), T(printing))
