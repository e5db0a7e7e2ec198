import { describe, expect, it } from "vitest";
import { typeset } from "./typeset.ts";

/** The letters of each run as they are read, with the script of its font. */
const runs = (text: string) =>
  typeset(text, "regular").runs.map(({ font, clusters }) => [
    font.script.tag,
    clusters.map((cluster) => cluster.text).join(""),
  ]);
const glyphs = (text: string) =>
  typeset(text, "regular").runs.flatMap(({ clusters }) => clusters.flatMap((cluster) => cluster.glyphs));

describe("sets a text in the fonts that have its letters:", () => {
  it("the rupee sign, and letters with accents", () => {
    expect(runs("₹1,234 für Łódź").map(([, text]) => text)).toEqual(["₹", "1,234 für ", "Ł", "ód", "ź"]);
  });

  it.each([
    ["आदित्य त्रिपाठी", "Deva"],
    ["শ্রীমতী ঋতুপর্ণা", "Beng"],
    ["ਸ੍ਰੀ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ", "Guru"],
    ["શ્રી નરેન્દ્ર પટેલ", "Gujr"],
    ["ଶ୍ରୀ ପ୍ରଶାନ୍ତ", "Orya"],
    ["திரு கோவிந்தராஜன்", "Taml"],
    ["శ్రీ వెంకటేశ్వర రావు ౧౨", "Telu"],
    ["ಶ್ರೀ ರಾಜ್‌ಕುಮಾರ್", "Knda"],
    ["ശ്രീ നാരായണൻ ക്ഷേത്രം റോഡ്", "Mlym"],
    ["ᱥᱟᱱᱛᱟᱲᱤ ᱪᱤᱠᱤ", "Olck"],
    ["ꯃꯩꯇꯩ ꯃꯌꯦꯛ", "Mtei"],
  ])("%s, undivided", (name, script) => {
    expect(runs(name)).toEqual([[script, name.normalize("NFC")]]);
  });

  it("a sign that scripts share, in the script before it", () => {
    expect(runs("আচ্ছা। ৪২")).toEqual([["Beng", "আচ্ছা। ৪২"]]);
  });

  it("a letter that no font has, as a box", () => {
    expect(runs("Asha 日本")).toEqual([["Latn", "Asha 日本"]]);
    expect(glyphs("日本").map(({ id }) => id)).toEqual([0, 0]);
  });
});

it.each(["KW-12 ", "Kewra ", "(12) "])("shapes a conjunct after %j as it does alone", (before) => {
  const alone = glyphs("चन्द्र");
  expect(glyphs(`${before}चन्द्र`).slice(-alone.length)).toEqual(alone);
});

describe("sets right-to-left text", () => {
  it("in the order of the Unicode Bidirectional Algorithm, as PDFs have it: drawn from the left", () => {
    // Logically: "flat 302, lane 12" in Urdu, with Urdu digits last.
    expect(runs("فلیٹ 302 گلی ۱۲")).toEqual([
      ["Arab", "۱۲"],
      ["Arab", " یلگ"],
      ["Latn", " "],
      ["Latn", "302"],
      ["Arab", " ٹیلف"],
    ]);
  });

  it("within English", () => {
    expect(runs("Flat 302, گلی Delhi")).toEqual([
      ["Latn", "Flat 302, "],
      ["Arab", "یلگ"],
      ["Latn", " Delhi"],
    ]);
  });

  it("with brackets and marks as they are drawn", () => {
    expect(runs("(علی)").flatMap(([, text]) => text)).toEqual(["(", "یلع", ")"]);
    expect(runs("سلمیٰ")).toEqual([["Arab", "ٰیملس"]]);
  });
});

it("gives every digit the same width", () => {
  expect(typeset("1111", "regular").width).toBe(typeset("8888", "regular").width);
  expect(typeset("ab", "strong").width).toBeGreaterThan(typeset("a", "strong").width);
});
