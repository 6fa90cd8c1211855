# tile_data.hpp, from the tile tables.
set(header ${generated}/quadrille/games/carcassonne/tile_data.hpp)
file(GLOB tables CONFIGURE_DEPENDS ${folder}/tiles/*.json)
file(MAKE_DIRECTORY ${generated}/quadrille/games/carcassonne)
add_custom_command(
  OUTPUT ${header}
  COMMAND ${Python_EXECUTABLE} ${folder}/tiles/tables.py ${header}
  DEPENDS ${tables} ${folder}/tiles/tables.py)
list(APPEND sources ${header})
