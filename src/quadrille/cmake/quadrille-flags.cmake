# The compiler flags of native code, each of them tried out first, so that any compiler and any
# processor will do.

include(CheckCXXCompilerFlag)
include(CheckCXXSourceRuns)

# quadrille_usable_flags(out flags...): those that the compiler knows.
function(quadrille_usable_flags out)
  set(usable "")
  foreach(flag IN LISTS ARGN)
    string(MAKE_C_IDENTIFIER "QUADRILLE_KNOWS_${flag}" known)
    check_cxx_compiler_flag("${flag}" ${known})
    if(${known})
      list(APPEND usable "${flag}")
    endif()
  endforeach()
  set(${out} ${usable} PARENT_SCOPE)
endfunction()

set(wanted -ffp-contract=off -Wall -Wextra -Wconversion)
if(QUADRILLE_WARNINGS_ARE_ERRORS)
  list(APPEND wanted -Werror)
endif()
quadrille_usable_flags(QUADRILLE_COMMON_FLAGS ${wanted})
# States are some kilobytes: the library's copy of them is faster than the compiler's `rep movs`.
quadrille_usable_flags(QUADRILLE_FAST_FLAGS -O3 -mstringop-strategy=libcall)
if(NOT "-ffp-contract=off" IN_LIST QUADRILLE_COMMON_FLAGS)
  message(WARNING "This compiler does not know -ffp-contract=off: searches may differ from those of "
                  "other machines in the last bits.")
endif()

# --- the instruction set ------------------------------------------------------------------------
# What is built, and how fast it is, must not depend on the machine that builds it: there are two
# targets for x86-64, of which a build takes the better one that this machine can run.

set(QUADRILLE_INSTRUCTIONS "auto" CACHE STRING
    "x86-64-v3 (AVX2, BMI2: most since 2013), baseline, native, or auto: v3 where it runs")
set_property(CACHE QUADRILLE_INSTRUCTIONS PROPERTY STRINGS auto x86-64-v3 baseline native)

function(quadrille_find_instructions out)
  set(choice ${QUADRILLE_INSTRUCTIONS})
  if(CMAKE_CXX_FLAGS MATCHES "-m(arch|cpu)=[^ ]+")
    set(choice "${CMAKE_MATCH_0}, as CXXFLAGS say")
    set(wanted "")
  elseif(choice STREQUAL "baseline")
    set(wanted "")
  elseif(choice MATCHES "^(native|x86-64-v3)$")
    set(wanted "-march=${choice}")
  elseif(choice STREQUAL "auto")
    set(wanted "")
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND NOT CMAKE_CROSSCOMPILING)
      check_cxx_source_runs("
        int main() {
            __builtin_cpu_init();
            return !(__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi\") &&
                     __builtin_cpu_supports(\"bmi2\") && __builtin_cpu_supports(\"fma\"));
        }" QUADRILLE_RUNS_X86_64_V3)
      if(QUADRILLE_RUNS_X86_64_V3)
        set(wanted -march=x86-64-v3)
      endif()
    endif()
    set(choice "${wanted}")
  else()
    message(FATAL_ERROR "expected QUADRILLE_INSTRUCTIONS to be auto, x86-64-v3, baseline or native, "
                        "got '${choice}'")
  endif()
  quadrille_usable_flags(usable ${wanted})
  if(NOT "${usable}" STREQUAL "${wanted}")
    message(STATUS "Instruction set: this compiler does not know ${wanted}; taking its default")
  else()
    string(REPLACE "-march=" "" choice "${choice}")
    if(choice STREQUAL "")
      set(choice "the compiler's default for ${CMAKE_SYSTEM_PROCESSOR}")
    endif()
    message(STATUS "Instruction set: ${choice}")
  endif()
  set(${out} ${usable} PARENT_SCOPE)
endfunction()
quadrille_find_instructions(QUADRILLE_INSTRUCTION_FLAGS)
