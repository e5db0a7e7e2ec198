import { createStore } from "../../state/store.ts";

/** A review that is being written (S3.51 to S3.53). */
export interface ReviewDraft {
  /** 0 until stars are chosen. */
  rating: number;
  title: string;
  text: string;
  /** Pictures and videos, each with a name of its own, since two files may be called the same. */
  files: { id: string; file: File }[];
}

const EMPTY: ReviewDraft = { rating: 0, title: "", text: "", files: [] };

/**
 * Drafts by product, in memory: closing the window, or going to log in, loses nothing that was written; closing the tab does.
 */
export const draftStore = createStore<Readonly<Record<string, ReviewDraft>>>({});

export function draftOf(drafts: Readonly<Record<string, ReviewDraft>>, productId: string): ReviewDraft {
  return drafts[productId] ?? EMPTY;
}

export function changeDraft(productId: string, change: Partial<ReviewDraft>): void {
  const drafts = draftStore.get();
  draftStore.set({ ...drafts, [productId]: { ...draftOf(drafts, productId), ...change } });
}

let lastId = 0;

/** Adds what can be shown with a review; gives back the names of the files that cannot. */
export function addFiles(productId: string, chosen: readonly File[]): string[] {
  const fits = ({ type }: File) => /^(image|video)\//.test(type);
  const { files } = draftOf(draftStore.get(), productId);
  const fresh = chosen.filter(fits).map((file) => {
    lastId += 1;
    return { id: String(lastId), file };
  });
  changeDraft(productId, { files: [...files, ...fresh] });
  return chosen.filter((file) => !fits(file)).map(({ name }) => name);
}

export function removeFile(productId: string, id: string): void {
  const { files } = draftOf(draftStore.get(), productId);
  changeDraft(productId, { files: files.filter((entry) => entry.id !== id) });
}
