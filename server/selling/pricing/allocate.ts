import { type Paise, paise } from "../../base/money.ts";

/**
 * Divides an amount in proportion to the weights, by largest remainder: every share is rounded down, and the remaining paise go one each to
 * the shares with the largest fractions, so that the shares add up to the amount.
 * @param weights whole numbers, not negative, and not all 0
 */
export function allocate(amount: Paise, weights: readonly number[]): Paise[] {
  // BigInt, because products of two amounts exceed the exact range of numbers.
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  const shares = weights.map((weight, at) => {
    const product = BigInt(amount) * BigInt(weight);
    return { at, share: Number(product / total), remainder: product % total };
  });
  const leftOver = amount - shares.reduce((sum, { share }) => sum + share, 0);
  const byFraction = shares.toSorted((a, b) => Number(b.remainder - a.remainder) || a.at - b.at).slice(0, leftOver);
  for (const one of byFraction) one.share += 1;
  return shares.map(({ share }) => paise(share));
}
