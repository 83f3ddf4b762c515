# A small C stack (ulimit -s): what is nested too deeply for it, or calls itself without end, is an
# error in words; what is not runs.
. "$ROOT/tests/cli/common"
! sanitized || { echo "sanitizers need a large stack"; exit 77; }
python3 - <<'END'
def write(name, text):
    with open(name + ".mo", "w") as f:
        f.write("model M " + text + " end M;\n")


def nested(n, before, inside, after):
    return before*n + inside + after*n


scalar = "function f input Real u; output Real y; algorithm y := if u < 0 then 0 else f(u - 1) + 1; end f; "
array = ("function f input Real u[:]; output Real y[size(u, 1)]; "
         "algorithm y := if u[1] < 0 then u else f(u .- 1) .+ 1; end f; ")
row = ", ".join("u*%d" % i for i in range(250))
large = ("function f input Real u; output Real y; protected Real a[250]; algorithm "
         + "a := {%s}; y := sum(a); "*60 % ((row,)*60) + "y := if u < 0 then 0 else f(u - 1) + 1; end f; ")
write("endless_run", scalar + "Real x = f(1e9 + time);")
write("endless_parameter", scalar + "parameter Real q = f(1e9); Real x = q*time;")
write("endless_size", scalar + "Real x[integer(f(1e9))] = fill(time, 3);")
write("endless_array", array + "Real x[3] = f({1e9 + time, 2, 3});")
write("endless_array_parameter", array + "parameter Real q[3] = f({1e9, 2, 3}); Real x = q[1]*time;")
write("endless_large", large + "Real x = f(1e9 + time);")
for n in 50, 400:
    write("calls%d" % n, "Real x = " + nested(n, "sin(", "time", ")") + ";")
    write("algorithm%d" % n, "Real x; algorithm x := " + nested(n, "sin(", "time", ")") + ";")
    write("parameter%d" % n, "parameter Real p = " + nested(n, "sin(", "1", ")") + "; Real x = p*time;")
    write("choices%d" % n, "Real x = " + nested(n, "(if time > 1 then 1 else ", "2", ")") + ";")
    write("subscripts%d" % n, "Integer a[3] = {1, 2, 3}; Real x; algorithm x := " + nested(n, "a[", "1", "]") + ";")
    write("ifs%d" % n, "Real x; algorithm x := 0; " + nested(n, "if time > 0 then ", "x := 1;", " end if;"))
    write("equations%d" % n, "Real x; equation " + nested(n, "if time > 0 then ", "x = 1;", " else x = 2; end if;"))
    write("sizes%d" % n, "".join("parameter Integer p%d = p%d + 1; " % (i, i + 1) for i in range(10*n))
          + "parameter Integer p%d = 1; Real x[p0] = fill(time, p0);" % (10*n))
END
for size in 256 512 1024 8192; do
    for f in *.mo; do
        got=0
        (ulimit -s $size && timeout 60 "$KRON" simulate $f --stop 0.01 -o r.csv --quiet) > out 2> err || got=$?
        case $f in
            endless*) [ $got = 1 ] || [ $got = 3 ];;
            *50.mo) [ $size = 256 ] || [ $got = 0 ] && [ $got -le 1 ];;
            *) [ $got = 0 ] || [ $got = 1 ];;
        esac || { echo "$f with $size kB: status $got"; cat err; exit 1; }
        [ $got = 0 ] || grep -Eq 'too deeply|C stack|inside each other|levels deep' err ||
            { echo "$f with $size kB"; cat err; exit 1; }
    done
done

# What a value follows from may be any number of steps away, also for a message.
cat > far.mo <<'END'
model Far
  parameter Real given = 2, p[20000] = cat(1, {given}, p[1:19999]);
  Real x(start = 1, fixed = true);
equation
  der(x) = p[20000]*x;
end Far;
END
(ulimit -s 512 && "$KRON" simulate far.mo --stop 20 -o r.csv) > out 2> err || { cat err; exit 1; }
grep -q 'opposite sign of given (it is 2)' err || { cat err; exit 1; }
