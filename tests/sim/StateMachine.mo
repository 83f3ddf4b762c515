//! run --stop 10 --tolerance 1e-9
//! run --stop 10 --tolerance 1e-9 --method ida
//! final  visits = 3 within 0
//! final  state = 2 within 0
//! final  timer = 1 within 1e-7
//! final  v["spent[2]"] = 5 within 1e-7
//! final  v["spent[1]"] = 3 within 1e-7
//! final  v["spent[3]"] = 2 within 1e-7
model StateMachine "idle for 1 s, busy for 2 s, done for 1 s, idle ..: an enumeration changes at events"
  type State = enumeration(idle, busy, done);
  parameter Real limit[State] = {1, 2, 1};
  State state(start = State.idle, fixed = true);
  Real timer(start = 0, fixed = true);
  Integer visits(start = 1, fixed = true) "of idle";
  Real spent[State](each start = 0, each fixed = true);
equation
  der(timer) = 1;
  for s in State loop
    der(spent[s]) = if state == s then 1 else 0;
  end for;
  when timer >= limit[pre(state)] then
    reinit(timer, 0);
    state = if pre(state) == State.idle then State.busy
            elseif pre(state) == State.busy then State.done else State.idle;
    visits = pre(visits) + (if state == State.idle then 1 else 0);
  end when;
end StateMachine;
