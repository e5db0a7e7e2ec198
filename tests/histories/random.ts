/** Random choices from a seed: the same seed gives the same choices. */

export interface Random {
  /** A whole number from min to max. */
  int(min: number, max: number): number;
  /** Whether something of this probability happens. */
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Some of them, at least one, in their order. */
  some<T>(from: readonly T[]): T[];
}

/** The generator mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const chance = (probability: number) => next() < probability;
  const pick = <T>(from: readonly T[]): T => from[int(0, from.length - 1)] as T;
  return {
    int,
    chance,
    pick,
    some(from) {
      const chosen = from.filter(() => chance(0.5));
      return chosen.length > 0 ? chosen : [pick(from)];
    },
  };
}
