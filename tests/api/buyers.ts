/** Customers who are logged in, fill carts and pay at the sandbox provider. */

import { createHmac, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { SANDBOX_PAYMENT_CREDENTIALS } from "../../sandbox/sandbox.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { makeCustomer, peopleOf, rowsOf } from "./people.ts";
import type { TestResponse, TestShop } from "./shop.ts";

/** Addresses in the seller's state, and in another. */
export const LUCKNOW = { street: "18 Ashok Marg", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };
export const BENGALURU = { street: "27 Church Street", city: "Bengaluru", state: "Karnataka", pincode: "560001" };

/** The proof that the provider's window returns after a payment. */
export interface SignedProof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

export interface Opened {
  id: string;
  amount: number;
  orderNumber: string;
}

/** Signs a proof like the provider. */
export function signedProof(orderId: string, paymentId: string): SignedProof {
  const signature = createHmac("sha256", SANDBOX_PAYMENT_CREDENTIALS.keySecret)
    .update(`${orderId}|${paymentId}`)
    .digest("hex");
  return { razorpay_payment_id: paymentId, razorpay_order_id: orderId, razorpay_signature: signature };
}

export function buyersOf(shop: TestShop) {
  const people = peopleOf(shop);
  let made = 0;
  let category: Promise<number> | undefined;

  /** Makes a product; returns its id in the API. */
  async function sell(values: Partial<Parameters<typeof makeProduct>[1]> = {}): Promise<string> {
    category ??= makeCategory(shop, { slug: "perfumes", name: "Perfumes" });
    const categoryId = await category;
    made += 1;
    return String(await makeProduct(shop, { slug: `thing-${made}`, title: `Thing ${made}`, categoryId, ...values }));
  }

  const stockOf = async (productId: string) =>
    (
      await rowsOf<{ stock: number }>(
        shop,
        sql`select coalesce(sum(on_hand - reserved), 0)::int as stock from variant
        left join stock on stock.variant_id = variant.id where product_id = ${Number(productId)}`,
      )
    )[0]?.stock;

  function newEmail(): string {
    made += 1;
    return `buyer-${made}-${Math.random().toString(36).slice(2, 8)}@example.com`;
  }

  /** Makes a customer with these units in the cart, by product. */
  async function buyer(cart: Record<string, number> = {}, { email = newEmail() } = {}) {
    const { id, token } = await makeCustomer(shop.db, email);
    const add = (productId: string, quantity = 1) =>
      people.post("cart", { product_id: productId, quantity }, { token });
    for (const [productId, quantity] of Object.entries(cart)) await add(productId, quantity);

    const init = (body: unknown = { address: LUCKNOW }) => people.post("init/payment", body, { token });
    const verify = (proof: unknown) => people.post("verify/payment", proof, { token });
    /** Places an order of the cart; fails on an error. */
    async function order(body?: unknown): Promise<Opened> {
      const response = await init(body);
      if (response.status !== 200) throw new Error(`init/payment answered ${JSON.stringify(response.body)}`);
      return response.body.data;
    }
    /** Pays at the provider, by default without a webhook. */
    async function pay({ id: orderId }: { id: string }, { quiet = true } = {}): Promise<SignedProof> {
      const { id: paymentId } = await simulatePayment(shop.db, orderId, { quiet });
      return signedProof(orderId, paymentId);
    }
    /** Places an order and pays it. */
    async function buy(body?: unknown): Promise<Opened & { proof: SignedProof; verified: TestResponse }> {
      const opened = await order(body);
      const proof = await pay(opened);
      return { ...opened, proof, verified: await verify(proof) };
    }
    /** Places an order for cash on delivery and confirms it by the mailed code. @returns its number */
    async function buyInCash(body: object): Promise<string> {
      const post = (path: string, content: unknown) => people.post(path, content, { token });
      const placed = await post("cash-order", body);
      if (placed.status !== 200) throw new Error(JSON.stringify(placed.body));
      const number: string = placed.body.data.orderNumber;
      const code = people.codeIn(await people.mailAbout(email, `Confirm your order ${number}`));
      const confirmed = await post(`cash-order/${number}/confirm`, { code });
      if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
      return number;
    }
    return {
      id,
      email,
      token,
      add,
      init,
      verify,
      order,
      pay,
      buy,
      buyInCash,
      get: (path: string) => people.get(path, token),
      /** Like the storefront: each call is an act of its own. */
      post: (path: string, body?: unknown) =>
        people.post(path, body, { token, headers: { "idempotency-key": randomUUID() } }),
      cart: async () => (await people.get("cart?page=1&perPage=50&forCount=false", token)).body,
    };
  }

  /** Makes an order older. */
  const orderAges = (number: string, minutes: number) =>
    shop.db.execute(sql`
      with aged as (
        update customer_order set created_at = created_at - ${minutes} * interval '1 minute',
          pay_until = pay_until - ${minutes} * interval '1 minute'
        where number = ${number} returning id
      )
      update job set run_at = run_at - ${minutes} * interval '1 minute' from aged where (payload ->> 'orderId')::int = aged.id`);

  const stateOf = async (number: string) =>
    (await rowsOf<{ state: string }>(shop, sql`select state from customer_order where number = ${number}`))[0]?.state;

  return { people, sell, stockOf, buyer, orderAges, stateOf };
}
export type Buyer = Awaited<ReturnType<ReturnType<typeof buyersOf>["buyer"]>>;
