import type { FastifyBaseLogger } from "fastify";
import type { Subject } from "../database/database.ts";
import type { OwnCalls } from "../http/own-calls.ts";

/** What a page was made from, by the first part of a call's path. */
const SUBJECT_OF: Record<string, Subject> = {
  product: "catalogue",
  category: "catalogue",
  review: "reviews",
  faqs: "content",
  influencer: "content",
  banner: "content",
  brand: "content",
  page: "content",
  shop: "settings",
};

/** What the storefront's loaders call while a page is rendered: the same paths and answers as in the browser, without a network. */
export interface InProcessApi {
  get(path: string): Promise<{ status: number; body: unknown }>;
}

/** An API client for rendering one page: it calls this very shop and notes what the page is made from. */
export function inProcessApi(
  ownCalls: OwnCalls,
  asking: { origin: string; log: FastifyBaseLogger },
): { api: InProcessApi; madeFrom: Set<Subject> } {
  const madeFrom = new Set<Subject>();
  return {
    madeFrom,
    api: {
      get(path) {
        const [, first = ""] = /^\/?([a-z]+)/.exec(path) ?? [];
        const subject = SUBJECT_OF[first];
        if (subject) madeFrom.add(subject);
        // The footer's products come with the shop's details.
        if (first === "shop") madeFrom.add("catalogue");
        return ownCalls.get(`/${path.replace(/^\//, "")}`, asking);
      },
    },
  };
}
