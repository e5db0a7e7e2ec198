import { describe, expect, it } from "vitest";
import { digitsOf } from "./digits.ts";

const MOBILE = { max: 10, mobile: true };
const PINCODE = { max: 6 };

describe("what is typed", () => {
  it.each([
    ["98a7-6", MOBILE, "9876"],
    ["98450123456", MOBILE, "9845012345"],
    ["12345678901", MOBILE, "1234567890"],
    ["0984501234", MOBILE, "0984501234"],
    ["09845012345", MOBILE, "9845012345"],
    ["91984501234", MOBILE, "91984501234"],
    ["919845012345", MOBILE, "9845012345"],
    ["९८४", MOBILE, "984"],
    ["11a0", PINCODE, "110"],
    ["5600381", PINCODE, "560038"],
    ["", PINCODE, ""],
  ])("as %j becomes %j %j", (text, rules, digits) => {
    expect(digitsOf(text, rules, true)).toBe(digits);
  });
});

describe("what is pasted or filled in", () => {
  it.each([
    ["+91 98450 12345", MOBILE, "9845012345"],
    ["+91-09845012345", MOBILE, "9845012345"],
    ["0091 98450 12345", MOBILE, "9845012345"],
    ["९८४५०१२३४५", MOBILE, "9845012345"],
    ["98450123456", MOBILE, "98450123456"],
    ["+1 212 555 0123", MOBILE, "12125550123"],
    ["560 001", PINCODE, "560001"],
    ["५६०-००१", PINCODE, "560001"],
    ["5600381", PINCODE, "5600381"],
  ])("as %j becomes %j %j, and is not cut", (text, rules, digits) => {
    expect(digitsOf(text, rules, false)).toBe(digits);
  });
});
