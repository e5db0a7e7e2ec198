/** `npm run review` beside the running shop. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCategory, makeProduct } from "./make-product.ts";
import { performWords } from "./perform-command.ts";
import { authorsOf } from "./review-authors.ts";
import { runCommand } from "./run-command.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let authors: ReturnType<typeof authorsOf>;
let productId: number;
beforeAll(async () => {
  shop = await openShop();
  authors = authorsOf(shop);
  const categoryId = await makeCategory(shop, { slug: "all", name: "All" });
  productId = await makeProduct(shop, { slug: "rose-attar", title: "Rose Attar", categoryId });
});
afterAll(() => shop?.close());

const command = (...words: string[]) => performWords(shop, "review", ...words);

it("lists held reviews, shows one, publishes and rejects it beside the running shop", async () => {
  const asha = await authors.author();
  const { _id } = await asha.write(productId, {
    rating: 2,
    review_title: "See www.attar.example",
    review_text: "\u001b[2J",
  });
  expect((await command("list")).out).toMatch(
    new RegExp(`^ *${_id} .* ★★☆☆☆ {2}Rose Attar, Asha Rao: See www\\.attar\\.example\\n$`),
  );
  const { out } = await command("show", _id);
  expect(out).toContain(`Review ${_id} · held · ★★☆☆☆`);
  expect(out).toContain("Note      It seems to contain a link");
  expect(await command("publish", _id)).toEqual({ code: 0, out: `Review ${_id} is published now.\n`, err: "" });
  expect(await authors.shown(productId)).toMatchObject({ totalData: 1 });
  await runCommand(shop, "review", "reject", _id, "--reason", "No advertisements, please.");
  expect(await authors.shown(productId)).toMatchObject({ totalData: 0 });
  expect(await asha.own(productId)).toMatchObject({ state: "rejected", note: "No advertisements, please." });
  expect((await command("list")).out).toBe("No review is held.\n");
});

it("reports errors in one sentence", async () => {
  const sentences: [string[], RegExp][] = [
    [["show", "999999999"], /^There is no review 999999999\.\n$/],
    [["list", "--state", "lost"], /^There is no state lost; there are published, held, rejected\.\n$/],
    [["reject", "1"], /^Write it like this: npm run review -- reject REVIEW --reason TEXT\n$/],
    [["publish", "one"], /^one is no number of a review/],
    [[], /^npm run review: .*\n\n {2}npm run review -- list /],
  ];
  for (const [words, sentence] of sentences) {
    const { code, out, err } = await command(...words);
    expect({ code, out }, words.join(" ")).toEqual({ code: 1, out: "" });
    expect(err).toMatch(sentence);
  }
});
