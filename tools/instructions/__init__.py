"""How many instructions fixed work takes: what a change costs, whatever else the machine does.

`work` is what is done, under Valgrind's callgrind; `count` runs it and compares what was counted
with ``bench/instructions.json``.
"""
