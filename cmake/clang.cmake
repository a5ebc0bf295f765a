# Toolchain file of the presets clang, asan and fuzz: clang-19, or the default compiler without it.
find_program(STAMTAFEL_CLANG NAMES clang++-19 clang++)
if(STAMTAFEL_CLANG)
  set(CMAKE_CXX_COMPILER ${STAMTAFEL_CLANG})
endif()
