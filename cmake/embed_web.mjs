// Puts the files of the built web client into a C++ source, compressed as well where that helps:
//   node embed_web.mjs web/dist OUT     writes OUT/assets_data.cpp and OUT/files/
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join, relative, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
};

// Smaller than this they don't get.
const packed = new Set([".png", ".webp", ".jpg", ".woff2"]);

const [dist, out] = process.argv.slice(2).map((path) => resolve(path));
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .sort();
rmSync(join(out, "files"), { recursive: true, force: true });
mkdirSync(join(out, "files"), { recursive: true });

const symbols = [];
// A symbol for the bytes, or an empty view.
function blob(bytes) {
  if (bytes === null) return "{}";
  const name = `stamtafel_web_${symbols.length}`;
  const path = join(out, "files", name);
  writeFileSync(path, bytes);
  symbols.push({ name, path });
  return `{${name}, ${bytes.length}}`;
}

const rows = files.map((file) => {
  const plain = readFileSync(file);
  const path = "/" + relative(dist, file).split("\\").join("/");
  const type = types[extname(file)] ?? "application/octet-stream";
  const etag = createHash("sha256").update(plain).digest("hex").slice(0, 16);
  const worth = (compress) => {
    const bytes = packed.has(extname(file)) ? plain : compress();
    return bytes.length < plain.length * 0.95 ? bytes : null;
  };
  const gzip = worth(() => gzipSync(plain, { level: 9 }));
  const brotli = worth(() =>
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
  );
  return `    {"${path}", "${type}", "\\"${etag}\\"", ${blob(plain)}, ${blob(gzip)}, ${blob(brotli)}},`;
});

const include = symbols.map(
  ({ name, path }) =>
    `asm(".section .rodata\\n.global ${name}\\n${name}:\\n.incbin \\"${path}\\"\\n.previous\\n");\n` +
    `extern "C" const char ${name}[];\n`,
);
writeFileSync(
  join(out, "assets_data.cpp"),
  `#include <array>\n\n#include "server/assets.h"\n\n${include.join("")}\nnamespace server {\n\n` +
    `std::span<const Asset> assets() {\n  static const std::array<Asset, ${rows.length}> all{{\n${rows.join("\n")}\n  }};\n` +
    `  return all;\n}\n\n}  // namespace server\n`,
);
