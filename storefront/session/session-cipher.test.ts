import { describe, expect, it } from "vitest";
import { openSession, sealSession } from "./session-cipher.ts";

const SECRET = "a secret of the shop";
const SESSION = {
  token: "t0ken-of-Meera",
  _id: "7",
  name: "Meera Nair ✿",
  email: "meera.nair@kewra.example",
  profile_image: null,
};

describe("the stored session", () => {
  it("is decrypted as it was stored", { meta: { requirements: "S3.02, S3.03" } }, () => {
    expect(openSession(sealSession(SESSION, SECRET), SECRET)).toEqual(SESSION);
  });

  it("is encrypted differently each time", { meta: { requirements: "S3.03" } }, () => {
    const [one, two] = [sealSession(SESSION, SECRET), sealSession(SESSION, SECRET)];
    expect(one).toMatch(/^[0-9a-f]+$/);
    expect(Buffer.from(one, "hex").toString()).not.toContain("Meera");
    expect(one).not.toBe(two);
  });

  it("counts as none when any character of it was changed", () => {
    const sealed = sealSession(SESSION, SECRET);
    for (const at of [0, 24, 40, sealed.length - 1]) {
      const damaged = sealed.slice(0, at) + (sealed[at] === "0" ? "1" : "0") + sealed.slice(at + 1);
      expect(openSession(damaged, SECRET), `character ${at}`).toBeNull();
    }
  });

  it.each([
    ["nothing", ""],
    ["somebody else's value", '{"token":"mine"}'],
    ["too few bytes", "00"],
    ["hexadecimal digits of no meaning", "ab".repeat(60)],
    ["an odd number of digits", "abc"],
  ])("counts as none when it is %s", (_, value) => {
    expect(openSession(value, SECRET)).toBeNull();
  });

  it("counts as none under another secret", { meta: { requirements: "S3.03" } }, () => {
    expect(openSession(sealSession(SESSION, SECRET), "another secret")).toBeNull();
  });

  it("counts as none without a token", { meta: { requirements: "S4.01" } }, () => {
    expect(openSession(sealSession({ ...SESSION, token: "" }, SECRET), SECRET)).toBeNull();
  });
});
