import { expect, it } from "vitest";
import { plainText } from "./plain-text.ts";

it.each([
  ["\u001b[31mRED\u001b[2J", "\ufffd[31mRED\ufffd[2J"],
  ["a\rb\u0007\u009b", "a\ufffdb\ufffd\ufffd"],
  ["abc\u202etxet\u2066", "abc\ufffdtxet\ufffd"],
  ["two\nlines\tof हिन्दी ₹ ★", "two\nlines\tof हिन्दी ₹ ★"],
])("%j cannot steer a terminal", (text, plain) => {
  expect(plainText(text)).toBe(plain);
});
