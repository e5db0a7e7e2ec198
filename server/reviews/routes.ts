import type { FastifyInstance } from "fastify";
import { totalPagesOf } from "../../contract/answers.ts";
import { calls } from "../../contract/calls.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../failures.ts";
import { serveCall } from "../http/calls.ts";
import { listReviews } from "./reviews.ts";

export function reviewRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serveCall(app, calls.listReviews, async ({ query }) => {
    const { page, perPage } = query;
    const found = await listReviews(db, { productId: Number(query.product_id), page, perPage });
    if (!found)
      throw new Refusal("notFound", "There is no such product.", [
        { field: "product_id", message: "There is no such product." },
      ]);
    return { data: found.data, perPage, page, totalData: found.total, totalPages: totalPagesOf(found.total, perPage) };
  });
}
