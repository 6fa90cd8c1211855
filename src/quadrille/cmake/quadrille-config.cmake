# find_package(quadrille): where the headers of the installed package are, and quadrille_add_game.
get_filename_component(QUADRILLE_INCLUDE_DIR "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
include("${CMAKE_CURRENT_LIST_DIR}/quadrille-game.cmake")
