import type { OwnReview, ReviewBody } from "../../../contract/reviews/schemas.ts";
import { api } from "../../api/api.ts";
import { RequestError } from "../../api/request.ts";
import { type Sending, sendFiles } from "../../shared/upload/send-files.ts";
import { clearSentFiles, draftOf, draftStore, storeSentFile } from "./review-draft.ts";

/**
 * Uploads the draft's new files one after the other, then sends the review.
 * @throws SendingStopped; RequestError, which names a rejected file in an error of the field `files`
 */
export async function sendReview(
  productId: string,
  words: Omit<ReviewBody, "product_id" | "files">,
  sending: Sending,
): Promise<OwnReview> {
  const { files } = draftOf(draftStore.get(), productId);
  const paths = await sendFiles(files, {
    ...sending,
    upload: (file, signal) => api.uploadReviewFile({ files: { file }, signal }),
    onSent: (id, path) => storeSentFile(productId, id, path),
    field: "files",
  });
  try {
    return await api.saveReview({ body: { product_id: productId, ...words, files: paths } });
  } catch (error) {
    if (error instanceof RequestError && error.code === "upload_gone") clearSentFiles(productId);
    throw error;
  }
}
