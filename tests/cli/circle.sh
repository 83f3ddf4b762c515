# A connection that closes a circle of library components which are too many for it is named, alone.
. "$ROOT/tests/cli/common"
cd "$TMP"
cat > CircleOfBars.mo <<'M'
model CircleOfBars
  import Kron.Planar.*;
  inner World world;
  Fixed base;
  Revolute joint(phi(start = 0.3, fixed = true), w(start = 0, fixed = true));
  Bar bar(l = 1);
  Body load(m = 2);
equation
  connect(base.frame, joint.a);
  connect(joint.b, bar.a);
  connect(bar.b, load.frame);
  connect(bar.b, base.frame);
end CircleOfBars;
M
run 1 "$KRON" check CircleOfBars.mo
says 'CircleOfBars.mo:12:3: error: this connection closes a circle of `bar`, `base`, `joint`'
[ "$(grep -c 'error:' "$TMP/err")" = 1 ] || fail "what follows from the circle is told as another error"

# Without that connection the model runs.
sed '/connect(bar.b, base.frame)/d' CircleOfBars.mo > Free.mo
run 0 "$KRON" check Free.mo
