# Parameters of a component of a library without values: one warning.
. "$ROOT/tests/cli/common"
mkdir lib
cat > lib/Machine.mo <<'MODEL'
model Machine
  parameter Real a, b, c, d(start = 2), e;
  Real x(start = 0, fixed = true);
equation
  der(x) = a + b + c + d + e - x;
end Machine;
MODEL
cat > m.mo <<'MODEL'
model M
  Machine first, second(a = 1, b = 2, c = 3, d = 4);
end M;
MODEL
"$KRON" check m.mo -I lib 2> messages
[ "$(grep -c 'warning' messages)" = 2 ] || { cat messages; exit 1; }
grep -q '5 parameters have no values, their start values or 0 are used: `first.a`, `first.b`, .*as first(a = ...)' messages || { cat messages; exit 1; }
grep -q 'the parameter `second.e` has no value; 0 is used: give it one, second(e = ...)' messages || { cat messages; exit 1; }
