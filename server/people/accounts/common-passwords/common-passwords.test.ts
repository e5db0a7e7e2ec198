import { describe, expect, it } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

describe("a password", () => {
  it.each(["123456", "password", "qwerty123", "Password", " iloveyou ", "ＰＡＳＳＷＯＲＤ"])(
    "%j is common",
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
    },
  );

  it.each(["sandalwood", "kewra-demo", "vetiver root", "", "x".repeat(200)])("%j is not", async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });
});
