//! run --stop 10
//! stderr sample(0, Ts) (
//! stderr an interval of 1e-07 gives 1e+08 events until time 10; is that meant?
//! final u = 10 within 1e-9
model WarnManySamples "Time events by the million are asked about at the start"
  parameter Real Ts = 1e-7;
  discrete Real u(start = 0, fixed = true);
equation
  when sample(0, Ts) then
    u = pre(u) + 1;
    if u > 9.5 then
      terminate("enough");
    end if;
  end when;
end WarnManySamples;
