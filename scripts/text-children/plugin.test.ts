import { expect, it } from "vitest";
import { markChanging } from "./plugin.ts";

const marked = (code: string) => markChanging(code).replace(/^import .*?; /, "");

it("marks what is computed among several children", () => {
  expect(marked("<p>{n} of {total}</p>")).toBe("<p>{changingChild(n)} of {changingChild(total)}</p>");
  expect(marked("<p>{on && <b>{x} y</b>}\n  and</p>")).toBe(
    "<p>{changingChild(on && <b>{changingChild(x)} y</b>)}\n  and</p>",
  );
  expect(marked("<p>You’ve {n} 😀 {unit}</p>")).toBe("<p>You’ve {changingChild(n)} 😀 {changingChild(unit)}</p>");
  expect(marked("<>{a}{b}</>")).toBe("<>{changingChild(a)}{changingChild(b)}</>");
});

it("leaves a single child and what is written out as they are", () => {
  for (const code of [
    "<p>{n}</p>",
    "<p>\n  {n}\n</p>",
    "<p>a{' '}<b /></p>",
    "<p>{/* why */}{n}</p>",
    "<p>{on && <b />}{all.map(show)}</p>",
  ])
    expect(markChanging(code)).toBe(code);
});
