//! run --stop 20
//! stderr order has grown to -751.564, from event to event faster and faster: the recursion is unstable
//! stderr order = gain*(target - pre(stock)) + 12
//! never kept has grown
model WarnRecursionLoop "Orders that come late and are too large: 1.22 times as far at each event; and a shop where they are not"
  parameter Real gain = 1.5, careful = 0.2, target = 100;
  discrete Real stock(start = 100, fixed = true), order(start = 0, fixed = true);
  discrete Real kept(start = 100, fixed = true), asked(start = 0, fixed = true);
equation
  when sample(0, 1) then
    order = gain*(target - pre(stock)) + 12;
    stock = pre(stock) + pre(order) - 10;
    asked = careful*(target - pre(kept)) + 12;
    kept = pre(kept) + pre(asked) - 10;
  end when;
end WarnRecursionLoop;
