from typing import Any

import quadrille
from quadrille.core.native_state import NativeMove, NativeState

class Move(NativeMove): ...

class State(NativeState[Move]):
    name: str
    title: str
    summary: str
    penalty: str
    @staticmethod
    def create(options: dict[str, Any], rng: quadrille.Rng) -> State: ...
    @staticmethod
    def parse(options: dict[str, Any], text: str) -> State: ...
    def height(self, column: int) -> int: ...
