# Versions of libraries: which is taken, what is said of another one, and --convert (18.8).
. "$ROOT/tests/cli/common"
unset MODELICAPATH

# library FOLDER VERSION VALUE [MORE ANNOTATIONS]: a library Lib whose constant c is VALUE
library() {
    mkdir -p "$1"
    printf 'package Lib\n  constant Real c = %s;\n  annotation(version = "%s"%s);\nend Lib;\n' \
        "$3" "$2" "${4:-}" > "$1/package.mo"
}

# user NAME VERSION: a model that uses that version
user() {
    printf 'model %s\n  Real x = Lib.c;\n  annotation(uses(Lib(version = "%s")));\nend %s;\n' \
        "$1" "$2" "$1" > "$1.mo"
}

chosen() { # by the name of the folder, by the annotation, in another folder of the path
    mkdir chosen; cd chosen
    library 'path/Lib 1.0' 1.0 10
    library 'path/Lib 2.0' 2.0 20
    library 'path/Lib 2.1' 2.1 21 ', conversion(noneFromVersion = "2.0.1")'
    library more/Lib 3.0 30
    user A 1.0
    value 10 x A.mo -I path
    lacks err warning
    user B 2.0.1
    value 21 x B.mo -I path
    lacks err warning
    user C 3.0
    value 30 x C.mo -I path -I more
    value 30 x C.mo -I more -I path
    lacks err warning
    user D 1.7
    value 21 x D.mo -I path
    says 'D.mo:3:19: warning: `D` uses version 1.7 of `Lib`, but 2.1 is found'
    says 'does not say how to convert from 1.7: put the folder `Lib 1.7` on the library path'
    printf 'model E\n  Real x = Lib.c;\nend E;\n' > E.mo
    value 21 x E.mo -I path
    lacks err warning
}

order() { # a release follows its beta, betas stand in alphabetical order
    mkdir order; cd order
    library 'path/Lib 2.0 beta 1' '2.0 beta 1' 1
    library 'path/Lib 2.0 alpha 7' '2.0 alpha 7' 2
    library 'path/Lib 1.9' 1.9 3
    printf 'model E\n  Real x = Lib.c;\nend E;\n' > E.mo
    value 1 x E.mo -I path
    library 'path/Lib 2.0' 2.0 4
    value 4 x E.mo -I path
}

builds() {
    mkdir builds; cd builds
    library path/Lib 2.0 5 ', versionBuild = 3'
    printf 'model A\n  Real x = Lib.c;\n  annotation(uses(Lib(version = "2.0", versionBuild = 3)));\nend A;\n' > A.mo
    value 5 x A.mo -I path
    lacks err warning
    sed -i 's/versionBuild = 3/versionBuild = 4/' A.mo
    value 5 x A.mo -I path
    says 'another build of `Lib` 2.0 is found'
}

# The new version of a library, in which everything is called differently.
new_library() {
    mkdir -p path/Lib/Scripts
    cat > path/Lib/package.mo <<'M'
package Lib
  package Units
    type Length = Real(unit = "m");
  end Units;
  package Base
    constant Real two = 2;
    function square input Real base; output Real y; algorithm y := base*base; end square;
    connector Pin Real v; flow Real i; end Pin;
    partial model Source parameter Real gain = 1; parameter Real offset = 0; Real out; end Source;
  end Base;
  model Constant extends Base.Source; equation out = gain + offset; end Constant;
  model Ramp extends Base.Source; equation out = gain*time + offset; end Ramp;
  model Loaded parameter Boolean open = false; Base.Pin a; Real y; equation a.v = 1; y = if open then 5 else 7; end Loaded;
  model Gone Real y = 1; end Gone;
  annotation(version = "3.0", conversion(
    from(version = {"1.0", "1.1"}, to = "2.0", script = "modelica://Lib/Scripts/to2.mos"),
    from(version = "2.0", change(
      convertClass("Lib.Sources.Old", "Lib.Constant"),
      convertElement("Lib.Sources.Old", {"k"}, {"gain"}))),
    from(version = "bad", script = "modelica://Lib/Scripts/none.mos"),
    from(version = "worse", change = {convertClass("Lib.A", "Lib.B"), convertClass("Lib.A", "Lib.C")})));
end Lib;
M
    cat > path/Lib/Scripts/to2.mos <<'M'
// names of version 1
convertClass("Lib.SIunits", "Lib.Units")
convertClass({"Lib.Math.sq"}, {"Lib.Base.square"});
convertElement("Lib.Math.sq", "x", "base");
convertClass("Lib.Math", "Lib.Base");
convertClass("Lib.Const", "Lib.Sources.Old"); /* which step two renames again */
convertElement("Lib.Const", {"amount", "y"}, {"k", "out"});
convertModifiers("Lib.Const", {"shift=0", "scale=1"}, {"offset=%shift%" +
  "*%scale%"}, true);
convertModifiers("Lib.Const", {"out"}, {"equation"});
convertClassIf("Lib.Loaded", "a", "connect", "Lib.Gone");
convertModifiers("Lib.Const", {"colour"}, fill("", 0));
convertClassIf("Lib.Source", "kind", "Types.ramp", "Lib.Ramp");
convertClass("Lib.Source", "Lib.Constant");
convertModifiers("Lib.Source", {"kind"}, fill("", 0));
convertModifiers("Lib.Source", fill("", 0), {"offset=100"});
convertModifiers("Lib.Loaded", {"cardinality(a)=0"}, {"open=true"});
convertMessage("Lib.Gone", "it was taken out", "z");
M
}

converted() {
    mkdir converted; cd converted
    new_library
    cat > Use.mo <<'M'
package Use
  import SI = Lib.SIunits;
  import Lib.Math.*;
  import Lib.Math.sq;
  model Own
    extends Lib.Const(amount = 3);
    Real twice = 2*y;
  end Own;
  model M
    SI.Length l = sq(x = 3);
    Real t = two + Lib.Math.two;
    Own o(amount = 4, shift = 1);
    Lib.Const c(amount = 5, shift = 2, scale = 3, colour = "red");
    Lib.Source r(gain = 6, kind = Lib.Types.ramp);
    Lib.Source s(gain = 1, kind = Lib.Types.level);
    Lib.Loaded loose, tied;
    Lib.Math.Pin pin;
  protected
    Real o2 = o.twice;
  equation
    connect(tied.a, pin);
  end M;
  annotation(uses(Lib(version = "1.1")));
end Use;
M
    value 9 l Use.mo:Use.M -I path --convert
    lacks err 'uses version'
    value 4 t Use.mo:Use.M -I path --convert
    value 5 o.out Use.mo:Use.M -I path --convert
    value 10 o2 Use.mo:Use.M -I path --convert
    value 11 c.out Use.mo:Use.M -I path --convert
    value 106 r.out Use.mo:Use.M -I path --convert
    value 101 s.out Use.mo:Use.M -I path --convert
    value 5 loose.y Use.mo:Use.M -I path --convert
    value 7 tied.y Use.mo:Use.M -I path --convert
    run 1 "$KRON" check Use.mo:Use.M -I path
    says 'Use.mo:23:19: warning: `Use` uses version 1.1 of `Lib`, but 3.0 is found'
    says '`Lib` 3.0 can convert from 1.1: --convert does so while `Use` is read'
    run 1 "$KRON" check Use.mo:Use.M -I path --quiet
    says '`Use` is written for version 1.1 of `Lib`, another one is found; see --convert'
}

in_folders() { # files of a library are converted one by one; other libraries in between
    mkdir in_folders; cd in_folders
    new_library
    mkdir -p path/Mid path/Top/Inner
    printf 'package Mid\n  model Base\n    extends Lib.Const;\n  end Base;\n  annotation(version = "1", uses(Lib(version = "1.0")));\nend Mid;\n' > path/Mid/package.mo
    printf 'package Top\n  annotation(uses(Mid(version = "1"), Lib(version = "1.0")));\nend Top;\n' > path/Top/package.mo
    printf 'within Top;\npackage Inner\nend Inner;\n' > path/Top/Inner/package.mo
    printf 'within Top.Inner;\nmodel Derived\n  extends Mid.Base(amount = 8);\n  Real z = y;\nend Derived;\n' > path/Top/Inner/Derived.mo
    value 8 z Top.Inner.Derived -I path --convert
    printf 'model F\n  Top.Inner.Derived d(amount = 9);\n  Real w = d.y;\n  annotation(uses(Lib(version = "1.0"), Top(version = "x")));\nend F;\n' > F.mo
    value 9 w F.mo -I path --convert
}

unstated() { # what says of no library which version it uses: the newest that can be converted from
    mkdir unstated; cd unstated
    new_library
    printf 'model U\n  Lib.Sources.Old o(k = 4);\n  Real w = o.out;\nend U;\n' > U.mo
    value 4 w U.mo -I path --convert
    run 1 "$KRON" check U.mo -I path
    printf 'package Lib\n  package Sources\n    model Old\n      parameter Real k;\n      Real out = k;\n    end Old;\n  end Sources;\n  annotation(conversion(from(version = "1", script = "none.mos")));\nend Lib;\n' | cat - U.mo > V.mo
    value 4 w V.mo -I path --convert # a library in the model's own file is left alone
}

messages() {
    mkdir messages; cd messages
    new_library
    printf 'model A\n  Lib.Gone g(z = 1);\n  annotation(uses(Lib(version = "1.0")));\nend A;\n' > A.mo
    run 1 "$KRON" check A.mo -I path --convert
    says 'A.mo:2:14: warning: `z` cannot be converted: it was taken out'
    sed -i 's/"1.0"/"bad"/' A.mo
    run 1 "$KRON" check A.mo -I path --convert
    says 'the conversion script `'
    says 'Lib/Scripts/none.mos` cannot be read: No such file'
    sed -i 's/"bad"/"worse"/' A.mo
    run 1 "$KRON" check A.mo -I path --convert
    says 'warning: another rule converts the same to something else: this one holds'
    sed -i 's/"worse"/"1.0"/' A.mo
    printf 'convertClass("Lib.A");\nconvertAll("Lib", "Bil");\n' > path/Lib/Scripts/to2.mos
    run 1 "$KRON" check A.mo -I path --convert
    says 'to2.mos:1:'
    says 'wrong number of arguments'
    says 'to2.mos:2:1: error: this is no conversion rule'
    printf 'convertClass("Lib.Const", "Lib.Constant");\n' > path/Lib/Scripts/to2.mos
    printf 'model B\n  Lib.Const Lib;\n  Real y = Lib.out;\n  annotation(uses(Lib(version = "1.0")));\nend B;\n' > B.mo
    run 1 "$KRON" check B.mo -I path --convert
    says '`Lib` is the name of this component, so it cannot be its type too'
}

all chosen order builds converted in_folders unstated messages
