import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ERROR_CODES, type ErrorCode } from "../../../contract/errors.ts";
import { RequestError } from "../../api/request.ts";
import { notPaid, problemOf, reasonUnclear } from "./payment-problem.ts";

const refused = (code: ErrorCode, message: string, errors: { field: string; message: string }[] = []) => {
  const { status } = ERROR_CODES[code];
  return new RequestError(status, { success: false, statusCode: status, code, message, errors });
};

describe("a payment that could not be opened", () => {
  it("leads to the cart when that has changed, product by product", () => {
    const errors = [{ field: "cart.7", message: "Rose Attar: The price has gone up." }];
    expect(problemOf(refused("cart_changed", "Something in your cart has changed.", errors))).toEqual({
      message: "Something in your cart has changed.",
      details: ["Rose Attar: The price has gone up."],
      action: { to: "/cart", label: "Go to cart" },
    });
  });

  it("leads to My Orders when the order is paid already", () => {
    const message = "Order KW-7Q4M-2XKD is already paid. You’ll find it in My Orders.";
    expect(problemOf(refused("already_paid", message, [{ field: "order", message }]))).toEqual({
      message,
      action: { to: "/profile?tab=5", label: "Go to My Orders" },
    });
  });

  it("says what to do when the shop cannot be reached", () => {
    expect(problemOf(new RequestError(0))).toEqual({
      message: "We couldn’t reach the shop. Please check your connection and try again.",
    });
  });
});

describe("a bug of the storefront", () => {
  it("is shown as a failed request, and logged once in the console", () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const fault = new TypeError("order is undefined");
    expect(problemOf(fault)).toEqual(problemOf(new RequestError(0)));
    expect(logged.mock.calls).toEqual([[fault]]);
  });
});

describe("a closed window", () => {
  it("shows the provider's message, and adds nothing about the money", () => {
    expect(notPaid("unpaid", "KW-7Q4M-2XKD", "If amount got deducted, it will be refunded.").message).toBe(
      "If amount got deducted, it will be refunded. Your order is saved. Press Proceed to try the payment again.",
    );
    expect(notPaid("unpaid", "KW-7Q4M-2XKD", null).message).toMatch(
      /^You haven’t been charged\. Your order is saved\./,
    );
    expect(notPaid("unpaid", "KW-7Q4M-2XKD", null)).not.toHaveProperty("way");
  });

  it("leads to the order that has expired", () => {
    expect(notPaid("expired", "KW-7Q4M-2XKD", null).action).toEqual({
      to: "/profile?tab=5&order=KW-7Q4M-2XKD",
      label: "View order KW-7Q4M-2XKD",
    });
  });
});

describe("a payment with an unknown outcome", () => {
  it("shows the server's message if it is about payments", () => {
    expect(reasonUnclear(refused("unavailable", "The payment service does not answer right now."))).toBe(
      "The payment service does not answer right now.",
    );
    expect(reasonUnclear(refused("internal_error", "Something went wrong on our side."))).toBe(
      "We couldn’t check your payment just now.",
    );
  });
});
