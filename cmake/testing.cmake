# GoogleTest executables, one per folder and each one ctest test; and the test of the formatting.

enable_testing()
find_package(GTest REQUIRED)

# stamtafel_tests(name folder LINKS library… [COMMAND]): the folder's *_test.cpp (in tests/ its
# helpers as well). COMMAND: these tests start the program `stamtafel`, found at STAMTAFEL_COMMAND.
# SHARDS n: in n parts that run at the same time.
function(stamtafel_tests name folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "COMMAND" "SHARDS" "LINKS")
  file(GLOB sources RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS ${folder}/*_test.cpp)
  if(NOT sources)
    return()
  endif()
  if(folder STREQUAL tests)
    file(GLOB sources RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS tests/*.cpp)
  endif()

  add_executable(${name} ${sources})
  # Several files compiled as one, lightly optimized: a third of the time. (Not at all would slow the
  # games down: the linker takes inline functions from here.)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
  target_compile_options(${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1>)
  target_compile_definitions(${name} PRIVATE STAMTAFEL_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${arg_LINKS} GTest::gmock_main)
  if(arg_COMMAND AND TARGET stamtafel)
    add_dependencies(${name} stamtafel)
    target_compile_definitions(${name} PRIVATE STAMTAFEL_COMMAND="$<TARGET_FILE:stamtafel>")
  endif()
  set(parts ${name})
  if(arg_SHARDS)
    math(EXPR last "${arg_SHARDS} - 1")
    set(parts)
    foreach(shard RANGE ${last})
      list(APPEND parts ${name}.${shard})
    endforeach()
  endif()
  set(shard 0)
  foreach(part IN LISTS parts)
    add_test(NAME ${part} COMMAND ${name} --gtest_brief=1 WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${part} PROPERTIES TIMEOUT 600)
    if(arg_COMMAND)
      set_tests_properties(${part} PROPERTIES COST 100) # the longest begin first
    endif()
    if(arg_SHARDS)
      set_tests_properties(${part} PROPERTIES
        ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${shard}")
    endif()
    math(EXPR shard "${shard} + 1")
  endforeach()
endfunction()

find_program(CLANG_FORMAT NAMES clang-format-19)
if(CLANG_FORMAT)
  set(format ${CMAKE_COMMAND} -D CLANG_FORMAT=${CLANG_FORMAT})
  set(script -P ${CMAKE_SOURCE_DIR}/cmake/format.cmake)
  add_test(NAME format COMMAND ${format} ${script} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  add_custom_target(format COMMAND ${format} -D FIX=ON ${script} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                    COMMENT "Formatting the C++ sources" VERBATIM)
endif()

if(STAMTAFEL_COVERAGE)
  set(report ${CMAKE_BINARY_DIR}/report)
  add_custom_target(
    report
    COMMAND ${CMAKE_COMMAND} -E make_directory ${report}
    COMMAND gcovr --root ${CMAKE_SOURCE_DIR} --exclude ".*_test\\.cpp" --exclude "build/"
            --print-summary --html-details ${report}/index.html ${CMAKE_BINARY_DIR}
    COMMENT "Writing ${report}/index.html"
    VERBATIM)
endif()
