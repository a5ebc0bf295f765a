# Puts text files into the program.
#
# stamtafel_embed(OUT namespace folder name=file… name=file,file…) writes <folder>/embedded.h with
#   namespace <namespace>::embedded { extern const std::string_view <name>…; }
# (of several files: std::array<std::string_view, n>), a struct embedded::Files with functions of the same names for those
# who want to derive from it, and appends to the list OUT the .cpp that defines them, remade when one of the files changes.
# With a * behind its name (name*=pattern) it is all files of that pattern in the order of their names, however many: an array.
# A file that is not there yet is an empty text and a warning; without the warning where `?` stands behind its name.
# No file (name=) is an empty text, and name?=file is whether there is such a file: a bool.
function(stamtafel_embed out namespace folder)
  set(output ${CMAKE_BINARY_DIR}/generated/${folder}/embedded)
  set(declarations "")
  set(functions "")
  set(files "")
  set(entries "")
  foreach(entry IN LISTS ARGN)
    string(REGEX MATCH "^(.*[^*?])([*?]?)=(.*)$" _ ${entry})
    set(name ${CMAKE_MATCH_1})
    set(all ${CMAKE_MATCH_2})
    string(REPLACE "," ";" paths "${CMAKE_MATCH_3}")
    if(all STREQUAL "?")
      file(GLOB file CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/${paths})
      set(there false)
      if(file)
        set(there true)
      endif()
      string(APPEND declarations "inline constexpr bool ${name} = ${there};\n")
      string(APPEND functions "  static constexpr bool ${name}() { return embedded::${name}; }\n")
      continue()
    endif()
    if(all)
      file(GLOB paths RELATIVE ${CMAKE_SOURCE_DIR}/${folder} CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/${paths})
    endif()
    list(JOIN paths "," joined)
    list(APPEND entries ${name}${all}=${joined})
    list(LENGTH paths count)
    set(type std::string_view)
    if(count GREATER 1 OR all)
      set(type "std::array<std::string_view, ${count}>")
    endif()
    string(APPEND declarations "extern const ${type} ${name};\n")
    string(APPEND functions "  static const ${type}& ${name}() { return embedded::${name}; }\n")
    foreach(path IN LISTS paths)
      string(REGEX MATCH "[?]$" may_be_missing ${path})
      string(REGEX REPLACE "[?]$" "" path ${path})
      # The glob makes the build notice a file that appears or goes away.
      file(GLOB file CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/${path})
      list(APPEND files ${file})
      if(NOT file AND NOT may_be_missing)
        message(WARNING "${folder}/${path} is missing: embedded as an empty text")
      endif()
    endforeach()
  endforeach()

  file(CONFIGURE OUTPUT ${output}.h @ONLY CONTENT
       "#pragma once\n\n#include <array>\n#include <string_view>\n
namespace @namespace@::embedded {\n
@declarations@
struct Files {\n@functions@};\n
}  // namespace @namespace@::embedded\n")

  set(script ${CMAKE_SOURCE_DIR}/cmake/write_embedded.cmake)
  add_custom_command(
    OUTPUT ${output}.cpp
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${output}.cpp -D NAMESPACE=${namespace} -D FOLDER=${folder}
            -P ${script} -- ${entries}
    DEPENDS ${files} ${script}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMENT "Embedding the texts of ${folder}"
    VERBATIM)
  # By itself: as part of a library alone it would wait for all that the library links, and every
  # file of the library for it.
  string(MAKE_C_IDENTIFIER embedded_${folder} target)
  add_custom_target(${target} DEPENDS ${output}.cpp)
  # A literal may be longer than the 64 KB that ISO C++ promises; both compilers take megabytes.
  set_source_files_properties(${output}.cpp PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  set(${out} ${${out}} ${output}.cpp PARENT_SCOPE)
endfunction()
