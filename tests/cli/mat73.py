"""mat73.py FILE [deflate|plain|compact]: a file as MATLAB saves it with -v7.3 (HDF5 File Format Specification 2): the matrices a (3 x 2),
the struct s with a field b (4 x 5, in chunks of 2 x 3, shuffled), a text t and an array c of three dimensions."""
import struct, sys, zlib

how = sys.argv[2] if len(sys.argv) > 2 else "deflate"
file = bytearray(96)  # the superblock
UNDEFINED = 2**64 - 1


def put(data):
    while len(file) % 8:
        file.append(0)
    at = len(file)
    file.extend(data)
    return at


def padded(data):
    return data + b"\0" * (-len(data) % 8)


def header(messages, split=False):
    """Header of an object; split: its last message in a block of its own."""
    def block(some):
        return b"".join(struct.pack("<HHB3x", t, len(padded(d)), 0) + padded(d) for t, d in some)
    if split:
        last = block(messages[-1:])
        messages = messages[:-1] + [(16, struct.pack("<QQ", put(last), len(last)))]
    body = block(messages)
    return put(struct.pack("<BxHII4x", 1, len(messages), 1, len(body)) + body)


def space(dims):
    return struct.pack("<BBB5x", 1, len(dims), 0) + b"".join(struct.pack("<Q", d) for d in dims)


DOUBLE = bytes([0x11, 0x20, 0x3F, 0]) + struct.pack("<IHHBBBBI", 8, 0, 64, 52, 11, 0, 52, 1023)
SHORT = bytes([0x10, 0, 0, 0]) + struct.pack("<IHH", 2, 0, 16)


def attribute(text):
    name, kind = b"MATLAB_class\0", bytes([0x13, 0, 0, 0]) + struct.pack("<I", len(text))
    scalar = struct.pack("<BBB5x", 1, 0, 0)
    return struct.pack("<BxHHH", 1, len(name), len(kind), len(scalar)) + padded(name) + padded(kind) + scalar + text


def tree(kind, level, entries):
    """entries: (key, child); a last key follows."""
    n = len(entries)
    body = b"".join(k + struct.pack("<Q", c) for k, c in entries) + entries[-1][0]
    return put(b"TREE" + struct.pack("<BBHQQ", kind, level, n, UNDEFINED, UNDEFINED) + body)


def group(members):
    names, at = bytearray(8), {}
    for name, _ in sorted(members):
        at[name] = len(names)
        names += padded(name.encode() + b"\0")
    segment = put(names)
    heap = put(b"HEAP" + struct.pack("<B3xQQQ", 0, len(names), UNDEFINED, segment))
    nodes = []
    for name, where in sorted(members):  # one entry a node, two levels: as large groups have them
        node = put(b"SNOD" + struct.pack("<BxH", 1, 1) + struct.pack("<QQI20x", at[name], where, 0))
        nodes.append(tree(0, 0, [(struct.pack("<Q", 0), node)]))
    root = tree(0, 1, [(struct.pack("<Q", 0), n) for n in nodes])
    return header([(17, struct.pack("<QQ", root, heap))])


def by_columns(rows):  # the dimensions of the file are the other way round
    return [x for column in zip(*rows) for x in column]


def whole(dims, kind, text, data):
    if how == "compact":
        layout = struct.pack("<BBH", 3, 0, len(data)) + data
    else:
        layout = struct.pack("<BBQQ", 3, 1, put(data), len(data))
    return header([(1, space(dims)), (3, kind), (8, layout), (12, attribute(text))], split=True)


def chunked(rows, tall, wide):
    """tall, wide: of a chunk, in the order of the file: columns first."""
    nrows, ncols = len(rows), len(rows[0])
    entries = []
    for j in range(0, ncols, tall):
        for i in range(0, nrows, wide):
            numbers = [rows[y][x] if y < nrows and x < ncols else -99.0 for x in range(j, j + tall) for y in range(i, i + wide)]
            data = struct.pack("<%dd" % len(numbers), *numbers)
            if how != "plain":
                data = zlib.compress(b"".join(data[k::8] for k in range(8)))
            entries.append((struct.pack("<IIQQQ", len(data), 0, j, i, 0), put(data)))
    root = tree(1, 0, entries)
    layout = struct.pack("<BBBQIII", 3, 2, 3, root, tall, wide, 8)
    filters = struct.pack("<BB6x", 1, 2) + struct.pack("<HHHHI4x", 2, 0, 0, 1, 8) + struct.pack("<HHHHI4x", 1, 0, 0, 1, 6)
    messages = [(1, space([ncols, nrows])), (3, DOUBLE), (8, layout)]
    return header(messages + ([] if how == "plain" else [(11, filters)]) + [(12, attribute(b"double"))])


a = whole([2, 3], DOUBLE, b"double", struct.pack("<6d", *by_columns([[1, 2], [3, 4], [5, 6.5]])))
b = chunked([[10 * i + j for j in range(5)] for i in range(4)], 2, 3)
t = whole([2, 1], SHORT, b"char", struct.pack("<2H", 104, 105))
c = whole([1, 1, 1], DOUBLE, b"double", struct.pack("<d", 1))
root = group([("a", a), ("s", group([("b", b)])), ("t", t), ("c", c)])
file[:96] = (b"\x89HDF\r\n\x1a\n" + bytes([0, 0, 0, 0, 0, 8, 8, 0]) + struct.pack("<HHI", 4, 16, 0) +
             struct.pack("<QQQQ", 512, UNDEFINED, 512 + len(file), UNDEFINED) + struct.pack("<QQI20x", 0, root, 0))
head = b"MATLAB 7.3 MAT-file, Platform: any".ljust(116) + bytes(8) + b"\0\2IM"
open(sys.argv[1], "wb").write(head.ljust(512, b"\0") + bytes(file))
