# Units in results: a row of CSV on request, which kron reads again; descriptions, units and types in MAT files.
. "$ROOT/tests/cli/common"
cat > M.mo <<'END'
model M
  type Mode = enumeration(off, on);
  parameter Real k(unit = "1/s") = 2 "rate";
  parameter Mode mode = Mode.on "state of it";
  Real x(start = 1, fixed = true, unit = "m") "decays", a[1, 2](each unit = "m/s,2") = {{x, 2*x}};
  Real T(unit = "K", displayUnit = "degC") = 300 + x "heat";
  Boolean small = x < 0.5 "little";
  Integer n = if small then 1 else 2;
equation
  der(x) = -k*x;
end M;
END
csv() {
    run 0 "$KRON" simulate M.mo --units-row --intervals 4 -o u.csv --vars x --vars 'a*' --vars small --vars k
    [ "$(sed -n 1p u.csv)" = 'time,k,x,"a[1,1]","a[1,2]",small' ] || fail "names: $(sed -n 1p u.csv)"
    [ "$(sed -n 2p u.csv)" = 's,1/s,m,"m/s,2","m/s,2",' ] || fail "units: $(sed -n 2p u.csv)"
    run 0 "$KRON" simulate M.mo --intervals 4 -o plain.csv --vars x --vars 'a*' --vars small --vars k
    sed 2d u.csv | cmp - plain.csv
    run 0 "$KRON" compare u.csv plain.csv
    prints '5 agree, 0 differ, 0 missing'
    run 0 "$KRON" list u.csv --json
    python3 -c 'import json, sys
u = {v["name"]: v["unit"] for v in json.load(open(sys.argv[1]))["variables"]}
assert u == {"k": "1/s", "x": "m", "a[1,1]": "m/s,2", "a[1,2]": "m/s,2", "small": ""}, u' "$TMP/out"
    run 0 "$KRON" plot u.csv x
    prints 'x [m]'
    head -2 u.csv > only.csv
    run 1 "$KRON" plot only.csv x
}
mat() {
    run 0 "$KRON" simulate M.mo -o m.mat
    for text in 'rate \[1/s\]' 'decays \[m\]' 'heat \[K|degC\]' 'little \[:#(type=Boolean)\]' '\[:#(type=Integer)\]' \
        'state of it \[:#(type=Enumeration)\]'; do
        grep -aq -- "$text" m.mat || fail "the file lacks $text"
    done
    run 0 "$KRON" list m.mat
    prints 'mode'
    grep -Eq '^ +k +2 +1/s' "$TMP/out" || fail "k"
    run 0 "$KRON" plot m.mat small n
}
all csv mat
