//! run --set gust=true
//! expect y = 3 + t within 1e-9
//! stderr `field.limit` is conditional; other tools accept it in connections and modifiers only
model ConditionalByParameter "A value that exists only with a parameter is used where the parameter says so"
  model Field
    parameter Boolean wind = false;
    parameter Real limit = 3 if wind;
    Real y;
  equation
    if wind then
      y = limit + time;
    else
      y = time;
    end if;
  end Field;
  model Value
    parameter Boolean on = false;
    parameter Real level = 2 if on;
    parameter Real twice = if on then 2*level else 0;
  end Value;
  parameter Boolean gust = false;
  Field field(wind = gust);
  Real y = field.y;
  Value value(on = true);
end ConditionalByParameter;
