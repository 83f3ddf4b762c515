//! run --stop 9.5 --interval 0.25
//! final inA1 = 5 within 0
//! final trace = 1112133333 within 0
//! final v["again.s.n"] = 2 within 0
//! final v["again.s.b.k"] = 1 within 0
//! final v["history.s.n"] = 8 within 0
//! final v["history.s.b.k"] = 7 within 0
//! final v["delayed.inM"] = 5 within 0
//! final v["immediate.inM"] = 5 within 0
//! final v["merged.v[1]"] = 10*3 + 7 within 0
//! final v["merged.v[2]"] = 2*(10*3 + 7) within 0
//! final v["ring.total"] = 3*111 + 1 within 0
//! final v["ring.m[1].c"] = 7 within 0
//! final v["ring.m[2].c"] = 30 within 0
//! final v["connected.y"] = 2 within 0
//! final v["connected.seen"] = 1 + 2 + 100 + 200 + 1 + 2 + 100 + 200 + 1 + 2 within 0
//! final v["slow.d.x"] = 0.9**4 within 1e-12
//! final v["slow.waited"] = 2 within 0
//! final v["slow.since"] = 9 within 1e-12
//! final v["early.inA"] = 4 within 0
package Parts "blocks that are states"
  block Empty
  end Empty;
  block Counting "of an outer variable"
    parameter Integer by = 1;
    outer output Integer v[2];
  equation
    v[1] = previous(v[1]) + by;
  end Counting;
  block Doubling "an algorithm: the second element follows from the first"
    outer output Integer v[2];
  algorithm
    v[1] := v[1] + 1;
    v[2] := 2*v[1];
  end Doubling;
  block Tail
    Integer k(start = 0);
  equation
    k = previous(k) + 1;
  end Tail;
  block Meta "a state with a machine inside"
    Integer n(start = 0);
    Empty a;
    Tail b;
  equation
    n = previous(n) + 1;
    initialState(a);
    transition(a, b, true, immediate = false);
  end Meta;
  model Restart "Meta for 3 ticks, another state for one"
    parameter Boolean reset;
    Meta s;
    Empty t;
    Integer tick(start = -1);
  equation
    when Clock(1, 1) then
      tick = previous(tick) + 1;
    end when;
    initialState(s);
    transition(s, t, ticksInState() >= 3 and tick >= 0, immediate = false);
    transition(t, s, true, immediate = false, reset = reset);
  end Restart;
  block Parallel "two machines, of which the second ends after 4 ticks"
    Empty x1, x2, y1, y2;
  equation
    initialState(x1);
    initialState(y1);
    transition(x1, x2, ticksInState() >= 2, immediate = false);
    transition(y1, y2, ticksInState() >= 4, immediate = false);
  end Parallel;
  model Synchronized
    parameter Boolean immediate;
    Parallel m;
    Empty n;
    Integer inM(start = 0);
  equation
    when Clock(1, 1) then
      inM = previous(inM) + (if activeState(m) then 1 else 0);
    end when;
    initialState(m);
    transition(m, n, previous(inM) >= 0, synchronize = true, immediate = immediate);
  end Synchronized;
  model Merged "2 ticks one state, 1 tick the other"
    inner Integer v[2](each start = 0);
    Doubling u;
    Counting w(by = 10);
    Boolean go = sample(true, Clock(1, 1));
  equation
    initialState(u);
    transition(u, w, go and ticksInState() >= 2, immediate = false);
    transition(w, u, true, immediate = false);
  end Merged;
  block Adding
    parameter Integer step;
    outer output Integer total;
  equation
    total = previous(total) + step;
  end Adding;
  block Nested "has a variable of its own that a state inside determines"
    parameter Integer by;
    inner Integer c(start = 0);
    block Inc
      parameter Integer by;
      outer output Integer c;
    equation
      c = previous(c) + by;
    end Inc;
    Inc inc(by = by);
  equation
    initialState(inc);
  end Nested;
  model Ring "arrays of states"
    inner Integer total(start = 0);
    Adding r[3](step = {1, 10, 100});
    Nested m[2](by = {1, 10});
    Boolean go = sample(true, Clock(1, 1));
  equation
    initialState(r[1]);
    for i in 1:2 loop
      transition(r[i], r[i + 1], go, immediate = false);
    end for;
    transition(from = r[3], to = r[1], condition = go, immediate = false);
    initialState(m[1]);
    transition(m[1], m[2], go and ticksInState() >= 2, immediate = false, reset = false);
    transition(m[2], m[1], go and ticksInState() >= 1, immediate = false, reset = false);
  end Ring;
  connector Out = output Integer;
  block Source
    parameter Integer c;
    Out y;
    Integer n(start = 0);
  equation
    n = previous(n) + 1;
    y = c*n;
  end Source;
  model Connected "outputs of states that are connected with each other"
    Source a(c = 1), b(c = 100);
    Out y;
    Integer seen(start = 0);
  equation
    connect(a.y, y);
    connect(b.y, y);
    when Clock(1, 1) then
      seen = previous(seen) + y;
    end when;
    initialState(a);
    transition(a, b, ticksInState() >= 2, immediate = false);
    transition(b, a, ticksInState() >= 2, immediate = false);
  end Connected;
  block Decay
    Real x(start = 1);
  equation
    der(x) = -x/10;
  end Decay;
  model Slow "a differential equation in a state"
    Decay d;
    Empty e;
    Integer waited(start = 0);
    Real u = sample(time, Clock(Clock(1, 1), solverMethod = "ExplicitEuler"));
    Real since(start = 0);
  equation
    waited = previous(waited) + (if activeState(e) then 1 else 0);
    since = if activeState(d) then previous(since) else u;
    initialState(d);
    transition(d, e, timeInState() >= 2 and u < 3, immediate = false);
    transition(e, d, timeInState() >= 1 and u + previous(since) > 0, immediate = false,
      reset = false);
    transition(d, f, u >= 6.5, priority = 2);
    transition(f, d, false);
    assert(not activeState(f) or d.x < 1, "f comes after d");
  protected
    Empty f;
  end Slow;
  model Early "an immediate transition asks for the ticks as if the state stayed"
    Empty a, b;
    Integer inA(start = 0);
  equation
    when Clock(1, 1) then
      inA = previous(inA) + (if activeState(a) then 1 else 0);
    end when;
    initialState(a);
    transition(a, b, ticksInState() >= 5 and previous(inA) >= 0);
  end Early;
end Parts;
model StateMachines "machines of all kinds; ticks at 0, 1, ... 9"
  import Parts.*;
  Empty A0, A1, A2;
  Integer inA1(start = 0);
  Empty p, q, r;
  Integer n(start = -1), trace(start = 0);
  Restart again(reset = true), history(reset = false);
  Synchronized delayed(immediate = false), immediate(immediate = true);
  Merged merged;
  Ring ring;
  Connected connected;
  Slow slow;
  Early early;
equation
  initialState(A0);
  transition(A0, A1, sample(time, Clock(1, 1000)) > 0.0095);
  transition(A1, A2, ticksInState() >= 5, immediate = false);
  inA1 = previous(inA1) + (if activeState(A1) then 1 else 0);
  when Clock(1, 1) then
    n = previous(n) + 1;
    trace = 10*previous(trace) + (if activeState(p) then 1 elseif activeState(q) then 2 else 3);
  end when;
  initialState(p);
  transition(p, q, n >= 3, priority = 2);
  transition(p, r, n >= 3, immediate = false);
  transition(q, p, true, immediate = false);
end StateMachines;
