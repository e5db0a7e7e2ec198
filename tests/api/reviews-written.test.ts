/** Writing reviews; their files are in review-files.test.ts. */

import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { COMMAND_ACTOR } from "../../server/platform/audit/record-audit.ts";
import { review } from "../../server/platform/database/schema.ts";
import { publishReview, rejectReview } from "../../server/shop/reviews/moderation.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf } from "./buyers.ts";
import { mp4, webm } from "./films.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { authorsOf } from "./review-authors.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let authors: ReturnType<typeof authorsOf>;
let categoryId: number;
let slug: string;
let productId: number;
let asha: Awaited<ReturnType<typeof authors.author>>;

beforeAll(async () => {
  shop = await openShop();
  authors = authorsOf(shop);
  categoryId = await makeCategory(shop, { slug: "all", name: "All" });
});
afterAll(() => shop?.close());

/** For files, which a job removes. */
const SOON = { timeout: LONGEST_WAIT_MS };
const BY_COMMAND = {
  actor: COMMAND_ACTOR,
  sender: {
    name: "Kewra",
    tagline: "",
    origin: "https://shop.example",
    email: "care@kewra.example",
    phone: "",
    address: ["Lucknow"],
    color: "#2f4a36",
    newsletter: { title: "", text: "" },
  },
};
/** Subjects of the mails to a customer. */
const subjectsTo = async (customerId: number) =>
  (
    await rowsOf<{ subject: string }>(
      shop,
      sql`select m.subject from mail m join customer c on c.email = m.recipient where c.id = ${customerId} order by m.id`,
    )
  ).map(({ subject }) => subject);

let made = 0;
beforeEach(async () => {
  made += 1;
  slug = `reviewed-${made}`;
  productId = await makeProduct(shop, { slug, categoryId });
  asha = await authors.author();
});

const picture = (side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background: "#a8482b" } })
    .jpeg()
    .toBuffer();
const statusOf = async (path: string) => (await shop.get(`/media${path}`)).status;

describe("a review", () => {
  it("is stored, listed and counted at once", { meta: { requirements: "S3.54, S5.57, S5.58" } }, async () => {
    const image = await asha.upload(await picture());
    const video = await asha.upload(mp4());
    const written = await asha.write(productId, {
      rating: 4,
      review_title: "  Lovely\nscent ",
      review_text: " Stays all day.\r\nIn the evening, too. ",
      files: [image.path, video.path],
    });
    expect(written).toMatchObject({
      user: { name: "Asha Rao", profile_image: null },
      rating: 4,
      review_title: "Lovely scent",
      review_text: "Stays all day.\nIn the evening, too.",
      image: [{ path: image.path, width: 40, height: 40, color: expect.stringMatching(/^#/), alt: "" }],
      video: [video.path],
      verifiedBuyer: false,
      state: "published",
      note: "",
    });
    const { data, totalData } = await authors.shown(productId);
    const { state: _state, note: _note, ...shown } = written;
    expect(data).toEqual([shown]);
    expect(totalData).toBe(1);
    expect(await authors.product(slug)).toMatchObject({ rating: 4, review: 1 });
  });

  it("is one for each customer and product, changed by writing again", {
    meta: { requirements: "S5.59" },
  }, async () => {
    const [first, other] = [await asha.write(productId, { rating: 2 }), await authors.author("Meera Nair")];
    await other.write(productId, { rating: 4 });
    const changed = await asha.write(productId, { rating: 5, review_title: "I was wrong", review_text: "" });
    expect(changed).toMatchObject({ _id: first._id, createdAt: first.createdAt, review_text: null });
    const { data, totalData } = await authors.shown(productId);
    expect(totalData).toBe(2);
    // The other one is newer, and the changed one stays behind it.
    expect(data.map((each: { review_title: string }) => each.review_title)).toEqual(["Lovely", "I was wrong"]);
    expect(await authors.product(slug)).toMatchObject({ rating: 4.5, review: 2 });
    expect(await asha.own(productId)).toEqual(changed);
    expect(await (await authors.author()).own(productId)).toBeNull();
  });

  it("is one even when it is sent several times at once", async () => {
    const responses = await Promise.all([1, 2, 3, 4].map((rating) => asha.save(productId, { rating })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await authors.shown(productId)).toMatchObject({ totalData: 1 });
    expect(await authors.product(slug)).toMatchObject({ review: 1 });
  });

  it("is deleted by its author alone, with its files", async () => {
    const { path } = await asha.upload(await picture());
    const { path: film } = await asha.upload(webm());
    const { _id } = await asha.write(productId, { files: [path, film] });
    expect(await statusOf(path)).toBe(200);
    expect((await (await authors.author()).remove(_id)).status).toBe(404);
    expect((await asha.remove(_id)).status).toBe(200);
    expect(await authors.shown(productId)).toMatchObject({ data: [], totalData: 0 });
    expect(await authors.product(slug)).toMatchObject({ review: 0 });
    await expect.poll(() => Promise.all([path, film].map(statusOf)), SOON).toEqual([404, 404]);
    expect((await asha.remove(_id)).status).toBe(404);
  });

  it("needs a logged-in customer", { meta: { requirements: "S5.57" } }, async () => {
    for (const [method, path] of [
      ["POST", "review"],
      ["POST", "review/file"],
      ["DELETE", "review/1"],
      ["GET", `review/own?product_id=${productId}`],
    ] as const)
      expect((await authors.people.send(method, path, method === "POST" ? {} : undefined)).status).toBe(401);
  });

  it.each([
    ["without stars", { rating: undefined }, "rating", "Please choose 1 to 5 stars."],
    ["no stars", { rating: 0 }, "rating", "Please choose 1 to 5 stars."],
    ["half a star", { rating: 4.5 }, "rating", "Please choose 1 to 5 stars."],
    ["six stars", { rating: 6 }, "rating", "Please choose 1 to 5 stars."],
    ["an empty title", { review_title: " " }, "review_title", "Review title is required."],
    ["without a title", { review_title: undefined }, "review_title", "Review title is required."],
    ["a long title", { review_title: "x".repeat(151) }, "review_title", "Review title can be up to 150 characters."],
    ["a long text", { review_text: "x".repeat(5001) }, "review_text", "Review can be up to 5,000 characters."],
    ["nine files", { files: Array(9).fill("/x") }, "files", "You can add up to 6 photos and 2 videos."],
    ["a file that is not there", { files: ["/reviews/none.12345678.webp"] }, "files", /^One of your files has expired/],
  ])("is rejected with the field's name: %s", async (_what, written, field, message) => {
    const { status, body } = await asha.save(productId, written);
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { field, message: typeof message === "string" ? message : expect.stringMatching(message) },
    ]);
    expect(await asha.own(productId)).toBeNull();
  });

  it("is of an existing product", async () => {
    expect(await asha.save(999_999_999)).toMatchObject({ status: 404, body: { errors: [{ field: "product_id" }] } });
  });

  it("is written thirty times an hour at most", async () => {
    const responses = [];
    for (let time = 0; time < 31; time++) responses.push(await asha.save(productId));
    expect(responses.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429]);
    expect(Number(responses.at(-1)?.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("verified buyer", { meta: { requirements: "S5.60" } }, () => {
  it("has paid for the product", async () => {
    const shoppers = buyersOf(shop);
    const buyer = await shoppers.buyer({ [productId]: 1 });
    const author = await authors.author("Buyer", buyer);
    const other = await makeProduct(shop, { slug: `${slug}-other`, categoryId });
    await buyer.order();
    expect(await author.write(productId)).toMatchObject({ verifiedBuyer: false });
    const opened = await buyer.order();
    await buyer.verify(await buyer.pay(opened));
    expect(await author.write(productId)).toMatchObject({ verifiedBuyer: true });
    expect((await authors.shown(productId)).data[0]).toMatchObject({ verifiedBuyer: true });
    expect(await author.write(other)).toMatchObject({ verifiedBuyer: false });
    expect(await asha.write(productId)).toMatchObject({ verifiedBuyer: false });
    expect((await buyer.post(`order/${opened.orderNumber}/cancel`)).status).toBe(200);
    expect(await author.write(productId)).toMatchObject({ verifiedBuyer: false });
  });
});

describe("bad language and links", () => {
  it("are held for moderation, which only the author sees", async () => {
    const held = await asha.write(productId, { review_title: "Cheaper at www.attar.example" });
    expect(held).toMatchObject({ state: "held", note: expect.stringContaining("a link") });
    expect(await authors.shown(productId)).toMatchObject({ data: [], totalData: 0 });
    expect(await authors.product(slug)).toMatchObject({ review: 0 });
    expect(await asha.own(productId)).toEqual(held);

    await publishReview(shop.db, Number(held._id), BY_COMMAND);
    // Publishing again sends no mail.
    await publishReview(shop.db, Number(held._id), BY_COMMAND);
    expect(await subjectsTo(asha.id)).toEqual([expect.stringMatching(/^Your review of .* is live$/)]);
    expect(await authors.shown(productId)).toMatchObject({ totalData: 1 });
    expect(await authors.product(slug)).toMatchObject({ rating: 5, review: 1 });
    // An unchanged text was moderated already; others were not.
    expect(await asha.write(productId, { rating: 3, review_title: held.review_title })).toMatchObject({
      state: "published",
    });
    expect(await asha.write(productId, { review_text: "What a shitty bottle" })).toMatchObject({
      state: "held",
      note: expect.stringContaining("bad language"),
    });
    expect(await authors.product(slug)).toMatchObject({ review: 0 });
    expect(await asha.write(productId, { review_text: "The bottle leaks" })).toMatchObject({ state: "published" });
  });

  it("that were rejected show the reason, and are screened again after a change", async () => {
    const { _id } = await asha.write(productId, { review_title: "Call 98xx and see spam.com" });
    await rejectReview(shop.db, Number(_id), { ...BY_COMMAND, reason: "Advertisements do not belong here." });
    expect(await subjectsTo(asha.id)).toEqual([expect.stringMatching(/^Your review of .* wasn’t published$/)]);
    const { email } = (await authors.people.get("user", asha.token)).body.data;
    const [{ text } = { text: "" }] = await authors.people.mailsTo(email);
    expect(text).toContain(
      "Hello Asha Rao, we couldn’t publish your review. Advertisements do not belong here. You can edit it and send it again.",
    );
    expect(text).toContain(`https://shop.example/product/${slug}#reviews`);
    expect(await asha.own(productId)).toMatchObject({ state: "rejected", note: "Advertisements do not belong here." });
    expect(await asha.write(productId, { review_title: "Lovely" })).toMatchObject({ state: "held" });
    expect(await authors.shown(productId)).toMatchObject({ totalData: 0 });
    expect((await asha.remove(_id)).status).toBe(200);
    expect(await authors.product(slug)).toMatchObject({ review: 0 });
  });
});

describe("the reviews of the demo, and those from before the screening", () => {
  it("are published, and their pictures stay where they are when they are changed", async () => {
    const image = { path: "/catalogue/shared.12345678.webp", width: 9, height: 9, alt: "", color: "#fff" };
    await shop.db
      .insert(review)
      .values({ productId, customerId: asha.id, rating: 4, title: "Before", images: [image] });
    expect(await asha.own(productId)).toMatchObject({ state: "published", image: [image] });
    expect(await asha.write(productId, { files: [image.path] })).toMatchObject({ image: [image] });
  });
});
