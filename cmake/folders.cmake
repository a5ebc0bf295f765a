# From folders of sources to libraries. A new file, or a new game's folder, needs no line here.

# stamtafel_sources(OUT folder…): the .cpp files of the folders, tests left out.
function(stamtafel_sources out)
  list(TRANSFORM ARGN APPEND /*.cpp OUTPUT_VARIABLE patterns)
  file(GLOB sources RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS ${patterns})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# stamtafel_folders_of(OUT source…): the folders these files stand in.
function(stamtafel_folders_of out)
  set(folders ${ARGN})
  list(TRANSFORM folders REPLACE "/[^/]*$" "")
  list(REMOVE_DUPLICATES folders)
  set(${out} ${folders} PARENT_SCOPE)
endfunction()

# stamtafel_library(name [PORTABLE] [SOURCES file…] [LINKS library…] [DEFINES definition…]):
# a static library, or one of headers alone when there are no sources. Includes are written from the
# root of the repository.
function(stamtafel_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PORTABLE" "" "SOURCES;LINKS;DEFINES")
  if(arg_SOURCES)
    set(public PUBLIC)
    add_library(${name} STATIC ${arg_SOURCES})
    if(arg_PORTABLE)
      target_link_libraries(${name} PRIVATE portable)
    else()
      target_link_libraries(${name} PRIVATE hardened)
    endif()
  else()
    set(public INTERFACE)
    add_library(${name} INTERFACE)
  endif()
  target_include_directories(${name} ${public} ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
  target_compile_definitions(${name} ${public} ${arg_DEFINES})
  target_link_libraries(${name} ${public} ${arg_LINKS})
endfunction()
