/**
 * Buys for the benchmark, in its own process: each customer repeatedly adds a product to the cart, orders it, pays in the sandbox's window
 * and verifies the payment, or only adds.
 */

import { payAtProvider, SHIPPING_ADDRESS } from "./paying.ts";
import { quantile } from "./quantile.ts";

export interface Buying {
  url: string;
  /** URL of the payment provider. */
  provider: string;
  /** One customer per token. */
  tokens: string[];
  /** Ids of the products to buy. */
  products: string[];
  seconds: number;
  /** Adds to empty carts and orders nothing, until these are full. */
  onlyAdd?: boolean;
}

/** Milliseconds. */
export interface Times {
  p50: number;
  p99: number;
}

/** The default of the setting for the units of one product per order. */
const MOST_OF_ONE_PRODUCT = 20;

export const STEPS = ["add to cart", "init", "pay", "verify"] as const;

export interface BuyingResult {
  purchases: number;
  perSecond: number;
  /** From the first request to the last response. */
  total: Times;
  /** `pay` is the sandbox's own time. */
  steps: Record<(typeof STEPS)[number], Times>;
}

process.on("message", async (buying: Buying) => process.send?.(await run(buying)));

async function run({ url, provider, tokens, products, seconds, onlyAdd = false }: Buying): Promise<BuyingResult> {
  const most = onlyAdd ? products.length * MOST_OF_ONE_PRODUCT : Number.POSITIVE_INFINITY;
  const total: number[] = [];
  const steps = Object.fromEntries(STEPS.map((step) => [step, [] as number[]])) as Record<string, number[]>;
  const startedAt = performance.now();
  const deadline = startedAt + seconds * 1000;
  await Promise.all(
    tokens.map(async (token, customer) => {
      for (let n = customer; performance.now() < deadline && n - customer < most; n++) {
        const times = await buy({ url, provider, onlyAdd }, token, products[n % products.length] ?? "");
        total.push(times.reduce((sum, time) => sum + time, 0));
        for (const [index, step] of STEPS.entries()) steps[step]?.push(times[index] ?? 0);
      }
    }),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  const timesOf = (values: number[]): Times => ({ p50: quantile(values, 0.5), p99: quantile(values, 0.99) });
  return {
    purchases: total.length,
    perSecond: total.length / elapsedSeconds,
    total: timesOf(total),
    steps: Object.fromEntries(STEPS.map((step) => [step, timesOf(steps[step] ?? [])])) as BuyingResult["steps"],
  };
}

/** Makes one purchase, or only its first step. @returns the duration of each step */
async function buy(
  { url, provider, onlyAdd }: Pick<Buying, "url" | "provider" | "onlyAdd">,
  token: string,
  product: string,
): Promise<number[]> {
  const times: number[] = [];
  const post = async (path: string, body: object) => {
    const startedAt = performance.now();
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${text}`);
    times.push(performance.now() - startedAt);
    return JSON.parse(text);
  };
  await post("/api/cart", { product_id: product, quantity: 1 });
  if (onlyAdd) return times;
  const session = await post("/api/init/payment", { address: SHIPPING_ADDRESS });
  const startedAt = performance.now();
  const proof = await payAtProvider(provider, session.data.id);
  times.push(performance.now() - startedAt);
  const verification = await post("/api/verify/payment", proof);
  if (verification.data.outcome !== "paid") throw new Error(`a purchase ended ${verification.data.outcome}`);
  return times;
}
