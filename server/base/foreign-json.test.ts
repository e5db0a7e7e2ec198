import { expect, it } from "vitest";
import { readForeignJson } from "./foreign-json.ts";

it("reads what another service has written with texts that can be stored, and nothing of what is no JSON or endlessly nested", () => {
  const written = Buffer.from('{"awb":"A\\u00001","name":"Asha \\ud83d","emoji":"\\ud83c\\udf39"}');
  expect(readForeignJson(written)).toEqual({ awb: "A\ufffd1", name: "Asha \ufffd", emoji: "🌹" });
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  for (const wrong of ["", "<html>", "{", deep]) expect(readForeignJson(wrong)).toBeUndefined();
});
