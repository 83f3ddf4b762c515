// Operators of clocks that stand in statements only make a clocked model as those in equations do;
// without a clock of its own it ticks every second.
//! run --stop 2.5 --interval 0.5
//! final n = 3 within 0
//! final dt = 1 within 0
model ClockInStatementsOnly
  Real n(start = 0), dt;
algorithm
  n := previous(n) + 1;
  dt := interval();
end ClockInStatementsOnly;
