# --set: parameters, elements, structure, start values; wrong names and values are refused.
. "$ROOT/tests/cli/common"
cat > S.mo <<'END'
model S
  parameter Real p = 2, q = 2*p;
  parameter Real a[3] = {1, 2, 3};
  parameter Integer n = 2, ns[2] = {1, 2};
  parameter E es[2] = {E.one, E.two};
  parameter Boolean on = true;
  parameter String name = "abc";
  type E = enumeration(one, two);
  parameter E e = E.one;
  final parameter Real fin = 1;
  model Sub
    parameter Real k = 1;
    Real z(start = 2, fixed = true);
  equation
    der(z) = 0;
  end Sub;
  Sub sub, subs[2](each k = 3);
  Real x(start = 1, fixed = true), y[n], s, w;
equation
  der(x) = 0;
  y = fill(x, n);
  s = sum(a)*x;
  w = if on and name == "abc" then x else -x;
end S;
END

# set SETTING NAME VALUE: with the setting the variable has this value at the end
set_to() {
    run 0 "$KRON" simulate S.mo --json --vars '*' --set "$1"
    python3 - "$TMP/out" "$2" "$3" <<'END' || fail "--set $1"
import json, sys
got = json.load(open(sys.argv[1]))["final"].get(sys.argv[2])
assert got is not None and abs(got - float(sys.argv[3])) < 1e-9, (sys.argv[2], got, sys.argv[3])
END
}

# refused STATUS SETTING TEXT
refused() {
    run "$1" "$KRON" simulate S.mo --set "$2"
    says "$3"
    [ ! -s "$TMP/out" ] || fail "output in spite of a wrong setting"
}

values() {
    set_to p=3 p 3
    set_to p=3 q 6
    set_to p=-1.5e1 p -15
    set_to 'p=1 + 2*3' p 7
    set_to q=5 q 5
    set_to on=false w -1
    set_to 'name="x"' w -1
    set_to e=S.E.two e 2
    set_to e=E.two e 2
    set_to sub.k=9 sub.k 9
}

arrays() {
    set_to 'a[2]=10' s 14
    set_to 'a={4, 5, 6}' s 15
    set_to 'subs[2].k=7' 'subs[2].k' 7
    set_to 'subs[2].k=7' 'subs[1].k' 3
    set_to 'subs.k={4, 5}' 'subs[2].k' 5
}

structure() {
    set_to n=4 'y[4]' 1
    run 0 "$KRON" structure S.mo --json --set n=7
    prints '"equations": 13,'
    run 0 "$KRON" flatten S.mo --set n=7
    prints 'y[7]'
}

starts() {
    set_to x.start=5 x 5
    set_to sub.z.start=6 sub.z 6
    set_to 'subs[1].z.start=8' 'subs[1].z' 8
    set_to 'subs[1].z.start=8' 'subs[2].z' 2
}

several() {
    run 0 "$KRON" simulate S.mo --json --set x.start=2 --set p=3 --set 'a[1]=0' --vars s --vars q
    prints '"s": 10'
    prints '"q": 6'
}

wrong_names() {
    refused 1 'p=2,5' 'a number has a decimal point, not a comma'
    refused 1 pp=1 '`pp`'
    refused 1 nam=1 'did you mean `name`?'
    refused 1 'a[4]=1' 'a[4]'
    refused 1 'b[1]=1' 'b[1]'
    refused 1 fin=2 'final'
    refused 1 x.stat=3 'did you mean `start`?'
}

wrong_nested_name() {
    refused 1 sub.kk=1 'did you mean `k`?'
}

not_a_value() {
    refused 1 sub=3 '`sub`'
}

wrong_values() {
    refused 1 p=abc '`abc`'
    refused 1 p=true Boolean
    refused 1 n=1.5 Integer
    refused 1 on=3 Boolean
    refused 1 'es[1]=17' '`es[1]` is of type enumeration'
    refused 1 'ns[2]=1.5' '`ns[2]` is of type Integer'
    refused 1 e=2 enumeration
    refused 1 p=time parameter
    refused 1 'p=1 +' expected
    refused 1 n=-1 '-1'
    refused 1 'a[2]=abc' abc
    refused 2 'a[2]=' 'NAME=VALUE'
    refused 1 'y[1]=3' 'the equations determine'
}

# One meaning in every command: the last one wins, elements, expressions, what decides about structure.
cat > Idx.mo <<'END'
model Idx
  parameter Integer m[2] = {1, 2};
  parameter Real tab[2] = {10, 20};
  parameter Real k = 1;
  Real x(start = 0, fixed = true), y = k*tab[m[1]];
equation
  der(x) = y;
end Idx;
END
everywhere() {
    run 0 "$KRON" simulate Idx.mo --json --set 'm[1]=2' --vars y
    prints '"y": 20'
    run 0 "$KRON" simulate Idx.mo --json --set 'm[1]=2' --set 'm={1,1}' --vars y # the whole, later
    prints '"y": 10'
    run 0 "$KRON" simulate Idx.mo --json --set 'tab[1]=2*3 + 1' --set k=5 --set k=2 --vars y
    prints '"y": 14'
    run 0 "$KRON" flatten Idx.mo --set 'tab[2]=2*3'
    prints '{10, 2*3}'
    run 0 "$KRON" structure Idx.mo --set 'm[1]=2' --set k=2
    run 0 "$KRON" structure --listing Idx.mo --set 'm[1]=2'
    prints 'tab[2]'
    lacks out 'tab[1]'
    run 0 "$KRON" check Idx.mo --set 'm[1]=2'
    run 0 "$KRON" translate Idx.mo --to octave --set 'm[1]=2' --set 'tab[2]=7'
    prints 7
    for command in check flatten structure simulate 'structure --listing' 'translate --to octave'; do
        run 1 "$KRON" $command Idx.mo --set 'm[3]=2'
        says 'm[3]=2: there is no such variable'
        run 1 "$KRON" $command Idx.mo --set 'mm=2'
    done
    printf 'model V\n  Real x[2](each fixed = true);\nequation\n  der(x) = -x;\nend V;\n' > V.mo
    run 1 "$KRON" simulate V.mo --set 'x[2]=4'
    says 'its start value is set by --set x[2].start=4'
    run 1 "$KRON" simulate Idx.mo --set 'm[1]=3' # out of the bounds of tab
    says 3
}

split() { # elements of arrays whose elements differ
    cat > Diff.mo <<'END'
model Diff
  model A
    parameter Integer n = 1;
    parameter Real p = 2;
    Real y[n] = fill(p, n);
  end A;
  A a[2](n = {1, 2});
  final parameter Real f[2] = {1, 2};
  Real x[2](start = {1, 2}, each fixed = true);
equation
  der(x) = zeros(2);
end Diff;
END
    run 0 "$KRON" simulate Diff.mo --json --set 'a[2].p=5' --set 'x[2].start=7' --set 'a[1].n=3'
    prints '"a[2].y[2]": 5'
    prints '"a[1].y[3]": 2'
    prints '"x[1]": 1'
    prints '"x[2]": 7'
    run 1 "$KRON" simulate Diff.mo --set 'f[1]=3'
    says final
}

variable() { # an equation too many is no answer to a slip of the pen
    refused 1 x=3 'x.start'
}

all values arrays structure starts several everywhere split wrong_names wrong_nested_name not_a_value wrong_values variable
