import { keepActKey, takeActKey } from "../../contract/act-keys.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { ErrorResponse } from "../../contract/errors.ts";
import { IDEMPOTENCY_KEY } from "../../contract/idempotency-key.ts";
import { type DataOf, RequestError } from "./client.ts";

/** An upload without progress for this long has broken off. */
const STALLED_MS = 60_000;

export type PictureUpload =
  | "uploadBrandMark"
  | "uploadContentPicture"
  | "uploadProductPicture"
  | "uploadCategoryPicture";
type Upload = PictureUpload | "addClaimProof" | "addPackingPhoto";

let running = 0;
const listeners = new Set<() => void>();
function count(change: 1 | -1): void {
  running += change;
  for (const listener of listeners) listener();
}

/** Whether an upload is under way, for `useSyncExternalStore`. A page that is left forgets it. */
export const uploading = {
  get: (): boolean => running > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * Uploads one file, as the part `file`.
 * @param of the id in the path, and the texts beside the file
 * @param onProgress receives the share that is sent, from 0 to 1
 * @throws RequestError
 */
export function upload<N extends Upload>(
  name: N,
  file: File,
  onProgress: (share: number) => void,
  { id = "", texts = {} }: { id?: string; texts?: Readonly<Record<string, string>> } = {},
): Promise<DataOf<N>> {
  const { method, path } = adminEndpoints[name];
  count(1);
  return new Promise<DataOf<N>>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const act = JSON.stringify([name, id, texts, file.name, file.size, file.lastModified]);
    const key = takeActKey(act);
    const fail = () => {
      keepActKey(act, key);
      reject(new RequestError("offline", "The upload broke off. Please check your connection and try again."));
    };
    let timer = setTimeout(() => request.abort(), STALLED_MS);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), STALLED_MS);
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener("loadend", () => clearTimeout(timer));
    request.addEventListener("error", fail);
    request.addEventListener("abort", fail);
    request.addEventListener("load", () => {
      const answer = readJson(request.responseText);
      if (request.status === 200 && answer && "data" in answer) return resolve(answer.data as DataOf<N>);
      const { code, message, errors } = (answer ?? {}) as Partial<ErrorResponse>;
      reject(
        new RequestError(code ?? "internal_error", message ?? "Something went wrong. Please try again.", errors ?? []),
      );
    });
    request.open(method, `/admin/api${path.replace(/:\w+/, id)}`);
    request.setRequestHeader(IDEMPOTENCY_KEY, key);
    const form = new FormData();
    for (const [part, text] of Object.entries(texts)) form.append(part, text);
    form.append("file", file);
    request.send(form);
  }).finally(() => count(-1));
}

function readJson(text: string): object | null {
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}
