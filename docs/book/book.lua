-- Pictures that kron has drawn stand in build/book; links between pages become plain text in print.
local folder = os.getenv("BOOK_PICTURES")
local kind = os.getenv("BOOK_KIND")

function Image(image)
  local name = image.src:gsub("%.svg$", "")
  if kind == "ms" then
    return pandoc.RawInline("ms", "\n.PSPIC " .. folder .. "/" .. name .. ".eps 14c\n")
  end
  image.src = folder .. "/" .. name .. ".svg"
  return image
end

function Link(link)
  if not link.target:match("^https?:") and not link.target:match("^#") then
    return link.content
  end
end
