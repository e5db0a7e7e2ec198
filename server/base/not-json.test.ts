import { expect, it } from "vitest";
import { notJson } from "./not-json.ts";

it("the problem of a text names line and column where they are known, and has no words of the engine", () => {
  const problemOf = (text: string) => {
    try {
      return JSON.parse(text);
    } catch (error) {
      return notJson(error);
    }
  };
  expect(problemOf('[\n  { "title": "Home" },\n  { "title" "Shop" }\n]')).toBe("is not JSON from line 3, column 13");
  expect(problemOf("footer")).toBe("is not JSON");
});
