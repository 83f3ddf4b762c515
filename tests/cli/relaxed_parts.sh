# A spring between two rigid parts of a drive train separates them: each is a system of its own, relaxed
# or torn (RX-18); shafts that a gear joins are one.
. "$ROOT/tests/cli/common"

# parts PREFIX JOINT: shaft, gear, shaft - JOINT - shaft, gear, shaft
parts() {
    cat > parts.dym <<MODEL
model parts
  submodel ($1Shaft) a1(J = 1), b3(J = 2)
  submodel ($1Gear) a2(i = 3), b2(i = 2)
  submodel ($1ShaftS) a3(J = 2), b1(J = 1)
  $2
  connect a1 - a2 - a3 - joint - b1 - \\b2 - \\b3
  a1.tl = 1
  b3.tl = 0
end
MODEL
    run 0 "$KRON" structure parts.dym --json
    python3 -c '
import json, sys
sizes = [b["size"] for b in json.load(open(sys.argv[1]))["blocks"] if b["size"] > 1]
sys.exit(None if sizes == eval(sys.argv[2]) else "systems of %s" % sizes)' "$TMP/out" "$3" || fail "$1"
}

springs() {
    parts "" "submodel (SpringDamper) joint(c = 100, d = 1)" "[4, 4]"
    parts Torn "submodel (SpringDamper) joint(c = 100, d = 1)" "[4, 4]"
}

all springs
