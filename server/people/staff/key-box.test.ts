import { describe, expect, it } from "vitest";
import { openKey, sealKey } from "./key-box.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const KEY = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("a sealed key", () => {
  it("opens with the same secret, and hides the key", () => {
    const sealed = sealKey(SECRET, KEY);
    expect(openKey(SECRET, sealed)).toBe(KEY);
    expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain(KEY);
    expect(sealKey(SECRET, KEY)).not.toBe(sealed);
  });

  it("opens neither with another secret nor after a change", () => {
    const sealed = sealKey(SECRET, KEY);
    expect(openKey(`${SECRET}x`, sealed)).toBeNull();
    const bytes = Buffer.from(sealed, "base64url");
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(openKey(SECRET, changed.toString("base64url"))).toBeNull();
    }
    expect(openKey(SECRET, "")).toBeNull();
  });
});
