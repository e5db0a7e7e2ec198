import { sql } from "drizzle-orm";
import { createContext, type RouterContextProvider } from "react-router";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { customer, review } from "../../server/database/schema.ts";
import type { InProcessApi } from "../../server/pages/api-client.ts";
import type { Storefront, StorefrontBuild } from "../../server/pages/storefront.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { peopleOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

/** Finished pages are kept until what they were made from changes. */

const apiContext = createContext<{ api: InProcessApi }>();
/** Pages that say what one call answers: `/review/1` that of `review?product_id=1`. */
const plain: Storefront = {
  files: undefined,
  build: async () => ({ entry: { module: { apiContext } } }) as unknown as StorefrontBuild,
  async render({ url }: Request, context: RouterContextProvider) {
    const [, call, id] = new URL(url).pathname.split("/");
    const { status, body } = await context.get(apiContext).api.get(`${call}?product_id=${id}`);
    return new Response(JSON.stringify(body), { status });
  },
};

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
let productId: number;
let author: { token: string; _id: string };
let other: { token: string; _id: string };
beforeAll(async () => {
  shop = await openShop({ storefront: plain });
  people = peopleOf(shop);
  productId = await makeProduct(shop, {
    slug: "reviewed",
    categoryId: await makeCategory(shop, { slug: "all", name: "All" }),
  });
  author = await people.signUp("author@example.com", { name: "Asha Rao" });
  other = await people.signUp("other@example.com", { name: "Meera Nair" });
  const values = { productId, customerId: Number(author._id), rating: 5, title: "Lovely", images: [] };
  await shop.db.insert(review).values(values);
});
afterAll(() => shop?.close());

const authorOnPage = async () => {
  const { body } = await shop.get(`/review/${productId}`);
  return JSON.parse(body).data[0].user as { name: string; profile_image: string | null };
};
const expectAuthor = (author: { name?: string; profile_image?: string }) =>
  vi.waitFor(async () => expect(await authorOnPage()).toMatchObject(author), { timeout: 10_000 });
async function save(token: string, values: Record<string, string | Blob>): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  const request = new Request("http://localhost", { method: "POST", body: form });
  const { status } = await people.send("POST", "user/update", Buffer.from(await request.arrayBuffer()), {
    token,
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  });
  expect(status).toBe(200);
}
/** Changes the author where nobody announces it, so that a page that is kept can be told from one that is made anew. */
const changeUnseen = (name: string) =>
  shop.db.execute(sql`update ${customer} set name = ${name} where id = ${author._id}`);

describe("a page with reviews", () => {
  beforeEach(async () => {
    await save(author.token, { name: "Before" });
    await expectAuthor({ name: "Before" });
  });

  it("is made anew when an author has another name", async () => {
    await save(author.token, { name: "Asha R. Rao" });
    await expectAuthor({ name: "Asha R. Rao" });
  });

  it("is made anew when an author has another picture", async () => {
    const content = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#222" } })
      .png()
      .toBuffer();
    await save(author.token, { name: "Before", profile_image: new Blob([new Uint8Array(content)]) });
    const { profile_image } = (await people.get("user", author.token)).body.data;
    expect(profile_image).toMatch(/^\/customers\//);
    await expectAuthor({ profile_image });
  });

  it("is kept when somebody without a review is renamed, or an author saves what no page shows", async () => {
    await changeUnseen("Unseen");
    await save(other.token, { name: "Meera N." });
    await save(author.token, { name: "Unseen", mobile_no: "9845012345" });
    // Long enough for an announcement to arrive.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await authorOnPage()).name).toBe("Before");
  });
});

describe("a page whose call fails", () => {
  it("is answered as failed, and the failure is logged under the page's own request", async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const own = await openShop({ storefront: plain, environment: { LOG_LEVEL: "error" }, log });
    await own.db.execute(sql`alter table faq rename to faq_elsewhere`);
    const { status, headers } = await own.get("/faqs");
    await own.db.execute(sql`alter table faq_elsewhere rename to faq`);
    expect(status).toBe(500);
    expect((await own.get("/faqs")).status).toBe(200);
    await own.close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: "request failed", reqId: headers["x-request-id"], err: { cause: { code: "42P01" } } },
    ]);
  });
});
