import { describe, expect, it } from "vitest";
import { nestParts } from "./part-names.ts";

describe("the parts of a form", () => {
  it("nest by their names", { meta: { requirements: "S7.24" } }, () => {
    expect(
      nestParts([
        ["name", "Asha"],
        ["address[city]", "Pune"],
        ["address[pincode]", "411001"],
      ]),
    ).toEqual({
      name: "Asha",
      address: { city: "Pune", pincode: "411001" },
    });
  });

  it("keep the last value of one name", () => {
    expect(
      nestParts([
        ["name", "A"],
        ["name", "B"],
      ]),
    ).toEqual({ name: "B" });
  });

  it("keep the group when a name is both a text and a group", () => {
    expect(
      nestParts([
        ["address", "x"],
        ["address[city]", "Pune"],
      ]),
    ).toEqual({ address: { city: "Pune" } });
  });

  it("reach nothing but themselves", () => {
    const form = nestParts([
      ["__proto__[admin]", "1"],
      ["constructor[prototype]", "1"],
      ["a[b][c]", "1"],
      ["", "1"],
    ]);
    expect(({} as { admin?: string }).admin).toBeUndefined();
    expect(Object.getPrototypeOf(form)).toBeNull();
    expect(Object.keys(form)).toEqual(["__proto__", "constructor"]);
  });
});
