// The calls of WASI that the module makes: a clock, chance, and its last words when it fails.
const BAD_FILE = 8;

/** `memory`: that of the instance, which is not there yet when this is made. */
export function system(memory) {
  const view = () => new DataView(memory().buffer);
  return {
    clock_time_get(clock, _precision, at) {
      const now = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(now * 1000)) * 1000n, true);
      return 0;
    },
    random_get(at, size) {
      globalThis.crypto.getRandomValues(new Uint8Array(memory().buffer, at, size));
      return 0;
    },
    fd_write(_file, parts, count, written) {
      let size = 0;
      for (let i = 0; i < count; i += 1) {
        const at = view().getUint32(parts + 8 * i, true);
        const length = view().getUint32(parts + 8 * i + 4, true);
        console.error(new TextDecoder().decode(new Uint8Array(memory().buffer, at, length)));
        size += length;
      }
      view().setUint32(written, size, true);
      return 0;
    },
    fd_close: () => BAD_FILE,
    fd_seek: () => BAD_FILE,
    fd_fdstat_get: () => BAD_FILE,
    proc_exit(code) {
      throw new Error(`stamtafel.wasm ended with ${code}`);
    },
  };
}
