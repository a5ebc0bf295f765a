// Debian's compiler built-ins for wasm32 (128-bit division, for one) are compiled with the stack
// protector, but wasi-libc has no part of it. This stands in for what they ask of it.
extern "C" {

extern unsigned long __stack_chk_guard;
unsigned long __stack_chk_guard = 0x5afe57ac;

[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
}
