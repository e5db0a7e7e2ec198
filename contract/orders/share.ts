/**
 * Returns the share of some units in an amount, rounded down; the last units get the remainder.
 * @param amount in paise
 */
export const shareOfUnits = (amount: number, quantity: number, of: number): number =>
  quantity === of ? amount : Number((BigInt(amount) * BigInt(quantity)) / BigInt(of));
