import { expect, it } from "vitest";
import { orderOfPayToken, payToken } from "./pay-link.ts";

it.each(["KW-7Q4M-2XKD", "A-7Q4M-2XKD", "ATTAR1-7Q4M-2XKD"])(
  "a link of order %s leads to it, and to no other",
  (number) => {
    const token = payToken("secret", number);
    expect(orderOfPayToken("secret", token)).toBe(number);
    expect(orderOfPayToken("another secret", token)).toBeNull();
    expect(orderOfPayToken("secret", token.replace("2XKD", "2XKE"))).toBeNull();
  },
);
