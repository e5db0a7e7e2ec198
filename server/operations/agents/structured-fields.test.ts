import { describe, expect, it } from "vitest";
import { isInnerList, parseDictionary, serializeInnerList, serializeItem } from "./structured-fields.ts";

/** Parses and writes again: the canonical text. */
const again = (text: string) =>
  [...parseDictionary(text)]
    .map(([key, member]) => `${key}=${isInnerList(member) ? serializeInnerList(member) : serializeItem(member)}`)
    .join(", ");

describe("a dictionary of structured fields", () => {
  it.each([
    ['profile="https://agent.example/p.json"', 'profile="https://agent.example/p.json"'],
    ['a=1,b=-2.5 ,\tc="x\\"y\\\\", d', 'a=1, b=-2.5, c="x\\"y\\\\", d=?1'],
    ["sha-256=:AAEC:", "sha-256=:AAEC:"],
    ['sig1=("@method"  "@path";req );created=1;keyid="k"', 'sig1=("@method" "@path";req);created=1;keyid="k"'],
    ["a=(), b=tok/en:1;q=?0", "a=(), b=tok/en:1;q=?0"],
    ["a=1, a=2", "a=2"],
    ["", ""],
  ])("%s is read", (text, canonical) => {
    expect(again(text)).toBe(canonical);
  });

  it.each(["a=1,", "A=1", "a=", 'a="x', "a=(1", "a=(1 2", 'a=("b""c")', "a=1 b=2", "a=é", "a=1.2.3", "a=:A", "=1"])(
    "%s is not",
    (text) => {
      expect(() => parseDictionary(text)).toThrow();
    },
  );
});
