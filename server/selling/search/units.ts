/** Units of sizes as people write them in Latin letters, each after its short name. */
const SPELLINGS = [
  ["ml", "mls", "millilitre", "millilitres", "milliliter", "milliliters"],
  ["g", "gm", "gms", "gr", "gram", "grams", "gramme", "grammes"],
  ["kg", "kgs", "kilo", "kilos", "kilogram", "kilograms"],
  ["l", "lt", "ltr", "ltrs", "litre", "litres", "liter", "liters"],
  ["pc", "pcs", "piece", "pieces"],
] as const;

/** The same in the scripts of India, by the short name. */
const IN_OTHER_SCRIPTS: Readonly<Record<(typeof SPELLINGS)[number][0], string>> = {
  ml: "मिली मिलि एमएल मिलीलीटर মিলি মিলিলিটার এমএল ਮਿਲੀ ਮਿਲੀਲੀਟਰ મિલી મિલિ ମିଲି மிலி மில்லி మిలీ మిలి మిల్లీ ಮಿಲೀ ಮಿಲಿ മില്ലി മിലി ملی",
  g: "ग्राम ग्रा গ্রাম ਗ੍ਰਾਮ ગ્રામ ଗ୍ରାମ கிராம் கிராம గ్రాము గ్రాములు గ్రా గ్రామ్ ಗ್ರಾಂ ಗ್ರಾಮ್ ഗ്രാം گرام",
  kg: "किलो किलोग्राम কেজি কিলো ਕਿਲੋ કિલો କିଲୋ கிலோ కిలో ಕಿಲೋ ಕೆಜಿ കിലോ کلو",
  l: "लीटर लिटर লিটার ਲੀਟਰ લિટર ଲିଟର லிட்டர் లీటరు లీటర్ ಲೀಟರ್ ലിറ്റർ لیٹر",
  pc: "नग पीस পিস ਪੀਸ નંગ પીસ பீஸ் ముక్క ಪೀಸ್ പീസ് عدد",
};

export const UNITS: ReadonlyMap<string, readonly string[]> = new Map(
  SPELLINGS.flatMap((unit) =>
    [...unit, ...IN_OTHER_SCRIPTS[unit[0]].normalize("NFKC").split(" ")].map((spelling) => [spelling, unit] as const),
  ),
);

/**
 * Returns how sizes may spell a number with a unit: of "50gm" also "50g". PostgreSQL takes a decimal number and its unit apart, so of
 * "1.5ml" it is "1.5". Undefined for another word.
 */
export function quantityWords(word: string): readonly string[] | undefined {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)([\p{L}\p{M}]+)$/u.exec(word) ?? [];
  const spellings = UNITS.get(unit);
  return spellings && (number.includes(".") ? [number] : spellings.map((spelling) => number + spelling));
}
