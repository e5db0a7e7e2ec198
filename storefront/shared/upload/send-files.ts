import type { ErrorCode } from "../../../contract/errors.ts";
import { RequestError, RequestTimeoutError } from "../../api/request.ts";

/** A picture or video to upload, with its own id, since two files may have the same name. */
export interface FileToSend {
  id: string;
  kind: "image" | "video";
  name: string;
  /** Null for one that the server had before. */
  file: File | null;
  /** Relative to the media host; null until uploaded. */
  path: string | null;
}

let lastId = 0;

export function toFileToSend(file: File): FileToSend {
  lastId += 1;
  const kind = file.type.startsWith("video/") ? "video" : "image";
  return { id: String(lastId), kind, name: file.name, file, path: null };
}

/** The upload was cancelled. */
export class SendingStopped extends Error {}

export interface Sending {
  /** Called with the file being uploaded, and with an empty text once all are. */
  onProgress: (what: string) => void;
  /** Cancels the upload. Files uploaded until then are not uploaded again. */
  signal: AbortSignal;
}

interface SendFilesOptions extends Sending {
  upload: (file: File, signal: AbortSignal) => Promise<{ path: string }>;
  /** Records an uploaded file, so that a retry does not upload it again. */
  onSent: (id: string, path: string) => void;
  /** The form's field that shows the error of a file. */
  field: string;
}

/**
 * Uploads the new ones of the files, one after the other.
 * @returns the paths of all
 * @throws SendingStopped; RequestError, which names a rejected file in an error of the field
 */
export async function sendFiles(
  files: readonly FileToSend[],
  { upload, onSent, field, onProgress, signal }: SendFilesOptions,
): Promise<string[]> {
  const missing = files.filter(({ path }) => path === null).length;
  const paths: string[] = [];
  let sent = 0;
  for (const { id, kind, name, file, path } of files) {
    if (file && path === null) {
      sent += 1;
      onProgress(missing === 1 ? `Uploading ${name}…` : `Uploading ${name}, ${sent} of ${missing}…`);
      try {
        const uploaded = await upload(file, signal);
        onSent(id, uploaded.path);
        paths.push(uploaded.path);
      } catch (error) {
        if (signal.aborted) throw new SendingStopped();
        throw namingFile(error, { kind, name, field });
      }
    } else if (path) paths.push(path);
  }
  if (signal.aborted) throw new SendingStopped();
  onProgress("");
  return paths;
}

const TOO_SLOW = {
  image: "The upload took too long. Please try a smaller photo or a faster connection.",
  video: "The upload took too long. Please try a shorter video or a faster connection.",
} as const;

function namingFile(error: unknown, { kind, name, field }: Pick<FileToSend, "kind" | "name"> & { field: string }) {
  const problem = (code: ErrorCode, why: string, status = 0) => {
    const message = `${name}: ${why}`;
    return new RequestError(status, {
      success: false,
      statusCode: status,
      code,
      message,
      errors: [{ field, message }],
    });
  };
  if (error instanceof RequestTimeoutError) return problem("request_timeout", TOO_SLOW[kind]);
  if (!(error instanceof RequestError) || !error.code || !error.errorResponse?.errors) return error;
  return problem(error.code, error.message, error.status);
}
