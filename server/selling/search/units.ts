/** Units of sizes as people write them, each after its short name. */
const SPELLINGS = [
  ["ml", "mls", "millilitre", "millilitres", "milliliter", "milliliters"],
  ["g", "gm", "gms", "gr", "gram", "grams", "gramme", "grammes"],
  ["kg", "kgs", "kilo", "kilos", "kilogram", "kilograms"],
  ["l", "lt", "ltr", "ltrs", "litre", "litres", "liter", "liters"],
  ["pc", "pcs", "piece", "pieces"],
] as const;

export const UNITS: ReadonlyMap<string, readonly string[]> = new Map(
  SPELLINGS.flatMap((unit) => unit.map((spelling) => [spelling, unit] as const)),
);

/**
 * Returns how sizes may spell a number with a unit: of "50gm" also "50g". PostgreSQL takes a decimal number and its unit apart, so of
 * "1.5ml" it is "1.5". Undefined for another word.
 */
export function quantityWords(word: string): readonly string[] | undefined {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)(\p{L}+)$/u.exec(word) ?? [];
  const spellings = UNITS.get(unit);
  return spellings && (number.includes(".") ? [number] : spellings.map((spelling) => number + spelling));
}
