import { describe, expect, it } from "vitest";
import { loginReasonText } from "./login-reason.ts";

describe("the login page", () => {
  it.each([
    ["/cart", "Please log in to see your cart."],
    ["/checkout", "Please log in to check out."],
    ["/tracking?search=1", "Please log in to track your order."],
    ["/profile?tab=5", "Please log in to see your profile."],
    ["/product/rose", null],
    ["constructor", null],
    ["", null],
  ])("says to a guest from %j: %s", (from, words) => {
    expect(loginReasonText(from, null)).toBe(words);
  });

  it("says why only on the way back to the page where it happened", () => {
    const add = { kind: "add to cart", from: "/product/rose", title: "Rose Attar" } as const;
    expect(loginReasonText("/product/rose", add)).toBe(
      "Log in to add Rose Attar to your cart. We’ll bring you right back.",
    );
    expect(loginReasonText("/cart", add)).toBe("Please log in to see your cart.");
    expect(loginReasonText("/product/rose", { ...add, kind: "back in stock" })).toBe(
      "Log in, and we’ll email you when Rose Attar is back. It’s saved to your wishlist.",
    );
    const ended = { kind: "session ended", from: "/profile" } as const;
    expect(loginReasonText("/profile", ended)).toBe("You’ve been logged out. Please log in again; your cart is safe.");
    expect(loginReasonText("", ended)).toBeNull();
  });
});
