# The picture is well-formed XML and names variables and equations.
. "$ROOT/tests/cli/common"
run 0 "$KRON" structure "$ROOT/examples/SeriesResonance.mo" --svg s.svg
python3 - <<'END'
import xml.etree.ElementTree as ET
root = ET.parse("s.svg").getroot()
assert root.tag.endswith("svg") and (root.get("viewBox") or root.get("width"))
titles = " ".join(t.text or "" for t in root.iter() if t.tag.endswith("title"))
for name in ("der(l.i)", "der(c.v)", "r.v", "l.v", "source.v"):
    assert name in titles, name
assert len(list(root.iter())) > 30
END
cat > Less.mo <<'END'
model Less
  Real 'a<b & "c"'(start = 1, fixed = true), y;
equation
  der('a<b & "c"') = if 'a<b & "c"' < 3 and time > 1 then 1 else 2;
  y = 'a<b & "c"';
end Less;
END
run 0 "$KRON" structure Less.mo --svg less.svg --json
python3 - "$TMP/out" <<'END'
import json, sys, xml.etree.ElementTree as ET
json.load(open(sys.argv[1]))
ET.parse("less.svg")
END
got=0
"$KRON" structure Less.mo --svg no/such/folder/x.svg 2> "$TMP/err" > "$TMP/out" || got=$?
case $got in
2 | 3) ;;
*) fail "status $got" ;;
esac
says no/such/folder/x.svg
