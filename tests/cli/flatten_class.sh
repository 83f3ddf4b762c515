# `flatten --class`: what is written is read again and runs as the model itself. Models of all kinds: arrays of components,
# records through functions, enumerations as subscripts, streams, clocks, events, algorithms, functions in C.
. "$ROOT/tests/cli/common"
round_trips() {
    set --
    for model in LibMotor LibDiscrete LibSampledLoop LibBondGraph LibMultiBodyTop LibPlanarFourBar LibGearShift LibHeatBar \
        ClockDiscretized PreferredProperties StepDifferences TablesByNumber EmptyComponents EmptyTurnsSizes PartialDerivatives \
        IteratedCalls BouncingBall OutputFieldSizes Remembered StillConstant; do
        for folder in tests/sim examples; do
            [ -f "$ROOT/$folder/$model.mo" ] && set -- "$@" "$ROOT/$folder/$model.mo"
        done
    done
    for model in enum_table boolean_index enum_index; do
        set -- "$@" "$ROOT/tests/golden/flat/$model.mo"
    done
    [ $# -ge 21 ] || fail "too few models: $#"
    MODELICAPATH=$ROOT/lib run 0 python3 "$ROOT/tests/cli/flatten_class.py" "$KRON" "$@"
}

# Names are quoted where they have to be, records are fields, a field of a result is a function of its own.
names() {
    cat > names.mo <<'MODEL'
model names
  record R
    Real a;
    Real 'b c'[2];
  end R;
  function f
    input R r;
    output R y;
  algorithm
    y.a := 2*r.a;
    y.'b c' := r.'b c'*r.a;
    annotation(Inline = false);
  end f;
  model Part
    parameter Real k = 1;
    Real x(start = k, fixed = true);
  equation
    der(x) = -k*x;
  end Part;
  Part part[2](k = {1, 2});
  R r = f(R(time, {1, 2}));
  Real sum_ = sum(part[i].x for i in 1:2);
end names;
MODEL
    run 0 "$KRON" flatten --class names.mo -o flat.mo
    grep -q "Real 'part.x'\[2\](start = 'part.k'" flat.mo || grep -q "Real 'part.x'\[2\](start = {" flat.mo || fail "no array"
    grep -q "input Real 'r.\\\\'b c\\\\''\[2\];" flat.mo || fail "no quotes"
    run 0 python3 "$ROOT/tests/cli/flatten_class.py" "$KRON" "$PWD/names.mo"
}

# Arrays of records as results of functions, element by element; parameters that decide for others; Booleans as subscripts.
results() {
    cat > results.mo <<'MODEL'
model results
  record C
    Real re, im;
  end C;
  function f
    input Integer m;
    output C s[m, m];
  algorithm
    for i in 1:m loop
      for j in 1:m loop
        s[i, j] := C(i + 10*j, i - j);
      end for;
    end for;
    annotation(Inline = false);
  end f;
  model P
    parameter Integer m = 2;
    parameter Boolean by_h = false annotation(Evaluate = true);
    parameter Real T = if by_h then h/2 else 3, h = if by_h then 8 else 2*T;
    final parameter C s[m, m] = f(m);
    Real x = s[1, m].re + s[2, 1].im*time + T + h;
  end P;
  P p[2](m = {2, 2}), q(m = 3);
  C w[2, 2] = f(2);
  Real d[Boolean] = {5, 6}, e = d[time > 0.5], z = w[2, 1].re;
end results;
MODEL
    run 0 python3 "$ROOT/tests/cli/flatten_class.py" "$KRON" "$PWD/results.mo"
}

# What a class cannot say is refused, not left out.
refused() {
    run 1 "$KRON" flatten --class "$ROOT/tests/golden/flat/Machines.mo"
    says 'a state machine cannot be written as a class of Modelica of its own'
    [ ! -s "$TMP/out" ] || fail "half a class"
    run 1 "$KRON" flatten --class "$ROOT/tests/sim/ExternalTables.mo"
    says 'external object'
    run 1 "$KRON" flatten --class "$ROOT/tests/sim/RecordResultSizes.mo"
    says 'a field that is no Real, but varies continuously, cannot be written as a class'
}
all round_trips names results refused
