import type { OwnReview } from "../../../contract/reviews/schemas.ts";
import { createStore } from "../../shared/store.ts";
import { type FileToSend, toFileToSend } from "../../shared/upload/send-files.ts";

/** A review being written or changed. */
export interface ReviewDraft {
  /** The author; null for a guest, until the first customer logs in. */
  author: string | null;
  /** The id of the stored review that it changes; null for a new review. */
  changes: string | null;
  /** Empty until stars are chosen. */
  rating: string;
  title: string;
  text: string;
  files: DraftFile[];
}

/** A picture or video of a draft; without a file if it belongs to the stored review. */
export type DraftFile = FileToSend;

const EMPTY: ReviewDraft = { author: null, changes: null, rating: "", title: "", text: "", files: [] };

/** Drafts by product, in memory: they survive closing the dialog and logging in, not closing the tab. */
export const draftStore = createStore<Readonly<Record<string, ReviewDraft>>>({});

export const draftOf = (drafts: Readonly<Record<string, ReviewDraft>>, productId: string): ReviewDraft =>
  drafts[productId] ?? EMPTY;

export function changeDraft(productId: string, change: Partial<ReviewDraft>): void {
  const drafts = draftStore.get();
  draftStore.set({ ...drafts, [productId]: { ...draftOf(drafts, productId), ...change } });
}

export function clearDraft(productId: string): void {
  const { [productId]: _, ...others } = draftStore.get();
  draftStore.set(others);
}

/** Prepares the draft for the dialog: discards another customer's, and fills unchanged fields from the stored review. */
export function beginDraft(productId: string, author: string | null, own: OwnReview | null): void {
  const { author: before } = draftOf(draftStore.get(), productId);
  if (before !== null && before !== author) clearDraft(productId);
  const draft = draftOf(draftStore.get(), productId);
  const changes = own?._id ?? null;
  changeDraft(productId, { author, changes });
  // The files of a review that was deleted elsewhere are deleted, too.
  if (draft.changes !== null && draft.changes !== changes)
    changeDraft(productId, { files: draft.files.filter(({ file }) => file !== null) });
  if (!own || draft.changes === changes) return;
  const isFresh = draft.rating === "" && draft.title === "" && draft.text === "";
  changeDraft(productId, {
    files: [...storedFiles(own), ...draft.files],
    ...(isFresh && { rating: String(own.rating), title: own.review_title, text: own.review_text ?? "" }),
  });
}

function storedFiles({ image, video }: OwnReview): DraftFile[] {
  const stored = (kind: DraftFile["kind"], path: string, number: number): DraftFile => ({
    id: path,
    kind,
    name: `${kind === "image" ? "photo" : "video"} ${number}`,
    file: null,
    path,
  });
  return [
    ...image.map(({ path }, index) => stored("image", path, index + 1)),
    ...video.map((path, index) => stored("video", path, index + 1)),
  ];
}

export function addFiles(productId: string, chosen: readonly File[]): void {
  const { files } = draftOf(draftStore.get(), productId);
  changeDraft(productId, { files: [...files, ...chosen.map(toFileToSend)] });
}

export function removeFile(productId: string, id: string): void {
  const { files } = draftOf(draftStore.get(), productId);
  changeDraft(productId, { files: files.filter((entry) => entry.id !== id) });
}

/** Records an uploaded file, so that a retry does not upload it again. */
export function storeSentFile(productId: string, id: string, path: string): void {
  const { files } = draftOf(draftStore.get(), productId);
  changeDraft(productId, { files: files.map((entry) => (entry.id === id ? { ...entry, path } : entry)) });
}

/** Forgets uploads that the shop has deleted because they were too old: the next attempt uploads the files again. */
export function clearSentFiles(productId: string): void {
  const { files } = draftOf(draftStore.get(), productId);
  changeDraft(productId, { files: files.map((entry) => (entry.file ? { ...entry, path: null } : entry)) });
}
