# Toolchain file: WebAssembly with clang-19 and wasi-libc. No exceptions, RTTI or threads.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(STAMTAFEL_WASM ON)

find_program(STAMTAFEL_WASM_CLANG NAMES clang++-19 REQUIRED)
find_program(CMAKE_AR NAMES llvm-ar-19 REQUIRED)
find_program(CMAKE_RANLIB NAMES llvm-ranlib-19 REQUIRED)
set(CMAKE_CXX_COMPILER ${STAMTAFEL_WASM_CLANG})
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .wasm)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# The Debian clang turns the stack protector on, which wasi-libc does not serve.
set(CMAKE_CXX_FLAGS_INIT "-fno-exceptions -fno-rtti -fno-stack-protector -msimd128")
