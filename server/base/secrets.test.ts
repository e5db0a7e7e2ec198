import { describe, expect, it } from "vitest";
import { MAX_VALUE_LENGTH } from "../../contract/phone-messages/events.ts";
import { canonicalEmail } from "./canonical-email.ts";
import { equalInConstantTime, hashCode, hashToken, newCode, newToken, signedToken, subjectOfToken } from "./secrets.ts";

describe("a token", () => {
  it("has 32 bytes and is never drawn twice", () => {
    const tokens = new Set(Array.from({ length: 1000 }, newToken));
    expect(tokens.size).toBe(1000);
    for (const token of tokens) expect(Buffer.from(token, "base64url")).toHaveLength(32);
  });

  it("is stored as its SHA-256", () => {
    // printf abc | openssl dgst -sha256 -binary | basenc --base64url
    expect(hashToken("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
  });
});

describe("the token of a link", () => {
  const path = "redelivery/";
  it.each(["pay", "delivery"] as const)("to %s is valid for its subject and purpose alone", (purpose) => {
    const token = signedToken("key", purpose, "1234567");
    expect(subjectOfToken("key", purpose, token)).toBe("1234567");
    const other = purpose === "pay" ? "delivery" : "pay";
    for (const [key, use, wrong] of [
      ["other key", purpose, token],
      ["key", other, token],
      ["key", purpose, token.replace("1234567", "1234568")],
      ["key", purpose, token.slice(0, -1)],
      ["key", purpose, `${token}x`],
    ] as const)
      expect(subjectOfToken(key, use, wrong)).toBeNull();
  });

  it("to a delivery fits a value of an SMS with its path", () => {
    expect(`${path}${signedToken("key", "delivery", "999999999")}`.length).toBeLessThanOrEqual(MAX_VALUE_LENGTH);
  });
});

describe("a code", () => {
  it("has six digits, leading zeros included", { meta: { requirements: "S1.08, S9.08" } }, () => {
    const codes = Array.from({ length: 5000 }, newCode);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(codes.some((code) => code.startsWith("0"))).toBe(true);
  });

  it("is stored as a keyed hash, bound to its email, purpose and Google account", () => {
    const use = { email: "a@b.co", purpose: "sign_up" } as const;
    const hash = hashCode("key", use, "012345");
    expect(hash).toBe(hashCode("key", use, "012345"));
    expect(hash).not.toContain("012345");
    const others = [
      hashCode("other key", use, "012345"),
      hashCode("key", { ...use, email: "c@b.co" }, "012345"),
      hashCode("key", { ...use, purpose: "reset" }, "012345"),
      hashCode("key", { ...use, googleSubject: "1" }, "012345"),
      hashCode("key", use, "012346"),
    ];
    expect(new Set([hash, ...others]).size).toBe(6);
  });
});

describe("comparing secrets", () => {
  it("distinguishes equal, different and longer secrets", () => {
    expect(equalInConstantTime("abc", "abc")).toBe(true);
    expect(equalInConstantTime("abc", "abd")).toBe(false);
    expect(equalInConstantTime("abc", "abcd")).toBe(false);
  });
});

describe("an email", () => {
  it("is the same account in any spelling", () => {
    expect(canonicalEmail(" Asha@Example.COM ")).toBe("asha@example.com");
  });
});
