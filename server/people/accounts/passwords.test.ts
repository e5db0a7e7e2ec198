import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { checkPassword, hashPassword } from "./passwords.ts";

describe("a password", () => {
  it("matches its own hash, in any Unicode form, and no other", async () => {
    const hash = await hashPassword("caf\u00e9 \u20b9");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await checkPassword("cafe\u0301 \u20b9", hash)).toBe("right");
    expect(await checkPassword("cafe \u20b9", hash)).toBe("wrong");
  });

  it("is hashed with a unique salt", async () => {
    expect(await hashPassword("sandalwood")).not.toBe(await hashPassword("sandalwood"));
  });

  it("agrees with argon2's own test vector", async () => {
    // phc-winner-argon2, test.c: argon2id, v=19, t=2, m=2^16, p=1, "password", "somesalt".
    const vector = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await checkPassword("password", vector)).toBe("needs_rehash");
    expect(await checkPassword("Password", vector)).toBe("wrong");
  });

  it("never matches where there is no hash", async () => {
    expect(await checkPassword("", null)).toBe("wrong");
    expect(await checkPassword("sandalwood", null)).toBe("wrong");
  });

  it("does not count as wrong when its hash is damaged", async () => {
    await expect(checkPassword("sandalwood", "$2b$10$abc")).rejects.toThrow("cannot be read");
  });

  it("is hashed while everything else goes on", async () => {
    let turns = 0;
    let done = false;
    const hashing = Promise.all([1, 2, 3].map(() => hashPassword("sandalwood"))).then(() => {
      done = true;
    });
    while (!done) {
      turns += 1;
      await setTimeout(1);
    }
    await hashing;
    expect(turns).toBeGreaterThan(3);
  });
});
