within Kron;
partial model Friction "Dry friction between two surfaces: stuck, or sliding in one of two directions"
  /* Whoever extends this says what v, f, slide and hold are. While stuck the acceleration is zero
     and f is what that takes; while sliding f opposes the motion with the strength slide. Both are
     written with one unknown s, so that each equation has the same shape in every mode.

     Modes change at events only, from the mode before:
       stuck -> sliding   when the load exceeds what the surfaces hold, or v has jumped (by reinit);
       sliding -> stuck   when v falls through zero;
       at the start       what moves faster than v_rest slides: two joints of a loop that are stuck would hold one
                          motion twice;
     surfaces that hold nothing, as of an open clutch, neither stick nor rub.
     A body that begins to slide has v = 0 still, up to rounding. A change of sign stops it only once it
     has been moving, faster than v_rest; before, it takes a motion faster than v_rest the wrong way.
     So no two modes follow each other without end, even if the load is just what the surfaces hold. */
  Real v "Sliding speed";
  Real f "Friction, positive against a positive speed";
  Real slide "Strength of the friction while sliding";
  Real hold "Greatest friction while stuck, not less than slide";
  parameter Real v_rest(min = 0) = 1e-5 "Slower is at rest where that is in doubt";
  Integer direction "1 sliding forward, -1 backward, 0 stuck or free";
  Real speed "Amount of v while sliding, 0 while stuck";
  Boolean stuck "The surfaces stick to each other";
protected
  Boolean sticks "So it was before this event";
  Boolean moving(start = false, fixed = true) "Faster than v_rest since it began to slide";
  Real s "Friction while stuck, acceleration while sliding";
  Real load "Friction needed while stuck, otherwise 0";
initial equation
  pre(direction) = if v > v_rest then 1 elseif v < -v_rest then -1 else 0;
equation
  sticks = pre(direction) == 0 and hold > 0;
  stuck = sticks and direction == 0;
  speed = pre(direction)*v;
  der(v) = if sticks then 0 else s;
  f = if sticks then s else pre(direction)*slide;
  load = if sticks then s else 0;
  direction = if sticks then (if load > hold or v > v_rest then 1
                             elseif load < -hold or v < -v_rest then -1 else 0)
              elseif speed < (if pre(moving) then 0 else -v_rest) then 0
              else pre(direction);
  moving = not sticks and (pre(moving) or speed > v_rest);
end Friction;
