# Texts of Include that use each other, whatever the order in which functions name them; what is used before it
# is defined; a function without a text whose definition stands in that of another.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
export XDG_CACHE_HOME="$TMP/cache"
cat > Order.mo <<'MODEL'
package Order
  function first "its text uses those of the two functions behind it"
    input Real x;
    output Real y;
  external "C" y = order_first(x) annotation (Include = "double order_first(double x)
{
    pair_t both = {order_second(x), order_third(x)};
    return both.a + both.b;
}");
  end first;
  function second "a type, and a call of what needs the macro of the third"
    input Real x;
    output Real y;
  external "C" y = order_second(x) annotation (Include = "typedef struct { double a, b; } pair_t;
/* order_first(x) { in a comment } */
static double order_second(double x)
{
    return 10 * ORDER_FACTOR * x;
}");
  end second;
  function third
    input Real x;
    output Real y;
  external "C" y = order_third(x) annotation (Include = "#ifndef ORDER_THIRD
#define ORDER_THIRD
#define ORDER_FACTOR 3
#endif
double order_third(double x) { return 7 * x; }");
  end third;
  function even "two texts that call each other"
    input Integer n;
    output Integer y;
  external "C" y = order_even(n) annotation (Include = "int order_even(int n) { return n ? order_odd(n - 1) : 1; }");
  end even;
  function odd
    input Integer n;
    output Integer y;
  external "C" y = order_odd(n) annotation (Include = "int order_odd(int n)
{
    return n ? order_even(n - 1) : 0;
}");
  end odd;
  function below "one text that uses what it defines below, which gives a Real"
    input Real x[:];
    output Real y;
  external "C" y = order_below(x, size(x, 1)) annotation (Include = "double order_below(double *x, size_t n)
{
    return order_sum(x, n);
}
static double order_sum(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
double order_scaled(double *x, size_t n) { return 2 * order_sum(x, n); }");
  end below;
  function scaled "no text of its own"
    input Real x[:];
    output Real y;
  external "C" y = order_scaled(x, size(x, 1));
  end scaled;
  model M
    Real a = first(time) "37*t";
    Real b = second(time) + third(time) "37*t";
    Integer c = even(4) + 10 * odd(4) + 100 * odd(3);
    Real d = below({1, 2, time}) + scaled({time}) "3 + 3*t";
  end M;
end Order;
MODEL
values() {
    test "$(tail -1 "$1" | cut -d, -f2-5)" = "74,74,101,9" || fail "$1: $(tail -1 "$1")"
}
run 0 "$KRON" simulate Order.mo:Order.M --stop 2 -o order.csv
values order.csv
run 0 "$KRON" translate Order.mo:Order.M --to fmu2 -o order.fmu
run 0 "$KRON" simulate order.fmu --trust --stop 2 -o fmu.csv
values fmu.csv

# A variable of a function that is called like one of a text behind does not bring that text in front of its macros.
cat > Local.mo <<'MODEL'
package Local
  function ten
    input Real x, pause;
    output Real y;
  external "C" y = local_ten(x, pause) annotation (Include = "#define LOCAL_WIDTH 10 // not /* here
static double local_ten(double x, double pause)
{
    double kept = x, *place = &kept;
    return *place*LOCAL_WIDTH + pause;
}");
  end ten;
  function more
    input Real x;
    output Real y;
  external "C" y = local_more(x) annotation (Include = "static double kept[LOCAL_WIDTH], place, pause;
static double local_more(double x)
{
    kept[0] = x;
    place = LOCAL_WIDTH;
    return kept[0] + place + pause;
}");
  end more;
  model M
    Real y = ten(time, 1) + more(time) "11*t + 11";
  end M;
end Local;
MODEL
run 0 "$KRON" simulate Local.mo:Local.M --stop 2 -o local.csv
test "$(tail -1 local.csv | cut -d, -f2)" = 33 || fail "$(tail -1 local.csv)"
