/** The load, in its own process: visitors who browse at a fixed rate, and customers who buy. Runs one plan, and reports when it receives a stop. */

import { setTimeout as pause } from "node:timers/promises";
import { buyOnce, type Confirmed } from "./buyer.ts";
import { createClient, type Sample } from "./client.ts";

export interface Plan {
  /** The shop as visitors reach it. */
  shop: string;
  /** The payment provider. */
  provider: string;
  products: number;
  /** Requests of visitors per second; 0 for none. */
  perSecond: number;
  /** Session tokens of the customers, who buy one after the other. */
  tokens: string[];
  /** Ids of the products that customers buy. */
  productIds: string[];
  /** Milliseconds between two purchases of a customer. */
  thinkMs: number;
  /** Paths of pictures; none if the shop has none. */
  pictures: string[];
}

export interface Outcome {
  samples: Sample[];
  /** Payments that the shop has confirmed to a customer. */
  confirmed: Confirmed[];
}

/** Number of visitors, each with its own connection. */
const VISITORS = 16;
/** The number of products that are visited. */
const VISITED = 5000;
const CATEGORIES = ["perfumes", "attars", "face-care", "body-care", "hair-care", "gift-sets"];
const SEARCHES = ["rose", "sandlwood", "saffron oud", "khus attar", "night cream", "kewra"];

process.on("message", (message: Plan | "stop") => {
  if (message === "stop") stopping = true;
  else void run(message).then((outcome) => process.send?.(outcome));
});
process.on("disconnect", () => process.exit());
let stopping = false;

async function run(plan: Plan): Promise<Outcome> {
  const client = createClient(plan.shop);
  const confirmed: Confirmed[] = [];
  await Promise.all([
    ...(plan.perSecond > 0 ? Array.from({ length: VISITORS }, () => browse(plan, client)) : []),
    ...plan.tokens.map(async (token, customer) => {
      await pause(customer * 20);
      for (let n = customer; !stopping; n++) {
        const productId = plan.productIds[n % plan.productIds.length] ?? "";
        // Every tenth customer closes the window after paying: only the provider's webhook reports it.
        const result = await buyOnce({
          client,
          provider: plan.provider,
          token,
          productId,
          closes: n % 10 === 9,
          isOver: () => stopping,
        });
        if (result) confirmed.push(result);
        await pause(plan.thinkMs);
      }
    }),
  ]);
  return { samples: client.samples, confirmed };
}

async function browse({ perSecond, products, pictures }: Plan, client: ReturnType<typeof createClient>): Promise<void> {
  const every = (1000 * VISITORS) / perSecond;
  let next = performance.now() + Math.random() * every;
  while (!stopping) {
    await pause(Math.max(0, next - performance.now()));
    // A visitor who had to wait does not catch up.
    next = Math.max(next + every, performance.now());
    const path = pickPath(products, pictures);
    const kind = path.startsWith("/api/") ? "api" : pictures.includes(path) ? "picture" : "page";
    const response = await client.get(kind, path);
    if (kind !== "page" || !response) continue;
    // A browser loads the scripts that the page names.
    const files = [...new Set(response.text.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];
    const file = files[Math.floor(Math.random() * files.length)];
    if (file) await client.get("file", file);
  }
}

/** Picks a path: few products are visited often, most of them rarely. */
function pickPath(products: number, pictures: string[]): string {
  const slug = `product-${1 + Math.floor(Math.min(products, VISITED) * Math.random() ** 3)}`;
  const one = <T>(of: readonly T[]) => of[Math.floor(Math.random() * of.length)] as T;
  const roll = Math.random();
  if (roll < 0.08) return "/";
  if (roll < 0.16) return "/products";
  if (roll < 0.22) return `/category/${one(CATEGORIES)}`;
  if (roll < 0.52) return `/product/${slug}`;
  if (roll < 0.76) return `/api/product/${slug}`;
  if (roll < 0.86) return `/api/product?category=${one(CATEGORIES)}`;
  if (roll < 0.9) return `/api/product?search=${encodeURIComponent(one(SEARCHES))}`;
  return pictures.length > 0 ? one(pictures) : `/product/${slug}`;
}
