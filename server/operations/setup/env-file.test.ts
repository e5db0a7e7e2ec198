import { parseEnv } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withValue } from "./env-file.ts";

describe("a .env file", () => {
  it("preserves everything else when a value is set", () => {
    const text = "# The shop\nPORT=4000\nSMTP_URL=old\n\n# End\n";
    expect(withValue(text, "SMTP_URL", "smtps://a:b%23@mail.example:465")).toBe(
      "# The shop\nPORT=4000\nSMTP_URL=smtps://a:b%23@mail.example:465\n\n# End\n",
    );
    expect(withValue(text, "HOST", "0.0.0.0")).toBe(`${text}HOST=0.0.0.0\n`);
    expect(withValue("", "HOST", "")).toBe("HOST=\n");
  });

  it("returns any value that was set", () => {
    const value = fc.string({ unit: "grapheme-ascii", maxLength: 40 }).map((text) => text.trim());
    fc.assert(
      fc.property(value, (secret) => {
        fc.pre(
          !["'", "`", '"'].every((quote) => secret.includes(quote)) && !(secret.includes("\\") && /['`]/.test(secret)),
        );
        expect(parseEnv(withValue("A=1\nB=2\n", "A", secret))).toEqual({ A: secret, B: "2" });
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it("gets no other line by a value, whatever it has", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc
        .array(fc.constantFrom("\n", "\r", "\0", "\u2028", "'", "`", '"', "\\", "#", "$", "B=3", " ", "="))
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(value, (secret) => {
        let text = "A=1\nB=2\n";
        try {
          text = withValue(text, "A", secret);
        } catch (error) {
          expect((error as Error).message).toMatch(/cannot contain/);
        }
        expect(text.split("\n")).toHaveLength(3);
        expect(Object.keys(parseEnv(text))).toEqual(["A", "B"]);
        expect(parseEnv(text).B).toBe("2");
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it("rejects a value that it cannot contain", () => {
    expect(() => withValue("", "A", "'`\"")).toThrow(/cannot contain/);
    expect(() => withValue("", "A", "two\nlines")).toThrow(/cannot contain/);
  });
});
