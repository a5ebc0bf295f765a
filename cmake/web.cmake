# The web client in the program: npm builds web/ to web/dist, and its files are put into a source
# with .incbin. Without web/package.json, or with STAMTAFEL_WEB=OFF, a page stands in that says so.
#
# stamtafel_web(OUT): appends to the list OUT the source that defines server::assets().
function(stamtafel_web out)
  if(NOT STAMTAFEL_WEB OR NOT EXISTS ${CMAKE_SOURCE_DIR}/web/package.json)
    set(${out} ${${out}} server/no_client.cpp PARENT_SCOPE)
    return()
  endif()
  find_program(NPM npm REQUIRED)
  find_program(NODE NAMES node nodejs REQUIRED)
  set(web ${CMAKE_SOURCE_DIR}/web)
  set(made ${CMAKE_BINARY_DIR}/generated/web)

  # What the client's types are made from (docs/protocol.md §6), for whoever checks it. To build it
  # types are only left out, so the page need not wait for the games.
  if(STAMTAFEL_TESTS)
    add_executable(schemas tools/schemas.cpp)
    target_link_libraries(schemas PRIVATE games engine)
    add_custom_command(
      OUTPUT ${made}/schemas.stamp
      COMMAND schemas ${made}/schemas
      COMMAND ${CMAKE_COMMAND} -E touch ${made}/schemas.stamp
      DEPENDS schemas
      COMMENT "Writing the schemas of the games"
      VERBATIM)
    add_custom_target(written_schemas ALL DEPENDS ${made}/schemas.stamp)
  endif()

  add_custom_command(
    OUTPUT ${made}/npm.stamp
    COMMAND ${NODE} tools/install.mjs $<$<BOOL:${STAMTAFEL_TESTS}>:--all>
    COMMAND ${CMAKE_COMMAND} -E touch ${made}/npm.stamp
    DEPENDS ${web}/package.json ${web}/package-lock.json ${web}/tools/install.mjs
    WORKING_DIRECTORY ${web}
    COMMENT "Installing what the web client is built with"
    COMMAND_EXPAND_LISTS
    VERBATIM)

  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${web}/src/* ${web}/public/*)
  list(FILTER inputs EXCLUDE REGEX "/src/generated/")
  list(APPEND inputs ${CMAKE_SOURCE_DIR}/bindings/wasm/system.js) # which src/alone shares
  file(GLOB settings CONFIGURE_DEPENDS ${web}/*.html ${web}/*.ts ${web}/*.js ${web}/tools/* ${web}/tsconfig*.json)
  add_custom_command(
    OUTPUT ${made}/dist.stamp
    COMMAND ${NPM} run --silent build
    COMMAND ${CMAKE_COMMAND} -E touch ${made}/dist.stamp
    DEPENDS ${made}/npm.stamp ${inputs} ${settings}
    WORKING_DIRECTORY ${web}
    COMMENT "Building the web client"
    VERBATIM)

  set(script ${CMAKE_SOURCE_DIR}/cmake/embed_web.mjs)
  add_custom_command(
    OUTPUT ${made}/assets_data.cpp
    COMMAND ${NODE} ${script} ${web}/dist ${made}
    DEPENDS ${made}/dist.stamp ${script}
    COMMENT "Embedding the web client"
    VERBATIM)
  add_custom_target(page DEPENDS ${made}/assets_data.cpp)  # by itself, as in embed.cmake
  # The compiler sees .incbin only as text: what it includes must not be looked for in a cache, nor
  # moved by the link-time optimizer.
  set_source_files_properties(${made}/assets_data.cpp PROPERTIES COMPILE_OPTIONS -fno-lto)
  set(${out} ${${out}} ${made}/assets_data.cpp PARENT_SCOPE)
endfunction()
