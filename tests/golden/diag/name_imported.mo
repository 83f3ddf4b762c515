package Lib
  package Basic
    model Resistor
      parameter Real R = 1;
    end Resistor;
  end Basic;
end Lib;
record Data
  parameter Real m = 2;
end Data;
function f
  input Real x;
  input Real y;
algorithm
  y := 2*x;
end f;
function h
  input Real x;
  output Real y;
equation
  y = 2*x;
end h;
model A
  import Lib.Basic;
  Resistor r;
  SI.Voltage v;
  Complex c;
  Data d;
  Basic.Resistor q = Basic.Resistor(R = 2);
  Real w = Data.m + f(time) + h(time);
  parameter Real table[:, :] = {0, 1};
end A;
