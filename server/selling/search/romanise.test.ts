import { expect, it } from "vitest";
import { romanise } from "./romanise.ts";

it.each([
  ["Devanagari", "चंदन", "chandan"],
  ["Devanagari", "केवड़ा", "kewra"],
  ["Devanagari", "रजनीगंधा", "rajnigandha"],
  ["Devanagari", "नीम", "neem"],
  ["Devanagari", "ज़ाफ़रान", "zafran"],
  ["Devanagari", "कन्नौज", "kannauj"],
  ["Bengali", "চন্দন", "chandan"],
  ["Bengali", "গোলাপ", "golap"],
  ["Bengali", "কেওড়া", "keora"],
  ["Gurmukhi", "ਗੁਲਾਬ", "gulab"],
  ["Gurmukhi", "ਇਤਰ", "itar"],
  ["Gujarati", "ચમેલી", "chameli"],
  ["Odia", "ଚନ୍ଦନ", "chandana"],
  ["Tamil", "மல்லிகை", "mallikai"],
  ["Telugu", "చందనం", "chandanam"],
  ["Kannada", "ಮಲ್ಲಿಗೆ", "mallige"],
  ["Malayalam", "ചന്ദനം", "chandanam"],
])("spells a word of %s as it sounds: %s", (_, word, spelling) => {
  expect(romanise(word)).toContain(spelling);
});

it("spells no word of another script", () => {
  for (const word of ["rose", "گلاب", "चंदनoil", "香水"]) expect(romanise(word)).toBeUndefined();
});
