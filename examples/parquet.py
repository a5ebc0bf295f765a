"""Writes Parquet files, with nothing but Python: Debian 12 has no package that does.

What the format says (https://parquet.apache.org/docs/file-format/), in its plainest form: values as
they are (PLAIN), pages compressed by gzip, levels in runs, the description in Thrift's compact
protocol. Columns are of numbers or of lists of numbers; none is ever missing.

    with Writer("file.parquet", {"seed": "uint64", "scores": "float[]"}, {"note": "…"}) as writer:
        writer.add({"seed": 7, "scores": [1.0, 2.5]})
"""

import gzip
import struct

# Physical type, how a value is written, and what its bits mean where the type doesn't say (the
# ConvertedType of the format).
KINDS = {
    "float": (4, "f", None),
    "int32": (1, "i", None),
    "uint64": (2, "Q", 14),
}
ROWS = 5000  # in a row group: that many are in memory


class Compact:
    """Thrift's compact protocol, as far as it is needed."""

    def __init__(self):
        self.bytes = bytearray()
        self.last = [0]

    def varint(self, number):
        while number > 127:
            self.bytes.append(number & 127 | 128)
            number >>= 7
        self.bytes.append(number)

    def field(self, number, kind):
        step = number - self.last[-1]
        self.last[-1] = number
        assert 0 < step < 16
        self.bytes.append(step << 4 | kind)

    def zigzag(self, number):
        self.varint(number * 2 if number >= 0 else -number * 2 - 1)

    def int32(self, number, value):
        self.field(number, 5)
        self.zigzag(value)

    def int64(self, number, value):
        self.field(number, 6)
        self.zigzag(value)

    def raw(self, text):
        data = text.encode()
        self.varint(len(data))
        self.bytes += data

    def text(self, number, text):
        self.field(number, 8)
        self.raw(text)

    def list(self, number, kind, items, write):
        self.field(number, 9)
        self.bytes.append(min(len(items), 15) << 4 | kind)
        if len(items) >= 15:
            self.varint(len(items))
        for item in items:
            write(item)

    def struct(self, number, write):
        self.field(number, 12)
        self.body(write)

    def body(self, write):
        """A struct without its field: in a list, or the whole."""
        self.last.append(0)
        write()
        self.last.pop()
        self.bytes.append(0)


def runs(levels):
    """Levels of one bit, as runs: (how many, which)."""
    out = Compact()
    for count, level in levels:
        out.varint(count << 1)
        out.bytes.append(level)
    return struct.pack("<I", len(out.bytes)) + bytes(out.bytes)


class Writer:
    def __init__(self, path, columns, about):
        """columns: name to "float", "int32", "uint64", or a list of these: "float[]"."""
        self.columns = {name: (kind.removesuffix("[]"), kind.endswith("[]")) for name, kind in columns.items()}
        self.about = about
        self.file = open(path, "wb")
        self.file.write(b"PAR1")
        self.rows = []
        self.groups = []  # how many rows, and of each column (name, values, where, bytes, packed)
        self.count = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.close()
        self.file.close()

    def add(self, row):
        self.rows.append(row)
        if len(self.rows) == ROWS:
            self.flush()

    def flush(self):
        if not self.rows:
            return
        chunks = [self.chunk(name) for name in self.columns]
        self.groups.append((len(self.rows), chunks))
        self.count += len(self.rows)
        self.rows = []

    def chunk(self, name):
        kind, is_list = self.columns[name]
        levels = b""
        if is_list:
            values, repeated, defined = [], [], []
            for row in self.rows:
                items = row[name]
                values += items
                repeated.append((1, 0))
                if len(items) > 1:
                    repeated.append((len(items) - 1, 1))
                defined.append((max(1, len(items)), 1 if len(items) else 0))
            slots = sum(count for count, _ in defined)
            levels = runs(repeated) + runs(defined)
        else:
            values = [row[name] for row in self.rows]
            slots = len(values)
        body = levels + struct.pack(f"<{len(values)}{KINDS[kind][1]}", *values)
        packed = gzip.compress(body, mtime=0)
        head = Compact()

        def data_page():
            head.int32(1, slots)
            head.int32(2, 0)  # PLAIN
            head.int32(3, 3)  # levels: RLE
            head.int32(4, 3)

        def page():
            head.int32(1, 0)  # a page of data
            head.int32(2, len(body))
            head.int32(3, len(packed))
            head.struct(5, data_page)

        head.body(page)
        where = self.file.tell()
        self.file.write(head.bytes + packed)
        size = len(head.bytes)
        return name, slots, where, size + len(body), size + len(packed)

    def close(self):
        self.flush()
        out = Compact()

        def element(name, physical=None, repetition=None, children=None, meaning=None):
            def write():
                if physical is not None:
                    out.int32(1, physical)
                if repetition is not None:
                    out.int32(3, repetition)
                out.text(4, name)
                if children is not None:
                    out.int32(5, children)
                if meaning is not None:
                    out.int32(6, meaning)

            return lambda: out.body(write)

        required, repeated, is_a_list = 0, 2, 3
        schema = [element("schema", children=len(self.columns))]
        for name, (kind, is_list) in self.columns.items():
            physical, _, meaning = KINDS[kind]
            if is_list:
                schema.append(element(name, None, required, 1, is_a_list))
                schema.append(element("list", None, repeated, 1))
                schema.append(element("element", physical, required, None, meaning))
            else:
                schema.append(element(name, physical, required, None, meaning))

        def write_chunk(chunk):
            name, slots, where, size, packed = chunk
            kind, is_list = self.columns[name]

            def about():
                out.int32(1, KINDS[kind][0])
                out.list(2, 5, [0, 3], out.zigzag)
                out.list(3, 8, [name, "list", "element"] if is_list else [name], out.raw)
                out.int32(4, 2)  # gzip
                out.int64(5, slots)
                out.int64(6, size)
                out.int64(7, packed)
                out.int64(9, where)

            def column():
                out.int64(2, where)
                out.struct(3, about)

            out.body(column)

        def write_group(group):
            rows, chunks = group

            def body():
                out.list(1, 12, chunks, write_chunk)
                out.int64(2, sum(chunk[3] for chunk in chunks))
                out.int64(3, rows)

            out.body(body)

        def write_about(item):
            def pair():
                out.text(1, item[0])
                out.text(2, item[1])

            out.body(pair)

        def whole():
            out.int32(1, 1)
            out.list(2, 12, schema, lambda write: write())
            out.int64(3, self.count)
            out.list(4, 12, self.groups, write_group)
            out.list(5, 12, list(self.about.items()), write_about)
            out.text(6, "stamtafel")

        out.body(whole)
        self.file.write(out.bytes + struct.pack("<I", len(out.bytes)) + b"PAR1")
