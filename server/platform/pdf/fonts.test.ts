import { expect, it } from "vitest";
import { typeset } from "./fonts.ts";

const texts = (text: string) => typeset(text, "regular").runs.map((run) => run.text);

it("sets the rupee sign and letters with signs, each in the font that has it", () => {
  expect(texts("₹1,234 für Łódź")).toEqual(["₹", "1,234 für ", "Ł", "ód", "ź"]);
});

it.each([
  "आदित्य त्रिपाठी",
  "শ্রীমতী ঋতুপর্ণা",
  "ਸ੍ਰੀ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
  "શ્રી નરેન્દ્ર પટેલ",
  "ଶ୍ରୀ ପ୍ରଶାନ୍ତ",
  "திரு கோவிந்தராஜன்",
  "శ్రీ వెంకటేశ్వర రావు",
  "ಶ್ರೀ ಕೃಷ್ಣಮೂರ್ತಿ",
  "ശ്രീ നാരായണൻ ക്ഷേത്രം റോഡ്",
])("sets %s in a font of its script, undivided", (name) => {
  expect(texts(name)).toEqual([name.normalize("NFC")]);
});

it("shows a question mark for a character without a glyph, and nothing for invisible ones", () => {
  expect(texts("a\u202E\u0000b 日本 😀")).toEqual(["a b ?? ?"]);
});

it("gives every digit the same width", () => {
  expect(typeset("1111", "regular").width).toBe(typeset("8888", "regular").width);
  expect(typeset("ab", "strong").width).toBeGreaterThan(typeset("a", "strong").width);
});
