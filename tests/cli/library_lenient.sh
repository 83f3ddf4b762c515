# What the language forbids and libraries rely on, as its meaning is clear: a warning in a model that is named by its
# class and found on the path, an error where the user names the file. Each value follows from the text of its model.
. "$ROOT/tests/cli/common"
unset MODELICAPATH
mkdir lib

# last COLUMN=VALUE...: the last row of r.csv
last() {
    python3 - "$@" <<'END'
import csv, sys
row = list(csv.DictReader(open("r.csv")))[-1]
for word in sys.argv[1:]:
    name, value = word.split("=")
    assert abs(float(row[name]) - float(value)) < 1e-6, (name, row[name])
END
}

# lenient MODEL TEXT-OF-WARNING TEXT-OF-ERROR COLUMN=VALUE...; the status of the error is $status
lenient() {
    model=$1 warning=$2 error=$3
    shift 3
    run 0 "$KRON" simulate "$model" -I lib --stop 2 -o r.csv
    says "warning: $warning"
    last "$@"
    run "$status" "$KRON" simulate "lib/${model%%.*}.mo:$model" --stop 2 -o r.csv
    says "error: $error"
}

cat > lib/Joined.mo <<'MODEL'
package Joined "Variables outside of connectors, and unlike ones, are connected"
  connector Out = output Real;
  connector In = input Real;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Sized
    parameter Integer n = 2;
    Real v;
    flow Real i;
  end Sized;
  block Source
    output Real y = 3*time;
  end Source;
  block Sink
    In u;
    Real z = 2*u;
  end Sink;
  model Variables
    Source source;
    Sink sink;
  equation
    connect(source.y, sink.u);
  end Variables;
  block Passes
    output Real y;
    Source source;
  equation
    connect(source.y, y);
  end Passes;
  model Outside
    Passes passes;
    Sink sink;
  equation
    connect(passes.y, sink.u);
  end Outside;
  model Fixed
    Sized a(redeclare constant Integer n = 2);
  equation
    a.v = time;
  end Fixed;
  model Free
    Sized a;
    Real i = a.i;
  equation
    a.i = a.v;
  end Free;
  model Constants
    Fixed fixed;
    Free free;
  equation
    connect(fixed.a, free.a);
  end Constants;
  model Bare
    Pin p;
    Out y = p.v;
  equation
    p.i = p.v - 1;
  end Bare;
  model Around
    Bare bare;
  end Around;
  model Deep
    Around around;
    Sink sink;
  equation
    connect(around.bare.y, sink.u);
  end Deep;
end Joined;
MODEL
status=1
lenient Joined.Variables '`source.y` is connected and is not a connector' '`source.y` is not a connector' sink.z=12
lenient Joined.Outside '`passes.y` is connected and is not a connector' '`passes.source.y` is not a connector' sink.z=12
lenient Joined.Constants '`fixed.a.n` and `free.a.n` are connected, of which one is a constant and the other a parameter' \
    '`fixed.a.n` and `free.a.n` cannot be connected' free.i=2
lenient Joined.Deep '`around.bare.y` is a connector deep inside of `around`' '`around.bare.y` is a connector deep inside' sink.z=2

cat > lib/Declared.mo <<'MODEL'
package Declared "Declarations in places and of kinds where they cannot be"
  model Base
    parameter Real k(unit = "m") = 1;
    constant Real c = 5;
    Real y = k*c*time;
  end Base;
  model Again
    extends Base;
    parameter Real k = 3;
  end Again;
  model Frame
    parameter Real f = 4;
  end Frame;
  record Nominal
    parameter Real f = frame.f;
  protected
    outer Frame frame;
  end Nominal;
  model Outer
    inner Frame frame(f = 7);
    Nominal nominal;
    Real y = nominal.f*time;
  end Outer;
  model Wide
    extends Frame;
    parameter Real g = 5;
  end Wide;
  model Sees
    outer Frame frame;
    Real y = frame.g*time;
  end Sees;
  model Inner
    inner Wide frame;
    Sees sees;
  end Inner;
  record Pair
    Real a;
    operator 'twice'
      function of
        input Pair p;
        output Real y;
      algorithm
        y := 2*p.a;
      end of;
    end 'twice';
  end Pair;
  model Operator
    Pair p(a = 3*time);
    Real y = Pair.'twice'.of(p);
  end Operator;
  package Method
    constant Real k = 9;
  end Method;
  model Uses
    replaceable package method = Method;
  end Uses;
  model Reached
    Uses uses;
    Real y = uses.method.k*time;
  end Reached;
  model Derived
    parameter Integer n = 2;
    Base base(c = n);
  end Derived;
  partial model Part
    Real x = length*time;
  end Part;
  model Whole
    extends Part;
    parameter Real length = 6;
  end Whole;
  model Store
    replaceable class Element
    end Element;
    parameter Element e;
  end Store;
  model Class
    Store s(redeclare class Element = Integer, e = 4);
    Real y = s.e*time;
  end Class;
end Declared;
MODEL
lenient Declared.Again '`k` is declared again, with another value or type than in `Declared.Base`' \
    '`Declared.Again` inherits `k` although it has a different element of that name' y=30
lenient Declared.Outer '`frame` in the record `Nominal` cannot be outer' '`frame` in the record `Nominal` cannot be outer' y=14
lenient Declared.Inner '`g` is not an element of `Declared.Frame`, of which the outer `frame` is declared' \
    '`g` is not an element of `Declared.Frame`' sees.y=10
lenient Declared.Operator 'operators can only be declared directly in an `operator record`' \
    'operators can only be declared directly in an `operator record`' y=12
lenient Declared.Reached '`method` is a class in the component `uses`' '`uses` of class `Declared.Uses` has no element `method`' y=18
lenient Declared.Derived '`base.c` is a constant, but its value depends on parameters' \
    '`base.c` is a constant, but its value depends on a parameter' base.y=4
lenient Declared.Whole '`Declared.Part` uses `length`, which it does not declare: the one of `Declared.Whole`' \
    'the variable `length` is not declared' x=12
lenient Declared.Class '`Element` is redeclared as `Integer`' '`Element` is redeclared as `Integer`' y=8

cat > lib/Valued.mo <<'MODEL'
package Valued "Values of another kind, or none"
  type Axis = enumeration(x, y, z);
  function next
    input Axis axis;
    output Integer i;
  algorithm
    i := axis + 1;
  end next;
  model Numbers
    parameter Integer first = Axis.y;
    parameter Axis last = 3;
    Real y = next(first) + 2*last;
  end Numbers;
  model Quiet
    Boolean late = noEvent(time > 0.5);
    Real y(start = 0, fixed = true);
  equation
    der(y) = if late then 1 else 0;
  end Quiet;
  block Gain
    input Real u(start = 3);
    input Real w;
    output Real y = 2*u + w;
  end Gain;
  model Idle
    parameter Integer n = 0;
    Integer tail(start = 4);
    Real y = 2*tail;
  algorithm
    for i in 1:n loop
      when sample(0, i) then
        tail := tail + 1;
      end when;
    end for;
  end Idle;
  model Open
    Gain gain;
    Gain own(w = 1);
  end Open;
end Valued;
MODEL
lenient Valued.Numbers 'this is of type enumeration Valued.Axis, but Integer is wanted' \
    '`first` is of type Integer, but this is of type enumeration Valued.Axis' y=9
lenient Valued.Quiet 'what is not a Real should change at events only: `noEvent` is not heeded' \
    '`late` is discrete, but its value varies continuously' y=1.5
lenient Valued.Idle 'nothing determines `tail`: it has its start value' 'no equation determines `tail`' y=8
lenient Valued.Open 'nothing determines `gain.u`, `gain.w`, `own.u`: they have their start values' \
    'the inputs `gain.u`, `gain.w`, `own.u` are not connected' gain.y=6 own.y=7

# What says nothing that lasts: a fixed start value of what equations give.
cat > lib/Start.mo <<'MODEL'
package Start
  model Given
    parameter Real p = 2;
    Real y(start = 1, fixed = true) = if time >= 0 then p else 0;
  end Given;
  expandable connector Bus
  end Bus;
  connector In = input Real;
  block Reader
    In u;
    Real y = u + 5;
  end Reader;
  model Empty
    Bus bus;
    Reader reader;
  equation
    connect(bus.x, reader.u);
  end Empty;
end Start;
MODEL
status=3
lenient Start.Given 'the initial condition `y = 1` is for what the equations of the model determine' 'initialization failed at time 0' y=2
status=1
lenient Start.Empty 'nothing determines `bus.x`: it has its start value' 'nothing determines the absolute values of `bus.x`' reader.y=5

cat > lib/Kinds.mo <<'MODEL'
package Kinds "Classes that are taken for others, and what cannot be changed changed"
  model Slope
    parameter Real k = 2;
    Real y = k*time;
  end Slope;
  block Extending
    extends Slope(k = 3);
  end Extending;
  model Constants
    extends Method(c = 4);
  end Constants;
  partial package Method
    constant Real c;
    constant Real d = 2*c;
  end Method;
  model Taken
    replaceable package M = Constants;
    Real y = M.d*time;
  end Taken;
  model Steep
    extends Slope(k = 5);
    Real steep = 10*y;
  end Steep;
  model Chosen
    replaceable model Part = Slope;
    extends Part;
  end Chosen;
  model Other
    extends Chosen(redeclare model Part = Steep);
  end Other;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  block Physical
    Pin p;
  equation
    p.i = p.v - 3;
  end Physical;
  model Uses
    Physical a;
  end Uses;
  type Axis = enumeration(x, y);
  model Counted
    parameter Real r[Axis] = {6, 7};
    Real y = r[2]*time;
  end Counted;
  model Holder
    Slope part;
  end Holder;
  model Changed
    extends Holder(redeclare Steep part);
  end Changed;
  model Bare
    final parameter Integer n;
    Real x[n] = fill(time, n);
    Real y = sum(x);
  end Bare;
  model Sized
    Bare bare(n = 3);
  end Sized;
end Kinds;
MODEL
lenient Kinds.Extending 'a block cannot extend the model `Kinds.Slope`' 'a block cannot extend the model `Kinds.Slope`' y=6
lenient Kinds.Taken 'a model cannot extend the package `Kinds.Method`' 'a model cannot extend the package `Kinds.Method`' y=16
lenient Kinds.Chosen '`Kinds.Chosen` extends `Kinds.Chosen.Part`, which is replaceable' \
    '`Kinds.Chosen` extends `Kinds.Chosen.Part`, which is replaceable' y=4
run 0 "$KRON" simulate Kinds.Other -I lib --stop 2 -o r.csv
last y=10 steep=100
lenient Kinds.Uses '`a.p` belongs to a block, but `a.p.v` is neither input nor output' \
    '`a.p` belongs to a block, but `a.p.v` is neither input nor output' a.p.v=3
lenient Kinds.Counted 'subscript 1 of `r` should be of type enumeration Kinds.Axis, not Integer: its number is taken' \
    'subscript 1 of `r` must be of type enumeration Kinds.Axis' y=14
lenient Kinds.Changed '`part` is redeclared but is not replaceable' '`part` is redeclared but is not replaceable' part.steep=100
lenient Kinds.Sized '`n` is final and cannot be modified' '`n` is final and cannot be modified' bare.y=6

# Three frames in a ring without a root: one of the connections says that 0 = 0, and each angle is 2*time.
cat > lib/Rootless.mo <<'MODEL'
package Rootless
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a;
      input Angle b;
      output Real residue[0];
    algorithm
      residue := fill(0, 0);
    end equalityConstraint;
  end Angle;
  connector Port
    Angle phase;
  end Port;
  model Gives
    Port p;
  equation
    p.phase = 2*time;
  end Gives;
  model Part
    Port p;
  end Part;
  model Ring
    Gives g;
    Part a, b;
  equation
    connect(g.p, a.p);
    connect(a.p, b.p);
    connect(b.p, g.p);
  end Ring;
  model Asks
    Port p;
  equation
    Connections.potentialRoot(p.phase);
    if isRoot(p.phase) then
      p.phase = 3*time;
    end if;
  end Asks;
  model Asked
    Asks x;
  end Asked;
  expandable connector Bus
  end Bus;
  connector Out = output Real;
  connector In = input Real;
  block Source
    Out y = 7*time;
  end Source;
  block Sink
    In u;
  end Sink;
  model Inner
    Bus bus;
    Source source;
    Sink sink;
  equation
    connect(source.y, bus.part.y);
    connect(bus.part.y, sink.u);
  end Inner;
end Rootless;
MODEL
lenient Rootless.Ring 'no root for `g.p.phase` and what it is connected with' 'no root for `g.p.phase`' a.p.phase=4 b.p.phase=4
lenient Rootless.Asked '`isRoot` is written `Connections.isRoot`' 'the function `isRoot` is not declared' x.p.phase=6
lenient Rootless.Inner '`part` is not declared in `bus`, so nothing in it can be connected' \
    '`part` is not declared in `bus`, so nothing in it can be connected' sink.u=14

# sample of a variable that equations give by parameters, and of one that varies
cat > lib/Ticks.mo <<'MODEL'
package Ticks
  block Timer
    parameter Real p = 2;
    Real twice;
    Real other;
    Real dt;
    Integer n(start = 0, fixed = true);
  equation
    other = dt;
    dt = twice/8;
    2*p = twice;
    when sample(0, dt) then
      n = pre(n) + 1;
    end when;
  end Timer;
  block Later
    Real dt = 1 + time;
    Integer n(start = 0, fixed = true);
  equation
    when sample(0, dt) then
      n = pre(n) + 1;
    end when;
  end Later;
end Ticks;
MODEL
lenient Ticks.Timer 'start and interval of `sample` must not vary in time' 'start and interval of `sample` must not vary in time' n=5
run 1 "$KRON" simulate Ticks.Later -I lib -o r.csv
says 'error: the interval of this sample varies in time; it must follow from parameters'

# A value for more elements than an array of components has.
cat > lib/Longer.mo <<'MODEL'
package Longer
  model Slope
    parameter Real k = 2;
    Real y = k*time;
  end Slope;
  model Many
    parameter Integer n = 2;
    Slope s[n](k = {3, 4, 5});
  end Many;
end Longer;
MODEL
lenient Longer.Many 'the value of `s.k` has 3 elements for the 2 of `s`' 'the value of `s.k` has 3 elements for the 2 of `s`' 's[1].y=6' 's[2].y=8'
