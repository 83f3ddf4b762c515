//! status 3
//! stderr sample(0, 1e-300): the interval is too small for the digits of time
model sample_tiny "Samples nearer to each other than instants can be told apart"
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 1e-300) then
    n = pre(n) + 1;
  end when;
end sample_tiny;
