import type { FastifyBaseLogger } from "fastify";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import type { BaseTopic, Topic } from "../database/database.ts";
import type { InProcessClient } from "../http/in-process-client.ts";

/** What a response is made from, by the first part of its path. */
const TOPICS_OF: Record<string, BaseTopic[]> = {
  product: ["catalogue"],
  category: ["catalogue"],
  review: ["reviews"],
  faqs: ["content"],
  influencer: ["content"],
  banner: ["content"],
  brand: ["content"],
  page: ["content"],
  // The footer's products come with the shop's details.
  shop: ["settings", "catalogue"],
};

/** What the storefront's loaders call while a page is rendered: the same paths and answers as in the browser, without a network. */
export interface InProcessApi {
  get(path: string): Promise<{ status: number; body: unknown }>;
}

/** An API client for rendering one page: it calls this very shop and notes the topics of what it is given, and whether a request failed. */
export function inProcessApi(
  inProcessClient: InProcessClient,
  context: { origin: string; log: FastifyBaseLogger },
): { api: InProcessApi; topics: Set<Topic>; hasFailed: () => boolean } {
  const topics = new Set<Topic>();
  let failed = false;
  return {
    topics,
    hasFailed: () => failed,
    api: {
      async get(path) {
        const [, first = ""] = /^\/?([a-z]+)/.exec(path) ?? [];
        for (const subject of TOPICS_OF[first] ?? []) topics.add(subject);
        const answer = await inProcessClient.get(`/${path.replace(/^\//, "")}`, context);
        if (answer.status >= 500) failed = true;
        if (first === "product") noteProducts(topics, answer.body);
        return answer;
      },
    },
  };
}

type Shown = ProductSummary & { similar_products?: ProductSummary[] };

/** A product with those beside it, or a list of products; a list also tells how many are in stock. */
function noteProducts(topics: Set<Topic>, body: unknown): void {
  const { data } = body as { data?: Shown | Shown[] };
  if (!data) return;
  if (Array.isArray(data)) topics.add("availability");
  for (const product of Array.isArray(data) ? data : [data, ...(data.similar_products ?? [])])
    topics.add(`product:${product._id}`);
}
