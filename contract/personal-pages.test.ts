import { expect, it } from "vitest";
import { isPersonalPath } from "./personal-pages.ts";

it.each([
  "/pay/abc",
  "/PAY/abc",
  "/%70ay/abc",
  "//pay/abc",
  "/profile",
  "/change/password/abc",
  "/preview",
  "/cart/%E0%A4%A",
])("%s is a personal page", (path) => expect(isPersonalPath(path)).toBe(true));
it.each(["/", "/product/pay", "/payments", "/profiles/a", "/privacy-policy"])("%s is none", (path) =>
  expect(isPersonalPath(path)).toBe(false),
);
