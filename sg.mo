model S
 Real x, y(start=2.49), vx, vy, F;
equation
 der(x)=vx; der(y)=vy; 2*der(vx)=-F*x; 2*der(vy)=-F*y-2*9.81;
 x^2+y^2=6.25;
initial equation
 vy=0; der(vx)=0;
end S;
