import { describe, expect, it } from "vitest";
import { MAX_REVIEW_TEXT_LENGTH } from "../../../contract/limits.ts";
import { concernsOf } from "./screening.ts";

describe("a review is held", () => {
  it.each([
    "This is shit.",
    "What the FUCK",
    "f.u.c.k this",
    "pure s h i t",
    "sh1t quality",
    "b1tch!",
    "fuuuuck",
    "Fúck",
    "f\u200buck",
    "total bullshit!!!",
    "chutiya banaya",
    "MADARCHOD",
    "एकदम चूतिया चीज़",
  ])("for bad language: %s", (text) => {
    expect(concernsOf(text)).toEqual(["bad language"]);
  });

  it.each([
    "see https://spam.example/offer",
    "HTTP://x",
    "www.cheap-perfume.biz",
    "buy at cheapattar.com now",
    "t.me/attarwala",
    "kewra.co.in has it",
    "write to me@shop.example",
    "cheapattar dot com",
    "bit.ly/abc",
  ])("for a link: %s", (text) => {
    expect(concernsOf("Lovely", text)).toEqual(["a link"]);
  });

  it("for both, each named once", () => {
    expect(concernsOf("shit", "www.spam.example shit")).toEqual(["bad language", "a link"]);
  });
});

describe("a review shows at once", () => {
  it.each([
    "It lasts long.In the evening I wear it again.",
    "Lovely.It stays.",
    "A classic, made in Assam and Scunthorpe; assess it yourself.",
    "10/10, 4.5 stars, 50.5 ml",
    "I am a bit bitter. I. L. O. V. E. it",
    "U S A fans, A B C",
    "Ms. Dickinson from Cockermouth",
    "गुलाब की खुशबू बहुत अच्छी है",
    "Rs.499 only... worth it!",
    "Ordered it yesterday,came today.Me happy",
  ])("%s", (text) => {
    expect(concernsOf(text)).toEqual([]);
  });
});

describe("a review of the longest text", () => {
  it.each(["a", "a-", "a.", "a.b", "a@", "!", "a ", "a*", "www", "http ", "dot ", "@a.", "é"])(
    "is screened within 30 ms, whatever it repeats: %s",
    (piece) => {
      const text = piece.repeat(MAX_REVIEW_TEXT_LENGTH).slice(0, MAX_REVIEW_TEXT_LENGTH - 1);
      const spent = () => {
        const before = process.threadCpuUsage();
        concernsOf(`${text}~`);
        const { user, system } = process.threadCpuUsage(before);
        return (user + system) / 1000;
      };
      expect(Math.min(spent(), spent(), spent())).toBeLessThan(30);
    },
  );
});
