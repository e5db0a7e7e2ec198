import { describe, expect, it } from "vitest";
import { isSigned, signatureOf, signedText } from "./signature.ts";

const text = signedText({ providerOrderId: "order_A", providerPaymentId: "pay_B" });
// echo -n "order_A|pay_B" | openssl dgst -sha256 -hmac "s3cret"
const right = "fe254c1752e3f852e9825a4970c13de8c48e32b85da5bd2b0fc46a09207e73b4";

describe("a provider's signature", () => {
  it("is hex HMAC-SHA256 of order and payment, separated by a bar", () => {
    expect(text).toBe("order_A|pay_B");
    expect(signatureOf("s3cret", text)).toBe(right);
  });

  it.each([
    ["the right one", right, ["s3cret"], true],
    ["one of an older secret that still holds", right, ["newer", "s3cret"], true],
    ["that of another secret", right, ["other"], false],
    [
      "that of another payment",
      signatureOf("s3cret", signedText({ providerOrderId: "order_A", providerPaymentId: "pay_C" })),
      ["s3cret"],
      false,
    ],
    ["a shorter one", right.slice(1), ["s3cret"], false],
    ["none", "", ["s3cret"], false],
    ["one in capital letters", right.toUpperCase(), ["s3cret"], false],
    ["one of as many letters and more bytes", `ü${right.slice(1)}`, ["s3cret"], false],
    ["one where no secret is set", right, [], false],
  ])("%s", (_, signature, secrets, signed) => {
    expect(isSigned(secrets, text, signature)).toBe(signed);
  });
});
