/** One stream of pseudo-random numbers from one seed (sfc32): the same seed gives the same run. */
export type Random = {
  /** From 0 up to, and without, 1. */
  next(): number;
  /** A whole number from 0 up to, and without, `below`. */
  int(below: number): number;
  /** Both ends included. */
  between(low: number, high: number): number;
  bigBetween(low: bigint, high: bigint): bigint;
  chance(probability: number): boolean;
  /** Throws a RangeError for an empty list. */
  pick<T>(list: readonly T[]): T;
  /** An id in the form of a version 4 UUID. */
  uuid(): string;
};

export function createRandom(seed: number): Random {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, 0xb7e15162 ^ seed, 1];
  const bits = (): number => {
    const out = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + out;
    c |= 0;
    return out >>> 0;
  };
  for (let i = 0; i < 16; i++) bits();
  const random: Random = {
    next: () => bits() / 0x1_0000_0000,
    int: (below) => Math.floor(random.next() * below),
    between: (low, high) => low + random.int(high - low + 1),
    bigBetween: (low, high) => low + (((BigInt(bits()) << 32n) | BigInt(bits())) % (high - low + 1n)),
    chance: (probability) => random.next() < probability,
    pick(list) {
      const chosen = list[random.int(list.length)];
      if (chosen === undefined) throw new RangeError('nothing to pick from');
      return chosen;
    },
    uuid() {
      const hex = Array.from({ length: 4 }, () => bits().toString(16).padStart(8, '0')).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
  return random;
}

/** A number of 32 bits that follows from its parts alone: for what must be the same whenever it is asked again. */
export function keyed(...parts: readonly number[]): number {
  let h = 0x811c9dc5;
  for (const part of parts) {
    h = Math.imul(h ^ (part | 0), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13) ^ Math.floor(part / 0x1_0000_0000), 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return h >>> 0;
}
