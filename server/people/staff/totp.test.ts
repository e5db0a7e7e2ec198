import { describe, expect, it } from "vitest";
import { findTotpStep, newTotpKey, totpCode, totpStepAt, totpUri } from "./totp.ts";

/** The key of RFC 6238's test vectors, "12345678901234567890", in base32. */
const KEY = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => new Date(seconds * 1000);

describe("a code", () => {
  // The vectors have eight digits; the last six are the code of six.
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("at second %i is that of RFC 6238", (seconds, code) => {
    expect(totpCode(KEY, totpStepAt(at(seconds)))).toBe(code);
  });

  it("is accepted one step before and after its own, and no further", () => {
    const code = totpCode(KEY, totpStepAt(at(3000)));
    for (const seconds of [2970, 3000, 3029, 3059]) expect(findTotpStep(KEY, code, at(seconds))).toBe(100);
    for (const seconds of [2969, 3060]) expect(findTotpStep(KEY, code, at(seconds))).toBeNull();
  });

  it("is not accepted with more or fewer digits", () => {
    const code = totpCode(KEY, 100);
    for (const other of ["", code.slice(1), `${code}0`, ` ${code}`])
      expect(findTotpStep(KEY, other, at(3000))).toBeNull();
  });
});

describe("a key", () => {
  it("has 160 random bits in base32", () => {
    const keys = new Set(Array.from({ length: 50 }, newTotpKey));
    expect(keys.size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[A-Z2-7]{32}$/);
  });

  it("is in the URI with the names of shop and member", () => {
    expect(totpUri(KEY, { shop: "Kewra & Co", email: "asha@shop.example" })).toBe(
      `otpauth://totp/Kewra%20%26%20Co%3Aasha%40shop.example?secret=${KEY}&issuer=Kewra%20%26%20Co`,
    );
  });
});
