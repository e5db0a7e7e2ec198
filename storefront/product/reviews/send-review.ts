import type { ErrorCode } from "../../../contract/errors.ts";
import type { OwnReview, ReviewBody } from "../../../contract/reviews/schemas.ts";
import { api } from "../../api/api.ts";
import { RequestError, RequestTimeoutError } from "../../api/request.ts";
import { clearSentFiles, type DraftFile, draftOf, draftStore, storeSentFile } from "./review-draft.ts";

/** The upload was cancelled before the review was sent. */
export class SendingStopped extends Error {}

interface Sending {
  /** Called with the file being uploaded, and with an empty text before the review itself is sent. */
  onProgress: (what: string) => void;
  /** Cancels the upload. Files uploaded until then are not uploaded again. */
  signal: AbortSignal;
}

/**
 * Uploads the draft's new files one after the other, then sends the review.
 * @throws SendingStopped; RequestError, which names a rejected file in an error of the field `files`
 */
export async function sendReview(
  productId: string,
  words: Omit<ReviewBody, "product_id" | "files">,
  { onProgress, signal }: Sending,
): Promise<OwnReview> {
  const { files } = draftOf(draftStore.get(), productId);
  const missing = files.filter(({ path }) => path === null).length;
  const paths: string[] = [];
  let sent = 0;
  for (const entry of files) {
    if (entry.file && entry.path === null) {
      sent += 1;
      onProgress(missing === 1 ? `Uploading ${entry.name}…` : `Uploading ${entry.name}, ${sent} of ${missing}…`);
      paths.push(await sendFile(productId, entry, entry.file, signal));
    } else if (entry.path) paths.push(entry.path);
  }
  if (signal.aborted) throw new SendingStopped();
  onProgress("");
  try {
    return await api.saveReview({ body: { product_id: productId, ...words, files: paths } });
  } catch (error) {
    if (error instanceof RequestError && error.code === "upload_gone") clearSentFiles(productId);
    throw error;
  }
}

async function sendFile(
  productId: string,
  { id, kind, name }: DraftFile,
  file: File,
  signal: AbortSignal,
): Promise<string> {
  try {
    const { path } = await api.uploadReviewFile({ files: { file }, signal });
    storeSentFile(productId, id, path);
    return path;
  } catch (error) {
    if (signal.aborted) throw new SendingStopped();
    if (error instanceof RequestTimeoutError) throw fileProblem("request_timeout", `${name}: ${TOO_SLOW[kind]}`);
    if (!(error instanceof RequestError) || !error.code || !error.errorResponse?.errors) throw error;
    throw fileProblem(error.code, `${name}: ${error.message}`, error.status);
  }
}

const TOO_SLOW = {
  image: "The upload took too long. Please try a smaller photo or a faster connection.",
  video: "The upload took too long. Please try a shorter video or a faster connection.",
} as const;

function fileProblem(code: ErrorCode, message: string, status = 0): RequestError {
  return new RequestError(status, {
    success: false,
    statusCode: status,
    code,
    message,
    errors: [{ field: "files", message }],
  });
}
