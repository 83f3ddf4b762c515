package Water constant Real rho = 1000; end Water;
package Oil constant Real rho = 870; end Oil;
model Pipe
  replaceable package Medium = Water;
  Real m = Medium.rho*time;
end Pipe;
model M
  Pipe pipe(redeclare model Medium = Oil);
end M;
