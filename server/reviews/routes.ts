import type { FastifyInstance } from "fastify";
import { totalPagesOf } from "../../contract/answers.ts";
import { calls } from "../../contract/calls.ts";
import { spendAllowance } from "../accounts/limits.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../failures.ts";
import { serveCall } from "../http/calls.ts";
import type { MediaStore } from "../media/store.ts";
import { uploadsOf } from "./allowances.ts";
import { deleteReview } from "./delete-review.ts";
import { readOwnReview } from "./own-review.ts";
import { listReviews } from "./reviews.ts";
import { saveReview } from "./save-review.ts";
import { keepUpload } from "./uploads.ts";

export function reviewRoutes(app: FastifyInstance, { db, media }: { db: Database; media: MediaStore }): void {
  const parts = { db, media, log: app.log };

  serveCall(app, calls.listReviews, async ({ query }) => {
    const { page, perPage } = query;
    const found = await listReviews(db, { productId: Number(query.product_id), page, perPage });
    if (!found)
      throw new Refusal("notFound", "There is no such product.", [
        { field: "product_id", message: "There is no such product." },
      ]);
    return { data: found.data, perPage, page, totalData: found.total, totalPages: totalPagesOf(found.total, perPage) };
  });
  serveCall(app, calls.readOwnReview, async ({ customer, query }) => ({
    data: await readOwnReview(db, { customerId: customer.id, productId: Number(query.product_id) }),
  }));
  serveCall(
    app,
    calls.uploadReviewFile,
    async ({ customer, files }) => ({ data: await keepUpload(parts, customer.id, files.file?.file, new Date()) }),
    { beforeFile: ({ id }) => spendAllowance(db, uploadsOf(id), new Date()) },
  );
  serveCall(app, calls.saveReview, async ({ customer, body }) => ({
    data: await saveReview(parts, customer.id, body, new Date()),
  }));
  serveCall(app, calls.deleteReview, async ({ customer, params }) => {
    await deleteReview(parts, { customerId: customer.id, reviewId: Number(params.id) }, new Date());
    return { data: {} };
  });
}
