"""The random numbers of the package, written again from the published algorithms.

SplitMix64 and xoshiro256++: Blackman and Vigna, "Scrambled linear pseudorandom number generators"
(2019). Bounded numbers: Lemire, "Fast random integer generation in an interval" (2019).
"""

from collections.abc import Iterator

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15
PLAIN, CREATE, CHANCE, AGENT, ENV, SAMPLE = range(6)


def mix(x: int) -> int:
    """The finaliser of SplitMix64."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB % WORD
    return x ^ x >> 31


def splitmix(seed: int) -> Iterator[int]:
    """The numbers of SplitMix64."""
    while True:
        seed = (seed + GOLDEN) % WORD
        yield mix(seed)


def combine(digest: int, word: int) -> int:
    """How the package folds a word into a seed."""
    return mix((digest + GOLDEN + mix((word + GOLDEN) % WORD)) % WORD)


def keyed(seed: int, stream: int, index: int = 0) -> int:
    """The seed of ``Rng.keyed``."""
    return combine(combine(seed, stream), index)


class Reference:
    """xoshiro256++."""

    def __init__(self, *state: int) -> None:
        self.state = list(state)

    @classmethod
    def seeded(cls, seed: int) -> "Reference":
        """Seeded as the authors advise: by four numbers of SplitMix64."""
        numbers = splitmix(seed)
        return cls(*(next(numbers) for _ in range(4)))

    def next(self) -> int:
        """The next 64 bits."""
        s = self.state
        result = (_rotated((s[0] + s[3]) % WORD, 23) + s[0]) % WORD
        t = s[1] << 17 & WORD - 1
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = _rotated(s[3], 45)
        return result

    def below(self, n: int) -> int:
        """A number below n: the high half of a product, unless the low half is in the rest."""
        rest = 2**32 % n
        while True:
            high, low = divmod((self.next() >> 32) * n, 2**32)
            if low >= rest:
                return high


def _rotated(x: int, bits: int) -> int:
    return (x << bits | x >> 64 - bits) % WORD
