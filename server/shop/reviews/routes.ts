import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { totalPagesOf } from "../../../contract/responses.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database, ReadSources } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/endpoints.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { storeUpload } from "../../platform/media/uploads.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { deleteReview } from "./delete-review.ts";
import { readOwnReview } from "./own-review.ts";
import { uploadsOf } from "./rate-limits.ts";
import { listReviews } from "./reviews.ts";
import { saveReview } from "./save-review.ts";

interface Deps extends ReadSources {
  db: Database;
  media: MediaLibrary;
}

export function reviewRoutes(app: FastifyInstance, { db, read, latest, media }: Deps): void {
  const deps = { db, media };

  handle(app, endpoints.listReviews, async ({ query, latest: isLatest }) => {
    const { page, perPage, sort } = query;
    const productId = Number(query.product_id);
    const found = await listReviews(isLatest ? latest : read, { productId, page, perPage, sort });
    if (!found)
      throw new ApiError("not_found", "We couldn’t find this product.", [
        { field: "product_id", message: "We couldn’t find this product." },
      ]);
    return { data: found.data, perPage, page, totalData: found.total, totalPages: totalPagesOf(found.total, perPage) };
  });
  handle(app, endpoints.readOwnReview, async ({ customer, query }) => ({
    data: await readOwnReview(db, { customerId: customer.id, productId: Number(query.product_id) }),
  }));
  handle(
    app,
    endpoints.uploadReviewFile,
    async ({ customer, files }) => ({ data: await storeUpload(deps, customer.id, files.file?.file, new Date()) }),
    { beforeFile: ({ id }) => consume(db, uploadsOf(id), new Date()) },
  );
  handle(app, endpoints.saveReview, async ({ customer, body }) => ({
    data: await saveReview(db, customer.id, body, new Date()),
  }));
  handle(app, endpoints.deleteReview, async ({ customer, params }) => {
    await deleteReview(db, { customerId: customer.id, reviewId: Number(params.id) }, new Date());
    return { data: {} };
  });
}
