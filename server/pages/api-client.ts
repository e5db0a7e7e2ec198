import type { FastifyInstance } from "fastify";
import type { Subject } from "../database/database.ts";

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

/**
 * An API client for rendering one page: it calls this very app and notes what the page is made from.
 * @param headers the page request's host and protocol, so that answers that depend on them agree
 */
export function inProcessApi(
  app: FastifyInstance,
  headers: Record<string, string>,
): { api: InProcessApi; madeFrom: Set<Subject> } {
  const madeFrom = new Set<Subject>();
  return {
    madeFrom,
    api: {
      async get(path) {
        const [, first = ""] = /^\/?([a-z]+)/.exec(path) ?? [];
        const subject = SUBJECT_OF[first];
        if (subject) madeFrom.add(subject);
        // The footer's products come with the shop's details.
        if (first === "shop") madeFrom.add("catalogue");
        const answer = await app.inject({ method: "GET", url: `/api/${path.replace(/^\//, "")}`, headers });
        return { status: answer.statusCode, body: answer.json() };
      },
    },
  };
}
