//! run
//! status 3
//! stderr the sizes of arrays do not fit: `y` is [3], what is assigned to it is [2]
//! stderr called in
model FailArraySize "What is assigned in a function has another size than its output"
  function pad
    input Real x[:];
    output Real y[size(x, 1)];
  algorithm
    y := {x[1], x[2]};
  end pad;
  Real r[3] = pad({time, 1, 2});
end FailArraySize;
