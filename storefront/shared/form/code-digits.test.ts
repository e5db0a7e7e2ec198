import { describe, expect, it } from "vitest";
import { backspaceIn, type CodeBoxesState, codeOf, EMPTY_CODE, pasteInto, typeInto } from "./code-digits.ts";

/** `12..5.` with the focus on a box: a dot is an empty box. */
const boxes = (drawn: string, focus = 0): CodeBoxesState => ({
  digits: [...drawn].map((digit) => (digit === "." ? "" : digit)),
  focus,
});

describe("a box of the code", () => {
  it("accepts a digit and moves the focus on", { meta: { requirements: "S5.42" } }, () => {
    expect(typeInto(EMPTY_CODE, 0, "7")).toEqual(boxes("7.....", 1));
    expect(typeInto(boxes("12345."), 5, "6")).toEqual(boxes("123456", 5));
  });

  it.each(["a", "-", " ", "²"])("does not notice %j", { meta: { requirements: "S5.41" } }, (text) => {
    expect(typeInto(boxes("1.....", 1), 1, text)).toEqual(boxes("1.....", 1));
  });

  it("holds one digit: a second replaces the first, on either side of it", {
    meta: { requirements: "S5.40" },
  }, () => {
    expect(typeInto(boxes("1.....", 0), 0, "12")).toEqual(boxes("2.....", 1));
    expect(typeInto(boxes("1.....", 0), 0, "21")).toEqual(boxes("2.....", 1));
    expect(typeInto(boxes("1.....", 0), 0, "11")).toEqual(boxes("1.....", 1));
  });

  it("keeps one of two simultaneous digits and passes the other on", {
    meta: { requirements: "S5.40" },
  }, () => {
    expect(typeInto(EMPTY_CODE, 0, "12")).toEqual(boxes("12....", 2));
  });

  it("is cleared by deleting, and keeps the focus", () => {
    expect(typeInto(boxes("123...", 2), 2, "")).toEqual(boxes("12....", 2));
  });
});

describe("Backspace", () => {
  it("empties its box", { meta: { requirements: "S5.43" } }, () => {
    expect(backspaceIn(boxes("123...", 2), 2)).toEqual(boxes("12....", 2));
  });

  it("in an empty box goes back and empties the one before", { meta: { requirements: "S5.44" } }, () => {
    expect(backspaceIn(boxes("12....", 2), 2)).toEqual(boxes("1.....", 1));
  });

  it("stays in the first box", { meta: { requirements: "S5.44" } }, () => {
    expect(backspaceIn(EMPTY_CODE, 0)).toEqual(EMPTY_CODE);
  });
});

describe("a pasted or autofilled code", () => {
  it("as a whole code goes into all boxes, wherever it was pasted", () => {
    expect(pasteInto(boxes("9.....", 3), 3, "Your code: 123 456")).toEqual(boxes("123456", 5));
    expect(typeInto(EMPTY_CODE, 0, "123456")).toEqual(boxes("123456", 5));
    expect(pasteInto(EMPTY_CODE, 0, "\u200b१२३-४५६")).toEqual(boxes("123456", 5));
  });

  it("in part begins where it was pasted, and is cut if too long", () => {
    expect(pasteInto(boxes("12....", 2), 2, "345")).toEqual(boxes("12345.", 5));
    expect(pasteInto(boxes("1234..", 4), 4, "567")).toEqual(boxes("123456", 5));
  });

  it("without a digit changes nothing", () => {
    expect(pasteInto(boxes("12....", 2), 2, "hello")).toEqual(boxes("12....", 2));
  });
});

it("is a code once no box is empty", () => {
  expect(codeOf(boxes("01234."))).toBeNull();
  expect(codeOf(boxes("012345"))).toBe("012345");
});
