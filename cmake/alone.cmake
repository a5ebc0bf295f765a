# The hub as a WebAssembly module for the page (docs/alone.md): a reactor, without main().
stamtafel_sources(sources alone)
add_executable(alone ${sources} cmake/wasm_stack_protector.cpp)
target_link_libraries(alone PRIVATE portable hub)
# The stack below the data, so that it can't grow into it unseen.
set(reactor -mexec-model=reactor -Wl,--stack-first -Wl,-z,stack-size=1048576 -Wl,--strip-all)
target_link_options(alone PRIVATE ${reactor})


# Where the program looks for it (server/alone_files.h).
find_program(NODE NAMES node nodejs REQUIRED)
add_custom_command(
  TARGET alone POST_BUILD
  COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/tools/alone.mjs $<TARGET_FILE:alone> ${CMAKE_BINARY_DIR}/alone
  VERBATIM)

# The npm package (bindings/wasm): the C interface as a module. Its functions are those of the header.
stamtafel_sources(sources bindings/c)
add_executable(package ${sources} cmake/wasm_stack_protector.cpp)
set_target_properties(package PROPERTIES OUTPUT_NAME stamtafel UNITY_BUILD OFF)
target_compile_definitions(package PRIVATE STAMTAFEL_VERSION="${PROJECT_VERSION}")
target_link_libraries(package PRIVATE portable bots games engine)
file(READ bindings/c/stamtafel.h header)
string(REGEX MATCHALL "stamtafel_[a-z_]+\\(" functions "${header}")
list(REMOVE_DUPLICATES functions)
list(TRANSFORM functions REPLACE "^(.*)\\($" "-Wl,--export=\\1")
target_link_options(package PRIVATE ${reactor} ${functions} -Wl,--export=malloc -Wl,--export=free)
set(folder ${CMAKE_BINARY_DIR}/package)
file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bindings/wasm/*)
set_property(TARGET package APPEND PROPERTY LINK_DEPENDS ${files})
# The nets lie beside it, by the names of their games.
set(nets "")
foreach(game IN LISTS game_folders)
  cmake_path(GET game FILENAME id)
  file(GLOB net CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${game}/net.json)
  if(net)
    list(APPEND nets COMMAND ${CMAKE_COMMAND} -E copy ${net} ${folder}/nets/${id}.json)
    set_property(TARGET package APPEND PROPERTY LINK_DEPENDS ${net})
  endif()
endforeach()
# Its version is the project's.
file(READ bindings/wasm/package.json manifest)
string(JSON manifest SET "${manifest}" version "\"${PROJECT_VERSION}\"")
file(CONFIGURE OUTPUT npm/package.json CONTENT "${manifest}" @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS bindings/wasm/package.json)
add_custom_command(
  TARGET package POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${CMAKE_SOURCE_DIR}/bindings/wasm ${folder}
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_BINARY_DIR}/npm/package.json ${folder}
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:package> ${folder}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}/nets ${nets}
  VERBATIM)
