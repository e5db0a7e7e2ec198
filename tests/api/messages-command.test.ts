/** `npm run messages`: the owner reads the contact form's messages. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peopleOf } from "./people.ts";
import { performWords } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
const messages = (...words: string[]) => performWords(shop, "messages", ...words);
const ASHA = {
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "+91 98450 12345",
  address: "Indiranagar, Bengaluru 560038",
  message: "Is the Discovery Set\nin stock again?",
};

beforeAll(async () => {
  shop = await openShop();
  const { post } = peopleOf(shop);
  await post("contact", ASHA);
  await post("contact", { ...ASHA, name: "Priya Nair", email: "priya@example.com" });
});
afterAll(() => shop?.close());

describe("npm run messages", () => {
  it("lists them, newest first", { meta: { requirements: "S2.242" } }, async () => {
    const { code, out } = await messages("list");
    expect(code).toBe(0);
    const [first = "", second = "", end] = out.split("\n");
    expect(first).toMatch(/^ +2 {2}\d{1,2} [A-Z]\w+ \d{4}, \d{1,2}:\d\d\u00a0[AP]M +Priya Nair, priya@example\.com$/);
    expect(second).toMatch(/^ +1 {2}.* Asha Rao, asha@example\.com$/);
    expect(end).toBe("");
  });

  it("shows one with all its fields", { meta: { requirements: "S2.242" } }, async () => {
    const { out } = await messages("show", "1");
    expect(out.split("\n").slice(1)).toEqual([
      expect.stringMatching(/^Reference {5}M-\w{8}$/),
      "Name          Asha Rao",
      "Email         asha@example.com",
      "Phone Number  +91 98450 12345",
      "Address       Indiranagar, Bengaluru 560038",
      "",
      "Is the Discovery Set",
      "in stock again?",
      "",
    ]);
  });

  it("deletes one", async () => {
    expect(await messages("delete", "2")).toEqual({ code: 0, out: "Message 2 deleted.\n", err: "" });
    expect((await messages("list")).out).not.toContain("Priya");
    expect((await messages("delete", "2")).err).toBe("There is no message with the number 2.\n");
  });

  it("reports an error in one sentence", async () => {
    for (const [words, sentence] of [
      [["show", "77"], "There is no message with the number 77.\n"],
      [["show", "99999999999"], "There is no message with the number 99999999999.\n"],
      [["show"], "Write it like this: npm run messages -- show NUMBER\n"],
      [["list", "1"], "Write it like this: npm run messages -- list\n"],
      [[], expect.stringMatching(/^npm run messages: .*\n\n {2}npm run messages -- list +lists /)],
    ] as const)
      expect(await messages(...words)).toEqual({ code: 1, out: "", err: sentence });
  });
});
