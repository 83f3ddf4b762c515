model FileWithoutQuotes
  parameter String fileName = data.txt;
end FileWithoutQuotes;
