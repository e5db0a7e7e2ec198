/**
 * The share of some units in the amount of several, rounded down to a whole number. Of the last ones it is the whole rest.
 * @param amount whole, in paise
 */
export const shareOfUnits = (amount: number, quantity: number, of: number): number =>
  quantity === of ? amount : Number((BigInt(amount) * BigInt(quantity)) / BigInt(of));
