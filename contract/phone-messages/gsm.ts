/** The alphabet of SMS (GSM 03.38). One other letter, such as ₹, and each part of the text has 70 letters instead of 160. */

const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const EXTENDED = "^{}\\[~]|€";
const ALPHABET = new Set([...BASIC, ...EXTENDED]);

/** Written so in an SMS. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  "₹": "Rs ",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "‑": "-",
  "…": "...",
  "\u00a0": " ",
};

/** Names the first letters of a text that an SMS cannot have; null without any. */
export function gsmProblem(text: string): string | null {
  const others = [...new Set(text)].filter((letter) => !ALPHABET.has(letter));
  if (others.length === 0) return null;
  return `${others.slice(0, 3).join(" ")} would make each SMS cost twice as much. ${others.includes("₹") ? "Please write Rs instead." : "Please use English letters and plain signs."}`;
}

/** Writes a value in the alphabet of SMS; what has no letter there is left out. */
export const toGsm = (value: string): string =>
  [...value]
    .map((letter) => {
      if (ALPHABET.has(letter)) return letter;
      const replaced = REPLACEMENTS[letter] ?? letter.normalize("NFKD").replace(/\p{M}/gu, "");
      return [...replaced].every((one) => ALPHABET.has(one)) ? replaced : "";
    })
    .join("");
