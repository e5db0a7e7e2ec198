import type { OwnReview, ReviewBody, ReviewUpload } from "../../contract/reviews/schemas.ts";
import { pathWithQuery } from "./api.ts";
import { browserSend } from "./browser.ts";
import { requestData, requestDeletion } from "./request.ts";

/** The calls about a customer's own reviews, made in the browser only. */

export const reviewApi = {
  /** Null when there is none. */
  readOwn: (productId: string) =>
    requestData<OwnReview | null>(browserSend, {
      method: "GET",
      path: pathWithQuery("review/own", { product_id: productId }),
    }),
  /** @throws an AbortError when it was called off */
  upload(file: File, signal?: AbortSignal) {
    const form = new FormData();
    form.set("file", file);
    return requestData<ReviewUpload>(browserSend, { method: "POST", path: "review/file", body: form, signal });
  },
  save: (body: ReviewBody) => requestData<OwnReview>(browserSend, { method: "POST", path: "review", body }),
  remove: (id: string) => requestDeletion(browserSend, `review/${id}`),
};
