# Manual pages, what is installed where, and the Debian packages: docs/packages.md.

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # tests are not installed: `packaged` is what is needed
include(GNUInstallDirs)
set(data ${CMAKE_INSTALL_DATADIR})
set(packaging ${CMAKE_SOURCE_DIR}/packaging)
set(made ${CMAKE_BINARY_DIR}/packaging)
add_custom_target(packaged)
add_dependencies(packaged stamtafel)

# ---- the program, its manual pages and its completion, which it tells itself ----

install(TARGETS stamtafel RUNTIME COMPONENT program)
install(FILES README.md CHANGELOG.md DESTINATION ${data}/doc/stamtafel COMPONENT program)
install(DIRECTORY docs/ DESTINATION ${data}/doc/stamtafel COMPONENT program FILES_MATCHING
        PATTERN "*.md" PATTERN pictures EXCLUDE)
install(PROGRAMS examples/bot.py DESTINATION ${data}/doc/stamtafel/examples COMPONENT program)

set(scripts ${CMAKE_SOURCE_DIR}/cli/completion)
install(FILES ${scripts}/stamtafel.bash DESTINATION ${data}/bash-completion/completions
        RENAME stamtafel COMPONENT program)
install(FILES ${scripts}/stamtafel.zsh DESTINATION ${data}/zsh/vendor-completions
        RENAME _stamtafel COMPONENT program)
install(FILES ${scripts}/stamtafel.fish DESTINATION ${data}/fish/vendor_completions.d
        COMPONENT program)

find_program(SCDOC scdoc)
find_program(NODE NAMES node nodejs)
if(SCDOC AND NODE)
  file(GLOB sources CONFIGURE_DEPENDS ${packaging}/manual/* docs/*.md)
  add_custom_command(
    OUTPUT ${made}/manual.stamp
    COMMAND ${packaging}/manual/write $<TARGET_FILE:stamtafel> ${NODE} ${SCDOC} ${PROJECT_VERSION}
            ${made}/man
    COMMAND ${CMAKE_COMMAND} -E touch ${made}/manual.stamp
    DEPENDS stamtafel ${sources}
    COMMENT "Writing the manual pages"
    VERBATIM)
  add_custom_target(manual DEPENDS ${made}/manual.stamp)
  add_dependencies(packaged manual)
  if(STAMTAFEL_TESTS)
    set_target_properties(manual PROPERTIES EXCLUDE_FROM_ALL OFF)
  endif()
  install(DIRECTORY ${made}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
else()
  message(STATUS "Without manual pages: they need scdoc and node")
endif()

# What lets people play without a server, where it was built (docs/alone.md); tools/package always does.
set(alone ${CMAKE_SOURCE_DIR}/build/wasm/alone)
install(FILES ${alone}/stamtafel.wasm ${alone}/stamtafel.wasm.br DESTINATION ${data}/stamtafel/alone
        COMPONENT program OPTIONAL)

# ---- the server as a service ----

install(FILES packaging/stamtafel.service DESTINATION /lib/systemd/system COMPONENT server)
install(FILES packaging/stamtafel.default DESTINATION /etc/default RENAME stamtafel COMPONENT server)
install(FILES packaging/nginx.conf packaging/Caddyfile COMPONENT server
        DESTINATION ${data}/doc/stamtafel-server/examples)

# ---- the Python package, where Debian's Python looks for it ----

if(TARGET stamtafel_python)
  add_dependencies(packaged stamtafel_python)
  set(folder lib/python3/dist-packages)
  file(GLOB sources CONFIGURE_DEPENDS bindings/python/stamtafel/*.py
       bindings/python/stamtafel/*.pyi bindings/python/stamtafel/py.typed)
  install(FILES ${sources} DESTINATION ${folder}/stamtafel COMPONENT python)
  install(TARGETS stamtafel_python LIBRARY DESTINATION ${folder}/stamtafel COMPONENT python)
  configure_file(packaging/debian/METADATA.in ${made}/METADATA @ONLY)
  install(FILES ${made}/METADATA DESTINATION ${folder}/stamtafel-${PROJECT_VERSION}.dist-info
          COMPONENT python)
  install(DIRECTORY examples/python/ DESTINATION ${data}/doc/python3-stamtafel/examples
          COMPONENT python FILES_MATCHING PATTERN "*.py")
endif()

# ---- Debian packages ----

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME stamtafel)
set(CPACK_PACKAGE_CONTACT "The Stamtafel authors <stamtafel@example.org>")
set(CPACK_SET_DESTDIR ON) # some of it stands outside /usr
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH, where that is set
configure_file(packaging/debian/changelog.in ${made}/changelog @ONLY)
add_custom_command(OUTPUT ${made}/changelog.gz COMMAND gzip -9nkf ${made}/changelog
                   DEPENDS ${made}/changelog VERBATIM)
add_custom_target(changelog DEPENDS ${made}/changelog.gz)
add_dependencies(packaged changelog)

# stamtafel_package(component package SECTION section DEPENDS "packages" DESCRIPTION line…
# [ALL]): with the maintainer scripts of packaging/debian/<package>/. ALL: it holds nothing compiled.
function(stamtafel_package component package)
  cmake_parse_arguments(PARSE_ARGV 2 arg "ALL" "SECTION;DEPENDS" "DESCRIPTION")
  string(TOUPPER ${component} upper)
  set(debian CPACK_DEBIAN_${upper})
  list(JOIN arg_DESCRIPTION "\n" description)
  file(GLOB scripts CONFIGURE_DEPENDS ${packaging}/debian/${package}/*)
  set(${debian}_PACKAGE_NAME ${package} PARENT_SCOPE)
  set(${debian}_PACKAGE_SECTION ${arg_SECTION} PARENT_SCOPE)
  set(${debian}_PACKAGE_DEPENDS "${arg_DEPENDS}" PARENT_SCOPE)
  set(${debian}_PACKAGE_CONTROL_EXTRA "${scripts}" PARENT_SCOPE)
  set(${debian}_DESCRIPTION "${description}" PARENT_SCOPE)
  if(arg_ALL)
    set(${debian}_PACKAGE_ARCHITECTURE all PARENT_SCOPE)
  else()
    set(${debian}_PACKAGE_SHLIBDEPS ON PARENT_SCOPE)
  endif()
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${component} PARENT_SCOPE)
  install(FILES packaging/debian/copyright ${made}/changelog.gz
          DESTINATION ${data}/doc/${package} COMPONENT ${component})
endfunction()

stamtafel_package(
  program stamtafel SECTION misc
  DESCRIPTION
    "tavern board games to play, to study and to change"
    "Five board games that are complete: Der König der Diebe (Draco & Co), Goldbräu,"
    "Dice Brewing, The Taverns of Tiefenthal and Taverna, for 2 to 6 players, with"
    "bots, in English, Dutch, German and French."
    ""
    "They are played in the browser, with friends wherever they are, or in the"
    "terminal. Whole games are plain text that can be checked and repeated exactly,"
    "and a lab plays a hundred thousand of them to see what a rule or a price does.")
stamtafel_package(
  server stamtafel-server ALL SECTION misc DEPENDS "stamtafel (= ${PROJECT_VERSION}), adduser"
  DESCRIPTION
    "tables of Stamtafel as a service of the system"
    "Runs the server of Stamtafel, tavern board games in the browser, as a service"
    "with a user and a data folder of its own, shut off from the rest of the"
    "machine."
    ""
    "It listens on the loopback until it is told otherwise; examples for a proxy"
    "with TLS are included.")
if(TARGET stamtafel_python)
  set(python_version ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR})
  math(EXPR next "${Python3_VERSION_MINOR} + 1")
  stamtafel_package(
    python python3-stamtafel SECTION python
    DEPENDS "python3 (>= ${python_version}), python3 (<< ${Python3_VERSION_MAJOR}.${next}), python3-numpy"
    DESCRIPTION
      "tavern board games as environments for learning"
      "Five board games with chance, hidden hands and simultaneous choices, for 2 to 6"
      "players: tables, views, records and bots from Python, environments in the"
      "shapes of PettingZoo and Gymnasium, and many tables at once in numpy arrays.")
endif()

include(CPack)

function(stamtafel_packaging_tests)
  if(TARGET manual)
    add_test(NAME manual COMMAND ${packaging}/manual/check $<TARGET_FILE:stamtafel> ${NODE} ${made}/man)
  endif()
  find_program(SHLIBDEPS dpkg-shlibdeps)
  if(SHLIBDEPS AND TARGET manual AND TARGET stamtafel_python)
    set_target_properties(packaged PROPERTIES EXCLUDE_FROM_ALL OFF)
    set(folder ${CMAKE_BINARY_DIR}/packages)
    add_test(NAME packages.made COMMAND ${CMAKE_CPACK_COMMAND} -G DEB -B ${folder} -D
             CPACK_DEBIAN_COMPRESSION_TYPE=gzip)
    add_test(NAME packages COMMAND ${packaging}/check ${folder})
    set_tests_properties(packages.made PROPERTIES FIXTURES_SETUP packages)
    set_tests_properties(packages PROPERTIES FIXTURES_REQUIRED packages)
  endif()
endfunction()
