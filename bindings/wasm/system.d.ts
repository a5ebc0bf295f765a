/** The calls of WASI that the module makes; `memory` is that of the instance. */
export function system(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports;
