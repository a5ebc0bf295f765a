# Compiler, linker and flags, the same for every target.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

find_program(CCACHE ccache)
if(CCACHE)
  # Paths count from here, so that what one checkout has compiled another need not.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
                                  CCACHE_NOHASHDIR=1 ${CCACHE})
endif()

if(NOT STAMTAFEL_WASM)
  include(CheckLinkerFlag)
  foreach(linker mold lld)
    check_linker_flag(CXX -fuse-ld=${linker} HAVE_${linker})
    if(HAVE_${linker})
      add_link_options(-fuse-ld=${linker})
      break()
    endif()
  endforeach()
endif()

# No more compilers than processors. Ninja starts a job or two beyond these, and now has them for what else there is
# to be made: the page, which takes a while and would have to wait until nearly all is compiled.
include(ProcessorCount)
ProcessorCount(processors)
if(processors GREATER 0)
  set_property(GLOBAL PROPERTY JOB_POOLS compile=${processors})
  set(CMAKE_JOB_POOL_COMPILE compile)
endif()

# The full -Wshadow of g++ 12 takes an enumerator of an enum class for a shadow of a constant outside
# it; clang knows better, so the shadows of members and globals are left to the clang presets.
add_compile_options(-Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual
                    -Wimplicit-fallthrough
                    $<IF:$<CXX_COMPILER_ID:Clang>,-Wshadow,-Wshadow=local>)

# Counting bits is an instruction of its own on every x86-64 of the last fifteen years, and rules and
# search count bits all the time. STAMTAFEL_PLAIN builds for the others.
if(NOT STAMTAFEL_PLAIN AND NOT STAMTAFEL_WASM AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  add_compile_options(-march=x86-64-v2)
  set(STAMTAFEL_V2 ON)
endif()

# What compiles everywhere (docs/design.md §3.11): no exceptions, no RTTI, the same arithmetic on every target.
add_library(portable INTERFACE)
target_compile_options(portable INTERFACE -fno-exceptions -fno-rtti -ffp-contract=off)
# Where bindings are built (not by ./run), a shared library can hold it, too. What is hidden nobody
# outside can replace, and so it is called and inlined as in a program.
if(STAMTAFEL_BINDINGS AND NOT STAMTAFEL_WASM)
  target_compile_options(portable INTERFACE -fPIC -fvisibility=hidden -fvisibility-inlines-hidden)
endif()

# What talks to a network and to files is built so that a mistake is not easily turned into more: an
# address space laid out at random, tables of the linker that can't be written to, guarded stacks and
# checked copies. The guards are not for what plays games: it copies values of fixed size, and millions
# of times a second.
add_library(hardened INTERFACE)
if(NOT STAMTAFEL_WASM)
  add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie> -Wl,-z,relro,-z,now)
  target_compile_options(hardened INTERFACE -fstack-protector-strong)
  if(NOT STAMTAFEL_SANITIZE AND NOT CMAKE_BUILD_TYPE STREQUAL Debug) # it needs optimization
    target_compile_definitions(hardened INTERFACE _FORTIFY_SOURCE=2)
    set(STAMTAFEL_HARDENED ON)
  endif()
endif()

if(STAMTAFEL_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    message(FATAL_ERROR "libFuzzer needs clang (Debian: clang-19, libclang-rt-19-dev)")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(STAMTAFEL_SANITIZE)
  # The vptr check needs RTTI, which the portable libraries do without.
  set(flags -fsanitize=${STAMTAFEL_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all
            -fno-omit-frame-pointer)
  add_compile_options(${flags})
  add_link_options(${flags})
endif()

if(STAMTAFEL_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

if(STAMTAFEL_LTO)
  include(CheckIPOSupported)
  check_ipo_supported(RESULT CMAKE_INTERPROCEDURAL_OPTIMIZATION LANGUAGES CXX)
  # Where it has inlined "text" + std::string, g++ 12 warns of copies of half the address space
  # (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105329). Every source is compiled with the warning on.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_link_options(-Wno-stringop-overflow)
  endif()
endif()
