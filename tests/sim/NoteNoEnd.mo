//! run --stop 100
//! stderr T > Tend
//! stderr NoteNoEnd.mo:
//! stderr its `terminate` did not end the run; is the comparison the wrong way round?
//! never T < 1 (
model NoteNoEnd "The end of a run is asked for the wrong way round; one that comes later is not told"
  parameter Real Tend = 300;
  Real T(start = 350, fixed = true);
equation
  der(T) = -1;
  when T > Tend then
    terminate("cold enough");
  end when;
  when T < 1 then
    terminate("too cold");
  end when;
end NoteNoEnd;
