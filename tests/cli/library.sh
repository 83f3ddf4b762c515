# Finding libraries: -I, MODELICAPATH, kron's lib; folders, versions, single files, within.
. "$ROOT/tests/cli/common"
unset MODELICAPATH

# package FOLDER NAME VALUE: a library in a folder with constant c = VALUE and a model M
package() {
    mkdir -p "$1/Parts"
    printf 'package %s\n  constant Real c = %s;\nend %s;\n' "$2" "$3" "$2" > "$1/package.mo"
    printf 'Parts\nM\n' > "$1/package.order"
    printf 'within %s;\npackage Parts\nend Parts;\n' "$2" > "$1/Parts/package.mo"
    printf 'Half\n' > "$1/Parts/package.order"
    printf 'within %s.Parts;\nmodel Half\n  Real y = c/2*time;\nend Half;\n' "$2" > "$1/Parts/Half.mo"
    printf 'within %s;\nmodel M\n  Parts.Half half;\n  Real x = c*time;\nend M;\n' "$2" > "$1/M.mo"
}

folders() {
    package one/Lib Lib 4
    package two/Lib Lib 6
    value 4 x Lib.M -I one
    value 2 half.y Lib.M -I one
    value 3 y Lib.Parts.Half -I=two
    value 6 x Lib.M -Itwo
    value 4 x Lib.M -I one -I two
    value 6 x Lib.M -I two -I one
    value 4 x Lib.M -I nowhere -I one
    MODELICAPATH=$PWD/one value 4 x Lib.M
    MODELICAPATH=$PWD/nowhere:$PWD/two:$PWD/one value 6 x Lib.M
    MODELICAPATH=$PWD/one value 6 x Lib.M -I two
    run 1 "$KRON" simulate Lib.M
    says '`Lib`'
    run 1 "$KRON" simulate Lib.Parts.Halv -I one
    says 'did you mean `Half`?'
    printf 'model Whole\n  Lib.Parts p;\nend Whole;\n' > Whole.mo
    run 1 "$KRON" check Whole.mo -I one
    says 'models in it: `Lib.Parts.Half`'
}

used_from_file() {
    package one/Lib Lib 4
    printf 'model Use\n  extends Lib.M;\n  Real z = Lib.c;\nend Use;\n' > Use.mo
    value 4 x Use.mo -I one
    MODELICAPATH=one value 2 half.y Use.mo
    run 1 "$KRON" check Use.mo
    says 'Use.mo:2:11: error:'
    says '`Lib`'
}

versions() {
    package "ver/Lib 1.2.0" Lib 8
    value 8 x Lib.M -I ver
    package "ver/Lib 1.10.0" Lib 10
    value 10 x Lib.M -I ver
    package plain/Lib Lib 12
    value 12 x Lib.M -I plain
}

single_files() {
    mkdir -p single
    printf 'package Solo\n  model M\n    Real x = 5*time;\n  end M;\nend Solo;\n' > single/Solo.mo
    value 5 x Solo.M -I single
    printf 'model Alone\n  Real x = 9*time;\nend Alone;\n' > single/Alone.mo
    value 9 x Alone -I single
    printf 'package Other\nend Other;\n' > single/Named.mo
    run 1 "$KRON" check Named -I single
    says Named.mo
    says '`Other`'
}

kron_lib() {
    printf 'model C\n  Kron.Electrical.ConstantVoltage s(V = 6);\n  Kron.Electrical.Resistor r(R = 2);\n  Kron.Electrical.Ground g;\nequation\n  connect(s.p, r.p);\n  connect(s.n, r.n);\n  connect(s.n, g.p);\nend C;\n' > C.mo
    value 3 r.i C.mo
    run 0 "$KRON" check Kron.Electrical.Ground
    mkdir -p over/Kron
    printf 'package Kron\n  model Mine\n    Real x = 2*time;\n  end Mine;\nend Kron;\n' > over/Kron/package.mo
    value 2 x Kron.Mine -I over
}

wrong_within() {
    package bad/Lib Lib 4
    sed -i 's/within Lib;/within Lbi;/' bad/Lib/M.mo
    run 0 "$KRON" check Lib.M -I bad
    says 'M.mo:1:8: warning:'
    says 'within Lib;'
    run 0 "$KRON" check Lib.M -I bad --quiet
    [ ! -s "$TMP/err" ] || fail "not quiet"
    package bad2/Lib Lib 4
    sed -i 's/model M/model N/; s/end M/end N/' bad2/Lib/M.mo
    run 1 "$KRON" check Lib.M -I bad2
    says 'M.mo'
    package bad3/Lib Lib 4
    sed -i 's/^end M;/end M;\nmodel N\nend N;/' bad3/Lib/M.mo
    run 0 "$KRON" check Lib.M -I bad3
    says 'M.mo:6:7: warning:'
}

plain_folder() { # in a package, without a package.mo of its own
    package plain/Lib Lib 4
    rm plain/Lib/Parts/package.mo
    run 1 "$KRON" check Lib.Parts.Half -I plain
    says 'the folder `plain/Lib/Parts` is no package, as it has no file package.mo'
}

order_missing() { # names in package.order without a file, files that it does not list
    package some/Lib Lib 4
    printf 'M\nGhost\n' > some/Lib/package.order
    value 4 x Lib.M -I some
    rm some/Lib/package.order
    value 2 half.y Lib.M -I some
}

odd_files() { # pipes, which wait for ever, devices, and links that lead back
    package odd/Lib Lib 4
    mkfifo odd/Lib/Pipe.mo
    ln -s /dev/zero odd/Lib/Zero.mo
    ln -s ../../Lib odd/Lib/Parts/Lib
    run 0 timeout 30 "$KRON" check Lib -I odd
    says 'Lib/Parts/Lib` is not used: it leads back to the folder of `Lib`'
    run 1 timeout 30 "$KRON" check Lib.Pipe -I odd
    says 'no element `Pipe`'
    run 0 timeout 30 "$KRON" parse odd/Lib
    value 4 x Lib.M -I odd
}

short_records() { # a record with modifiers in a file of its own, called before anything else needs it
    package short/Lib Lib 4
    printf 'within Lib;\nrecord Curve\n  parameter Real y[:];\nend Curve;\n' > short/Lib/Curve.mo
    printf 'within Lib;\nrecord Line = Curve(y = {1, 2});\n' > short/Lib/Line.mo
    printf 'within Lib;\nmodel Valve\n  parameter Curve c = Line();\n  Real x = sum(c.y);\nend Valve;\n' > short/Lib/Valve.mo
    value 3 x Lib.Valve -I short
}

all odd_files short_records folders plain_folder used_from_file versions single_files kron_lib wrong_within order_missing
