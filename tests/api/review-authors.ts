/** Customers who write reviews, by the storefront's requests. */

import type { OwnReview, ReviewUpload } from "../../contract/reviews/schemas.ts";
import { makeCustomer, peopleOf } from "./people.ts";
import type { TestResponse, TestShop } from "./shop.ts";

export interface Written {
  rating?: unknown;
  review_title?: unknown;
  review_text?: unknown;
  files?: unknown;
}

let made = 0;

export function authorsOf(shop: TestShop) {
  const people = peopleOf(shop);

  async function author(name = "Asha Rao", known?: { id: number; token: string }) {
    made += 1;
    const { id, token } = known ?? (await makeCustomer(shop.db, `author-${made}-${process.pid}@example.com`, name));

    const save = (productId: number, written: Written = {}) =>
      people.post(
        "review",
        { product_id: String(productId), rating: 5, review_title: "Lovely", ...written },
        { token },
      );
    /** Writes a review; fails on an error. */
    async function write(productId: number, written?: Written): Promise<OwnReview> {
      const { status, body } = await save(productId, written);
      if (status !== 200) throw new Error(`the review was refused: ${JSON.stringify(body)}`);
      return body.data;
    }
    function send(content: Buffer | string, { part = "file", type = "image/jpeg" } = {}): Promise<TestResponse> {
      const boundary = "----form-of-the-test";
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part}"; filename="mine.jpg"\r\ncontent-type: ${type}\r\n\r\n`;
      return people.send(
        "POST",
        "review/file",
        Buffer.concat([head, content, `\r\n--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as string))),
        { token, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } },
      );
    }
    async function upload(content: Buffer): Promise<ReviewUpload> {
      const { status, body } = await send(content);
      if (status !== 200) throw new Error(`the file was refused: ${JSON.stringify(body)}`);
      return body.data;
    }
    return {
      id,
      token,
      save,
      write,
      send,
      upload,
      own: async (productId: number) => (await people.get(`review/own?product_id=${productId}`, token)).body.data,
      remove: (reviewId: string) => people.send("DELETE", `review/${reviewId}`, undefined, { token }),
    };
  }

  /** The published reviews of a product, as a guest sees them. */
  const shown = async (productId: number) => (await shop.get(`/api/review?product_id=${productId}`)).body;
  const product = async (slug: string) => (await shop.get(`/api/product/${slug}`)).body.data;

  return { people, author, shown, product };
}
