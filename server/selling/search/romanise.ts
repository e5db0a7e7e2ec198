/**
 * The first letters of the Unicode blocks of nine scripts: Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada and
 * Malayalam. Each is 128 long, and a sound has the same place in all of them (The Unicode Standard, chapter 12).
 */
const FIRST = 0x900;
const LAST = 0xd7f;
const BLOCK = 0x80;

/** Scripts in which a final "a" and one between two syllables are written and not spoken. */
const DROPS_A = /[\u0900-\u0aff]/;

/** Capitals are spelt in two ways, such as I: i and ee. */
const VOWELS = "a a i I u U ri li e e e ai o o o au".split(" ");
const CONSONANTS = "k kh g gh n ch chh j jh n t th d dh n t th d dh n n p f b bh m y r r l l l v sh sh s h".split(" ");
const FIRST_VOWEL = 0x05;
const FIRST_CONSONANT = 0x15;
/** The signs of the vowels after "a". */
const FIRST_SIGN = 0x3e;
const SIGNS = "a i I u U ri ri e e e ai o o o au".split(" ");
const NUKTA = 0x3c;
const VIRAMA = 0x4d;
const NASALS = [0x01, 0x02, 0x70];
const ANUSVARA = 0x02;
const ADDAK = 0x71;
const VISARGA = 0x03;
const AVAGRAHA = 0x3d;
const LAST_SIGN = 0x57;
/** What a dot below makes of a consonant: the z of zafran, the r of kewra. */
const DOTTED: Readonly<Record<string, string>> = { j: "z", d: "r", dh: "r", k: "k", kh: "kh", g: "g", f: "f" };
/** Consonants outside the common order: Assamese and Odia ones, and those of Bengali and Malayalam that no vowel follows. */
const OTHER_CONSONANTS: Readonly<Record<string, string>> = { ৰ: "r", ৱ: "v", ୱ: "v" };
const FINAL_CONSONANTS: Readonly<Record<string, string>> = { ৎ: "t", ൺ: "n", ൻ: "n", ർ: "r", ൽ: "l", ൾ: "l", ൿ: "k" };

/**
 * Returns a word of an Indian script in Latin letters, as people spell it, in one or more spellings: "केवड़ा" is "kewra" and "kevra",
 * "नीम" is "nim" and "neem". Undefined for a word with any other letter, and for signs that are not spoken without one.
 */
export function romanise(word: string): readonly string[] | undefined {
  // Composed, so that a vowel is one sign; a dotted letter is a letter and a dot even so.
  const sounds = [...word.normalize("NFC")].map(soundOf);
  if (!sounds.every((sound) => sound !== undefined)) return undefined;
  let spelt = "";
  for (const [at, { kind, text }] of sounds.entries()) {
    const next = sounds[at + 1]?.kind;
    if (kind === "dot") spelt = spelt.replace(/(?:dh|kh|[jdkgf])$/, (last) => DOTTED[last] ?? last);
    else if (kind === "nasal") spelt += /^(?:[pfbm]|$)/.test(sounds[at + 1]?.text ?? "") ? "m" : "n";
    else spelt += text;
    const isConsonant = kind === "consonant" || (kind === "dot" && sounds[at - 1]?.kind === "consonant");
    if (isConsonant && next !== "sign" && next !== "virama" && next !== "dot") spelt += "A";
  }
  if (spelt === "") return undefined;
  const spoken = DROPS_A.test(word)
    ? spelt.replace(/(?<=.)A$/, "").replace(/(?<=[aeiouAIU][^aeiouAIU]+)A(?=[^aeiouAIU]h?[aeiouAIU])/g, "")
    : spelt;
  const spellings = [spoken, spelt].map((one) => one.replaceAll("A", "a"));
  const withLongVowels = spellings.flatMap((one) => [
    one.toLowerCase(),
    one.replaceAll("I", "ee").replaceAll("U", "oo"),
  ]);
  return [...new Set(withLongVowels.flatMap((one) => [one.replaceAll("v", "w"), one]))];
}

/**
 * Returns a word of an Indian script with its nasals written in the other way, as a dot or as a letter: of "चंदन" it is "चन्दन". None for a word
 * without them.
 */
export function nasalSpellings(word: string): readonly string[] {
  const letters = [...word].map((letter) => letter.codePointAt(0) ?? 0);
  const isOf = (code: number | undefined, sign: number) =>
    code !== undefined && FIRST <= code && code <= LAST && code % BLOCK === sign;
  /** The nasal of the row of five consonants that a letter is in. */
  const nasalOf = (code = 0) => {
    const row = Math.floor(((code % BLOCK) - FIRST_CONSONANT) / 5);
    // After the fourth row Tamil's second n stands between.
    return code < FIRST || code > LAST
      ? undefined
      : ([0x19, 0x1e, 0x23, 0x28][row] ?? (0x2a <= code % BLOCK && code % BLOCK <= 0x2d ? 0x2e : undefined));
  };
  const asLetters = letters.flatMap((code, at) => {
    const nasal = nasalOf(letters[at + 1]);
    return isOf(code, ANUSVARA) && nasal !== undefined ? [code - ANUSVARA + nasal, code - ANUSVARA + VIRAMA] : code;
  });
  const asDots = letters.flatMap((code, at) => {
    const isNasal = isOf(letters[at + 1], VIRAMA) && isOf(code, nasalOf(letters[at + 2]) ?? -1);
    if (isNasal) return code - (code % BLOCK) + ANUSVARA;
    return isOf(code, VIRAMA) && isOf(letters[at - 1], nasalOf(letters[at + 1]) ?? -1) ? [] : code;
  });
  return [asLetters, asDots].map((codes) => String.fromCodePoint(...codes)).filter((spelling) => spelling !== word);
}

interface Sound {
  kind: "vowel" | "consonant" | "final" | "sign" | "virama" | "dot" | "nasal" | "silent";
  text: string;
}

function soundOf(letter: string): Sound | undefined {
  const code = letter.codePointAt(0) ?? 0;
  // Joiners of letters (ZWNJ, ZWJ) are not spoken.
  if (code === 0x200c || code === 0x200d) return { kind: "silent", text: "" };
  if (code < FIRST || code > LAST) return undefined;
  const final = FINAL_CONSONANTS[letter];
  if (final) return { kind: "final", text: final };
  const place = code % BLOCK;
  const consonant = OTHER_CONSONANTS[letter] ?? CONSONANTS[place - FIRST_CONSONANT];
  if (consonant) return { kind: "consonant", text: consonant };
  const vowel = VOWELS[place - FIRST_VOWEL];
  if (vowel) return { kind: "vowel", text: vowel };
  const sign = SIGNS[place - FIRST_SIGN];
  if (sign) return { kind: "sign", text: sign };
  if (place === VIRAMA) return { kind: "virama", text: "" };
  if (place === NUKTA) return { kind: "dot", text: "" };
  if (NASALS.includes(place)) return { kind: "nasal", text: "" };
  return place === VISARGA || place === ADDAK || (place >= AVAGRAHA && place <= LAST_SIGN)
    ? { kind: "silent", text: "" }
    : undefined;
}
