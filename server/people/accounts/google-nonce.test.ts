import { describe, expect, it } from "vitest";
import { newNonce, verifyNonce } from "./google-nonce.ts";

const now = new Date("2026-11-21T10:00:00Z");
const at = (time: string) => new Date(`2026-11-21T${time}Z`);

describe("a nonce", () => {
  it("is valid for an hour", () => {
    const nonce = newNonce("secret", now);
    expect(verifyNonce("secret", nonce, now)).toEqual(at("11:00:00"));
    expect(verifyNonce("secret", nonce, at("10:59:59"))).toEqual(at("11:00:00"));
    expect(verifyNonce("secret", nonce, at("11:00:00"))).toBeNull();
  });

  it("is unique", () => {
    expect(newNonce("secret", now)).not.toBe(newNonce("secret", now));
  });

  it("cannot be made or changed by others", () => {
    const nonce = newNonce("secret", now);
    expect(verifyNonce("another secret", nonce, now)).toBeNull();
    expect(verifyNonce("secret", `z${nonce}`, now)).toBeNull();
    expect(verifyNonce("secret", `${nonce.slice(0, -1)}${nonce.endsWith("A") ? "B" : "A"}`, now)).toBeNull();
    expect(verifyNonce("secret", "", now)).toBeNull();
  });
});
