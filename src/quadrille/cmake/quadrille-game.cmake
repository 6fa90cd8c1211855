# Builds a native game. Ships with the package, so that a game of your own can be built against it:
#
#   find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
#   find_package(nanobind 3.1 CONFIG REQUIRED)
#   find_package(quadrille CONFIG REQUIRED)
#   quadrille_add_game(my_game ${CMAKE_CURRENT_SOURCE_DIR}/src/my_game my_game)
#
# `python -m quadrille --cmake-dir` prints the folder for quadrille_ROOT.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_package(Threads REQUIRED)
option(QUADRILLE_WARNINGS_ARE_ERRORS "Stop at compiler warnings; for this project's own tests" OFF)
include("${CMAKE_CURRENT_LIST_DIR}/quadrille-flags.cmake")

# What makes results equal everywhere and code fast: no contraction of floating point, no
# fast-math, -O3 rather than nanobind's size optimisation.
function(quadrille_compile_options target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_include_directories(${target} PRIVATE ${QUADRILLE_INCLUDE_DIR})
  target_link_libraries(${target} PRIVATE Threads::Threads)
  target_compile_options(${target} PRIVATE
    ${QUADRILLE_COMMON_FLAGS} $<$<CONFIG:Release>:${QUADRILLE_FAST_FLAGS}>)
  if(QUADRILLE_SANITIZE)
    target_compile_options(${target} PRIVATE
      -O1 -g -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS
      -fsanitize=address,undefined -fno-sanitize-recover=undefined)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  else()
    target_compile_options(${target} PRIVATE ${QUADRILLE_INSTRUCTION_FLAGS})
  endif()
endfunction()

# Compiles a target's files together, those that bind and the rest: most of the time of a small file
# goes into its headers.
function(quadrille_unite target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(IS_PREFIX CMAKE_CURRENT_BINARY_DIR ${source} generated)
    get_filename_component(file ${source} NAME)
    if(NOT generated AND file MATCHES "^bind.*\\.cpp$")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP bind)
    elseif(NOT generated)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP rules)
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# What depends on no game is compiled once, as for a first module, and linked into all of them;
# the headers of all bindings are parsed once.
function(quadrille_add_common common module)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${QUADRILLE_INCLUDE_DIR}/quadrille/core/*.cpp
                                              ${QUADRILLE_INCLUDE_DIR}/quadrille/search/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/bind\\.cpp$") # modules themselves
  add_library(${common} STATIC ${sources})
  target_compile_features(${common} PRIVATE cxx_std_20)
  set_target_properties(${common} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden)
  foreach(kind INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS)
    set_property(TARGET ${common} PROPERTY ${kind} $<TARGET_PROPERTY:${module},${kind}>)
  endforeach()
  quadrille_unite(${common})
  target_precompile_headers(${common} PRIVATE
    ${QUADRILLE_INCLUDE_DIR}/quadrille/core/binding/bind.hpp
    ${QUADRILLE_INCLUDE_DIR}/quadrille/search/bind_search.hpp)
endfunction()

# quadrille_add_native_module(name sources... destination): the module `_core` of a package folder.
function(quadrille_add_native_module name)
  set(sources ${ARGN})
  list(POP_BACK sources destination)
  set(variant ${name}${QUADRILLE_VARIANT})
  set(target _core_${variant})
  set(common _common${QUADRILLE_VARIANT})
  nanobind_add_module(${target} BACKEND_MODULE nanobind_backend NOMINSIZE NB_SUPPRESS_WARNINGS
                      ${sources})
  set_target_properties(${target} PROPERTIES
    DEFINE_SYMBOL "" OUTPUT_NAME _core LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${variant})
  quadrille_compile_options(${target})
  if(QUADRILLE_UNITY_BUILD)
    quadrille_unite(${target})
  endif()
  if(NOT TARGET ${common})
    quadrille_add_common(${common} ${target})
  endif()
  target_link_libraries(${target} PRIVATE ${common})
  target_precompile_headers(${target} REUSE_FROM ${common})
  install(TARGETS ${target} LIBRARY DESTINATION ${destination})
endfunction()

# What runs millions of times is a family of templates, such as search/bind_mcts.hpp. Each is
# compiled for a kind of states in a file of its own, so that both cores work, the game's bind.cpp
# stays quick, and what one unit holds does not change what the compiler makes of another.

# quadrille_family_source(out name family state [header]): writes such a file for a family, which is
# its path below quadrille without the ending: a header, and in it a function of the same name.
function(quadrille_family_source out name family state)
  set(include_state "")
  if(ARGC GREATER 4)
    set(include_state "#include \"${ARGV4}\"")
  endif()
  get_filename_component(function ${family} NAME)
  set(namespace quadrille)
  if(family MATCHES "^search/")
    set(namespace quadrille::search)
  endif()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}/${function}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
@include_state@
#include "quadrille/@family@.hpp"
template void @namespace@::@function@<@state@>(nanobind::handle);
]])
  set(${out} ${source} PARENT_SCOPE)
endfunction()

# quadrille_add_game(name folder destination): every .cpp of a game's folder, and the searches for
# quadrille::<name>::State of its rules.hpp. A folder that makes headers while it is built says so
# in a generate.cmake, which appends them to `sources`; they go to `generated`, an include folder.
function(quadrille_add_game name folder destination)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${name}${QUADRILLE_VARIANT})
  if(EXISTS ${folder}/generate.cmake)
    include(${folder}/generate.cmake)
  endif()
  foreach(family core/binding/bind_play search/bind_alphabeta search/bind_mcts search/bind_one_move)
    quadrille_family_source(source ${name} ${family} quadrille::${name}::State ${folder}/rules.hpp)
    list(APPEND sources ${source})
  endforeach()
  quadrille_add_native_module(${name} ${sources} ${destination})
  target_include_directories(_core_${name}${QUADRILLE_VARIANT} PRIVATE ${generated})
endfunction()
