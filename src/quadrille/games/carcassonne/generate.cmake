# tile_data.hpp, from the tile tables.
file(GLOB tables CONFIGURE_DEPENDS ${folder}/tiles/*.json)
add_custom_command(
  OUTPUT ${generated}/tile_data.hpp
  COMMAND ${Python_EXECUTABLE} ${folder}/tiles/tables.py ${generated}/tile_data.hpp
  DEPENDS ${tables} ${folder}/tiles/tables.py)
list(APPEND sources ${generated}/tile_data.hpp)
