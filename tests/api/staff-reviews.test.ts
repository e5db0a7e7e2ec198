/** Staff reads held reviews in the order in which they wait, and decides about them. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCategory, makeProduct } from "./make-product.ts";
import { authorsOf } from "./review-authors.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let authors: ReturnType<typeof authorsOf>;
let content: Awaited<ReturnType<typeof signInAs>>;
let productId: number;

beforeAll(async () => {
  shop = await openShop();
  authors = authorsOf(shop);
  content = await signInAs(shop, "Content");
  productId = await makeProduct(shop, {
    slug: "rose",
    categoryId: await makeCategory(shop, { slug: "all", name: "All" }),
  });
});
afterAll(() => shop?.close());

const queue = async (query = "") => (await content.send("GET", `/reviews${query}`)).body.data;
const ids = (reviews: { _id: string }[]) => reviews.map(({ _id }) => _id);

it("held reviews are listed oldest first; one is published, another rejected, and the log says by whom", async () => {
  const written = [];
  for (const title of ["See www.one.example", "See www.two.example"])
    written.push(await (await authors.author()).write(productId, { review_title: title }));
  const [first, second] = ids(written);
  const { reviews, hasMore } = await queue();
  expect({ ids: ids(reviews), hasMore }).toEqual({ ids: [first, second], hasMore: false });
  expect(ids((await queue(`?after=${first}`)).reviews)).toEqual([second]);
  expect(reviews[0]).toMatchObject({
    title: "See www.one.example",
    note: expect.stringContaining("link"),
    author: "Asha Rao",
  });

  const decide = (review: { _id: string; changedAt: string }, verb: string, more = {}) =>
    content.send("POST", `/reviews/${review._id}/${verb}`, { changedAt: review.changedAt, ...more });
  expect((await decide(reviews[0], "publish")).status).toBe(200);
  expect((await decide(reviews[1], "reject")).body.errors[0].field).toBe("reason");
  expect((await decide(reviews[1], "reject", { reason: "No advertisements, please." })).status).toBe(200);
  expect((await authors.shown(productId)).totalData).toBe(1);
  expect((await queue()).reviews).toEqual([]);
  expect(ids((await queue("?state=rejected")).reviews)).toEqual([second]);
  const owner = await signInAs(shop, "Owner");
  const { entries } = (await owner.send("GET", "/audit?subject=review")).body.data;
  expect(entries).toMatchObject([
    {
      action: "review.rejected",
      actor: "Content Rao",
      before: { state: "held" },
      after: { reason: "No advertisements, please." },
    },
    { action: "review.published", subject: { id: first } },
  ]);
});

it("a decision is rejected when the author has changed the review meanwhile", async () => {
  const author = await authors.author();
  await author.write(productId, { review_title: "See www.three.example" });
  const [review] = (await queue()).reviews;
  await author.write(productId, { review_title: "See www.four.example" });
  const { body } = await content.send("POST", `/reviews/${review._id}/publish`, { changedAt: review.changedAt });
  expect(body.code).toBe("conflict");
  expect((await queue()).reviews[0].state).toBe("held");
});
