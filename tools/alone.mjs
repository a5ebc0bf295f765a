// Puts the module of the page where the program looks for it, compressed as well:
//   node tools/alone.mjs build/wasm/bin/alone.wasm build/wasm/alone
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const [file, folder] = process.argv.slice(2);
const module = readFileSync(file);
const brotli = brotliCompressSync(module, {
  params: { [constants.BROTLI_PARAM_SIZE_HINT]: module.length, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'stamtafel.wasm.br'), brotli);
writeFileSync(join(folder, 'stamtafel.wasm'), module);
console.log(`stamtafel.wasm: ${module.length} bytes, ${brotli.length} as brotli`);
