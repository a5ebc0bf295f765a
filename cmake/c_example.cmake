# Compiles the example of the C interface as its reader would, and plays it:
#   cmake -D COMPILER=cc -D LIBRARY=…/libstamtafel.so -D SOURCE=… -P cmake/c_example.cmake
cmake_minimum_required(VERSION 3.25)
cmake_path(GET LIBRARY PARENT_PATH folder)
execute_process(
  COMMAND ${COMPILER} -std=c11 -Wall -Wextra -Wpedantic -Werror -I ${SOURCE}/bindings/c
          ${SOURCE}/examples/c/play.c -o c_example -L ${folder} -lstamtafel -Wl,-rpath,${folder}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ./c_example goldbraeu 3 7 OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
message("${said}")
if(NOT said MATCHES "The game is over after [0-9]+ choices")
  message(FATAL_ERROR "the example did not play to the end")
endif()

# Only what the header declares may be seen from outside.
execute_process(COMMAND nm -D --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
file(READ ${SOURCE}/bindings/c/stamtafel.h header)
set(seen 0)
foreach(symbol IN LISTS symbols)
  string(REGEX REPLACE "^.* " "" symbol "${symbol}")
  string(FIND "${header}" "${symbol}(" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "${symbol} can be seen from outside, and is not in stamtafel.h")
  endif()
  math(EXPR seen "${seen} + 1")
endforeach()
string(REGEX MATCHALL "STAMTAFEL_API [a-z]" declared "${header}")
list(LENGTH declared count)
if(NOT seen EQUAL count)
  message(FATAL_ERROR "stamtafel.h declares ${count} functions, the library has ${seen}")
endif()
