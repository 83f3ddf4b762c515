# MODEL: a file (its last top-level class), FILE:Class.Name, Class.Name.
. "$ROOT/tests/cli/common"
cat > many.mo <<'END'
model First
  Real x = 1*time;
end First;
package P
  model Inner
    Real x = 2*time;
  end Inner;
  package Q
    model Deep
      extends Inner(x = 3*time);
    end Deep;
  end Q;
end P;
model Last
  Real x = 4*time;
end Last;
END
value() {
    run 0 "$KRON" simulate "$2" --json
    prints "\"x\": $1}"
}
choice() {
    value 4 many.mo
    value 1 many.mo:First
    value 2 many.mo:P.Inner
    value 3 many.mo:P.Q.Deep
    value 4 ./many.mo
    value 2 "$PWD/many.mo:P.Inner"
    mkdir -p 'a folder'
    cp many.mo 'a folder/with: colon.mo'
    value 4 'a folder/with: colon.mo'
    value 2 'a folder/with: colon.mo:P.Inner'
    cp many.mo ./-dash.mo
    run 0 "$KRON" simulate --json -- -dash.mo
    mkdir -p Lib
    printf 'package Lib\nend Lib;\n' > Lib/package.mo
    printf 'within Lib;\nmodel A\n  Real x = 5*time;\nend A;\n' > Lib/A.mo
    value 5 Lib/A.mo
    value 5 Lib/package.mo:Lib.A
    value 5 Lib:Lib.A
}
within_knows_its_package() { # a file inside a library sees the library around it
    mkdir -p Around
    printf 'package Around\n  constant Real k = 6;\nend Around;\n' > Around/package.mo
    printf 'within Around;\nmodel B\n  Real x = k*time;\nend B;\n' > Around/B.mo
    value 6 Around/B.mo
}
refusals() {
    run 1 "$KRON" simulate many.mo:P
    says '`P`'
    run 1 "$KRON" simulate many.mo:Xyzzy
    says 'declared in what was read: '
    run 1 "$KRON" simulate many.mo:P.Q.Deeep
    says 'did you mean `Deep`?'
    run 1 "$KRON" simulate many.mo:
    says many.mo
    run 1 "$KRON" simulate 'many.mo:1 + 2'
    run 1 "$KRON" simulate many.mo:P..Q
    printf 'function f\n  input Real x;\n  output Real y = x;\nalgorithm\nend f;\n' > f.mo
    run 1 "$KRON" simulate f.mo
    says '`f`'
    printf 'partial model Part\n  Real x;\nend Part;\n' > part.mo
    run 1 "$KRON" simulate part.mo
    says 'partial'
}
encodings() {
    printf '\357\273\277model Bom\n  Real x = 7*time "é";\nend Bom;\n' > bom.mo
    value 7 bom.mo
    printf 'model Crlf\r\n  Real x = 8*time;\r\nend Crlf;\r\n' > crlf.mo
    value 8 crlf.mo
    printf 'model NoNewline Real x = 9*time; end NoNewline;' > no.mo
    value 9 no.mo
    printf 'model Cr\r  Real x = y;\rend Cr;\r' > cr.mo
    run 1 "$KRON" check cr.mo
    says '`y`'
}
all choice within_knows_its_package refusals encodings
