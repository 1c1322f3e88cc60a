# Every header builds alone: one translation unit per header that includes nothing else, and that
# header twice. Not part of the normal build: a test builds it, and only what changed is built again.
file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/src/*/*.h)
set(header_units "")
foreach(header ${headers})
  string(REPLACE "/" "_" name ${header})
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cpp)
  file(CONFIGURE OUTPUT ${unit} CONTENT "#include \"${header}\"\n#include \"${header}\"\n" @ONLY)
  list(APPEND header_units ${unit})
endforeach()
add_library(headers_alone OBJECT EXCLUDE_FROM_ALL ${header_units})
target_include_directories(headers_alone PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_compile_definitions(headers_alone PRIVATE FATHOM_VERSION="${PROJECT_VERSION}")
target_compile_options(headers_alone PRIVATE -O0 -g0)
target_link_libraries(headers_alone PRIVATE fmt::fmt Threads::Threads)
add_test(NAME structure.headers_alone
         COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target headers_alone)
set_tests_properties(structure.headers_alone PROPERTIES LABELS structure TIMEOUT 600)
