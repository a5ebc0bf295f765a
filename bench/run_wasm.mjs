// Runs a WASI command under Node 18 or newer and passes on its output and its exit code:
//   node bench/run_wasm.mjs build/wasm/bin/signature.wasm [ARGUMENT…]
// node:wasi is still experimental (and needs a flag in some versions), so the few system calls
// that main() and printf() make are served here; any other answers "not supported".

import { readFileSync, writeSync } from 'node:fs';

const kSuccess = 0;
const kBadFile = 8;
const kNotSupported = 58;
const kCharacterDevice = 2;

class Exit {
  constructor(code) {
    this.code = code;
  }
}

const [file, ...rest] = process.argv.slice(2);
if (!file) {
  console.error('usage: node bench/run_wasm.mjs FILE.wasm [ARGUMENT…]');
  process.exit(2);
}

const args = [file, ...rest].map((text) => Buffer.from(text + '\0'));
let memory; // known once the module is instantiated; it may grow, so views are made anew
const view = () => new DataView(memory.buffer);

function write_all(fd, bytes) {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

const served = {
  args_sizes_get(count, size) {
    view().setUint32(count, args.length, true);
    view().setUint32(size, Buffer.concat(args).length, true);
    return kSuccess;
  },
  args_get(pointers, buffer) {
    for (const bytes of args) {
      view().setUint32(pointers, buffer, true);
      new Uint8Array(memory.buffer).set(bytes, buffer);
      pointers += 4;
      buffer += bytes.length;
    }
    return kSuccess;
  },
  environ_sizes_get(count, size) {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return kSuccess;
  },
  environ_get: () => kSuccess,
  fd_fdstat_get(fd, stat) {
    if (fd > 2) return kBadFile;
    new Uint8Array(memory.buffer).fill(0, stat, stat + 24);
    view().setUint8(stat, kCharacterDevice);
    view().setBigUint64(stat + 8, 0xffffffffn, true);
    return kSuccess;
  },
  fd_write(fd, vectors, count, written) {
    if (fd !== 1 && fd !== 2) return kBadFile;
    let total = 0;
    for (let i = 0; i < count; i++) {
      const start = view().getUint32(vectors + 8 * i, true);
      const length = view().getUint32(vectors + 8 * i + 4, true);
      write_all(fd, new Uint8Array(memory.buffer, start, length));
      total += length;
    }
    view().setUint32(written, total, true);
    return kSuccess;
  },
  fd_prestat_get: () => kBadFile, // no folder is open
  clock_time_get(_clock, _precision, time) {
    view().setBigUint64(time, process.hrtime.bigint(), true);
    return kSuccess;
  },
  proc_exit(code) {
    throw new Exit(code);
  },
};

const module = new WebAssembly.Module(readFileSync(file));
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  imports[from] ??= {};
  imports[from][name] = served[name] ?? (() => kNotSupported);
}

try {
  const instance = new WebAssembly.Instance(module, imports);
  memory = instance.exports.memory;
  instance.exports._start();
} catch (error) {
  if (!(error instanceof Exit)) throw error;
  process.exitCode = error.code;
}
