import { expect, it } from "vitest";
import { maskEmails } from "./mask-contact.ts";

it.each([
  ["Mail to meera@example.com failed", "Mail to me…@example.com failed"],
  ["<a@b.in> 'priya.k@c.in'", "<a…@b.in> 'pr…@c.in'"],
  ["nobody here, @home", "nobody here, @home"],
])("masks the emails of %j", (text, masked) => {
  expect(maskEmails(text)).toBe(masked);
});
