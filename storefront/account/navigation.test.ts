import { expect, it } from "vitest";
import { returnPathOf, returnStateOf } from "./navigation.ts";

it("the remembered page is a path of this shop, else home", { meta: { requirements: "R1" } }, () => {
  expect(returnPathOf({ from: "/cart?x=1" })).toBe("/cart?x=1");
  for (const state of [
    null,
    undefined,
    "x",
    {},
    { from: 3 },
    { from: "//evil.example" },
    { from: "/\\evil.example" },
    { from: "https://evil.example" },
  ])
    expect(returnPathOf(state), JSON.stringify(state)).toBe("/");
});

it("is passed on without the rest of the state", () => {
  expect(returnStateOf({ from: "/cart", password: "secret1" })).toEqual({ from: "/cart" });
  expect(returnStateOf(null)).toEqual({});
});
