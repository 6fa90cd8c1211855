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

# What makes results equal everywhere and code fast: no contraction of floating point, no
# fast-math, -O3 rather than nanobind's size optimisation.
function(quadrille_compile_options target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_include_directories(${target} PRIVATE ${QUADRILLE_INCLUDE_DIR})
  target_link_libraries(${target} PRIVATE Threads::Threads)
  target_compile_options(${target} PRIVATE
    -ffp-contract=off -Wall -Wextra -Wconversion
    $<$<BOOL:${QUADRILLE_WARNINGS_ARE_ERRORS}>:-Werror>
    $<$<CONFIG:Release>:-O3>)
  if(QUADRILLE_SANITIZE)
    target_compile_options(${target} PRIVATE
      -O1 -g -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS
      -fsanitize=address,undefined -fno-sanitize-recover=undefined)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  elseif(NOT DEFINED QUADRILLE_NATIVE OR QUADRILLE_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
endfunction()

# quadrille_add_native_module(name sources... destination): the module `_core` of a package folder.
function(quadrille_add_native_module name)
  set(sources ${ARGN})
  list(POP_BACK sources destination)
  set(target _core_${name})
  nanobind_add_module(${target} BACKEND_MODULE nanobind_backend NOMINSIZE NB_SUPPRESS_WARNINGS
                      ${sources})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME _core LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name})
  quadrille_compile_options(${target})
  install(TARGETS ${target} LIBRARY DESTINATION ${destination})
endfunction()

# The searches are large templates. Each family of them, search/bind_<family>.hpp, is compiled for a
# game in a file of its own, so that both cores work and the game's bind.cpp stays quick.
set(QUADRILLE_SEARCH_FAMILIES alphabeta maxn mcts)

# quadrille_search_sources(out name header state): writes these files, one for each family.
function(quadrille_search_sources out name header state)
  set(sources "")
  foreach(family IN LISTS QUADRILLE_SEARCH_FAMILIES)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}/search_${family}.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include "@header@"
#include "quadrille/search/bind_@family@.hpp"
template void quadrille::search::bind_@family@<@state@>(nanobind::handle);
]])
    list(APPEND sources ${source})
  endforeach()
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# quadrille_add_game(name folder destination): every .cpp of a game's folder, and the searches for
# quadrille::<name>::State of its rules.hpp. A folder that makes headers while it is built says so
# in a generate.cmake, which appends them to `sources`; they go to `generated`, an include folder.
function(quadrille_add_game name folder destination)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${name})
  if(EXISTS ${folder}/generate.cmake)
    include(${folder}/generate.cmake)
  endif()
  quadrille_search_sources(searches ${name} ${folder}/rules.hpp quadrille::${name}::State)
  quadrille_add_native_module(${name} ${sources} ${searches} ${destination})
  target_include_directories(_core_${name} PRIVATE ${generated})
endfunction()
