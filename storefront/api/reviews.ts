import type { OwnReview, ReviewBody, ReviewUpload } from "../../contract/reviews.ts";
import { pathWithQuery } from "./api.ts";
import { browserSend } from "./browser.ts";
import { callForData, callToDelete } from "./call.ts";

/** The calls about a customer's own reviews, made in the browser only. */

export const reviewApi = {
  /** Null when there is none. */
  readOwn: (productId: string) =>
    callForData<OwnReview | null>(browserSend, {
      method: "GET",
      path: pathWithQuery("review/own", { product_id: productId }),
    }),
  /** @throws an AbortError when it was called off */
  upload(file: File, signal?: AbortSignal) {
    const form = new FormData();
    form.set("file", file);
    return callForData<ReviewUpload>(browserSend, { method: "POST", path: "review/file", body: form, signal });
  },
  save: (body: ReviewBody) => callForData<OwnReview>(browserSend, { method: "POST", path: "review", body }),
  remove: (id: string) => callToDelete(browserSend, `review/${id}`),
};
