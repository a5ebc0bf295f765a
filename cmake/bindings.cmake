# libstamtafel, the C library, and the Python module, which has the same objects inside.

stamtafel_sources(sources bindings/c)
add_library(c_interface OBJECT ${sources})
set_target_properties(c_interface PROPERTIES UNITY_BUILD OFF)
target_compile_definitions(c_interface PRIVATE STAMTAFEL_VERSION="${PROJECT_VERSION}")
target_link_libraries(c_interface PRIVATE portable PUBLIC bots games engine)

file(STRINGS bindings/c/stamtafel.h c_version REGEX "^#define STAMTAFEL_C_VERSION ")
string(REGEX MATCH "[0-9]+$" c_version "${c_version}")
set(exports ${CMAKE_SOURCE_DIR}/bindings/c/exports.txt) # all else is nobody's business
add_library(stamtafel_c SHARED)
target_link_libraries(stamtafel_c PRIVATE c_interface)
target_link_options(stamtafel_c PRIVATE -Wl,--version-script=${exports} -Wl,--no-undefined)
set_target_properties(
  stamtafel_c PROPERTIES
  OUTPUT_NAME stamtafel LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib
  VERSION 1.${c_version} SOVERSION 1 LINK_DEPENDS ${exports} LINKER_LANGUAGE CXX)
target_include_directories(stamtafel_c INTERFACE ${CMAKE_SOURCE_DIR}/bindings/c)
add_dependencies(programs stamtafel_c)

# Debian's own Python: another one on PATH has no Debian packages. A sanitizer would have to be in the
# interpreter, too.
find_path(PYBIND11_INCLUDE pybind11/pybind11.h)
find_program(STAMTAFEL_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(STAMTAFEL_PYTHON AND PYBIND11_INCLUDE AND NOT STAMTAFEL_SANITIZE AND NOT STAMTAFEL_COVERAGE)
  set(Python3_EXECUTABLE ${STAMTAFEL_PYTHON})
  find_package(Python3 COMPONENTS Interpreter Development.Module NumPy QUIET)
endif()
if(Python3_NumPy_FOUND AND Python3_Development.Module_FOUND)
  set(python_folder ${CMAKE_BINARY_DIR}/python)
  Python3_add_library(stamtafel_python MODULE WITH_SOABI bindings/python/module.cpp)
  target_link_libraries(stamtafel_python PRIVATE c_interface Threads::Threads)
  target_include_directories(stamtafel_python SYSTEM PRIVATE ${PYBIND11_INCLUDE})
  target_link_options(stamtafel_python PRIVATE -Wl,--exclude-libs,ALL)
  set_target_properties(
    stamtafel_python PROPERTIES
    OUTPUT_NAME _stamtafel LIBRARY_OUTPUT_DIRECTORY ${python_folder}/stamtafel
    CXX_VISIBILITY_PRESET hidden UNITY_BUILD OFF)
  # The package as it can be imported from the build folder: a change of its sources needs no build.
  file(MAKE_DIRECTORY ${python_folder}/stamtafel)
  file(GLOB sources CONFIGURE_DEPENDS bindings/python/stamtafel/*.py bindings/python/stamtafel/*.pyi
       bindings/python/stamtafel/py.typed)
  foreach(source IN LISTS sources)
    cmake_path(GET source FILENAME name)
    file(CREATE_LINK ${source} ${python_folder}/stamtafel/${name} SYMBOLIC)
  endforeach()
  add_dependencies(programs stamtafel_python)
else()
  message(STATUS "Without the Python package: it needs python3-dev, pybind11-dev and python3-numpy")
endif()

# What only the outside of the library shows: its tests link it like any program, the example is compiled
# by a C compiler; and pytest over the Python package.
function(stamtafel_binding_tests)
  stamtafel_tests(c_tests bindings/c LINKS stamtafel_c)
  find_program(C_COMPILER NAMES cc gcc clang-19)
  if(C_COMPILER AND NOT STAMTAFEL_SANITIZE)
    add_test(NAME c_example COMMAND ${CMAKE_COMMAND} -D COMPILER=${C_COMPILER}
             -D LIBRARY=$<TARGET_FILE:stamtafel_c> -D SOURCE=${CMAKE_SOURCE_DIR}
             -P ${CMAKE_SOURCE_DIR}/cmake/c_example.cmake WORKING_DIRECTORY ${CMAKE_BINARY_DIR})
  endif()
  if(TARGET stamtafel_python)
    add_test(NAME python COMMAND ${STAMTAFEL_PYTHON} -m pytest -q -p no:cacheprovider
             ${CMAKE_SOURCE_DIR}/bindings/python WORKING_DIRECTORY ${CMAKE_BINARY_DIR})
    set_tests_properties(python PROPERTIES TIMEOUT 600 ENVIRONMENT
      "PYTHONPATH=${python_folder};PYTHONDONTWRITEBYTECODE=1;STAMTAFEL_MODULE=$<TARGET_FILE:stamtafel_python>")
  endif()
endfunction()
