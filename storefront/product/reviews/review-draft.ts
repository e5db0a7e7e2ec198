import type { OwnReview } from "../../../contract/reviews/schemas.ts";
import { createStore } from "../../shared/store.ts";

/** A review that is being written, or changed. */
export interface ReviewDraft {
  /** The customer who writes it; null for a guest. The first customer to log in takes it over, nobody else does. */
  author: string | null;
  /** The stored review that is changed; null for a new one. */
  changes: string | null;
  /** Empty until stars are chosen. */
  rating: string;
  title: string;
  text: string;
  files: DraftFile[];
}

/** A picture or video of a draft, with a name of its own, since two files may be called the same. */
export interface DraftFile {
  id: string;
  kind: "image" | "video";
  name: string;
  /** Null for one that the stored review has already. */
  file: File | null;
  /** Behind the media host; null until it has been sent. */
  path: string | null;
}

const EMPTY: ReviewDraft = { author: null, changes: null, rating: "", title: "", text: "", files: [] };

/**
 * Drafts by product, in memory: closing the window, or going to log in, loses nothing that was written; closing the tab does.
 */
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

/**
 * Makes the draft ready for whoever opens the window: another customer's is forgotten, and of a review that is stored already the draft
 * takes over what was not written anew.
 */
export function beginDraft(productId: string, author: string | null, own: OwnReview | null): void {
  const { author: before } = draftOf(draftStore.get(), productId);
  if (before !== null && before !== author) clearDraft(productId);
  const draft = draftOf(draftStore.get(), productId);
  const changes = own?._id ?? null;
  changeDraft(productId, { author, changes });
  // A review that was deleted elsewhere takes its files along.
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

let lastId = 0;

export function addFiles(productId: string, chosen: readonly File[]): void {
  const { files } = draftOf(draftStore.get(), productId);
  const fresh = chosen.map((file): DraftFile => {
    lastId += 1;
    const kind = file.type.startsWith("video/") ? "video" : "image";
    return { id: String(lastId), kind, name: file.name, file, path: null };
  });
  changeDraft(productId, { files: [...files, ...fresh] });
}

export function removeFile(productId: string, id: string): void {
  const { files } = draftOf(draftStore.get(), productId);
  changeDraft(productId, { files: files.filter((entry) => entry.id !== id) });
}

/** A file has been sent; a second try need not send it again. */
export function storeSentFile(productId: string, id: string, path: string): void {
  const { files } = draftOf(draftStore.get(), productId);
  changeDraft(productId, { files: files.map((entry) => (entry.id === id ? { ...entry, path } : entry)) });
}

/** The shop does not have files any more that were sent a while ago: those of this browser are sent anew with the next try. */
export function clearSentFiles(productId: string): void {
  const { files } = draftOf(draftStore.get(), productId);
  changeDraft(productId, { files: files.map((entry) => (entry.file ? { ...entry, path: null } : entry)) });
}

let toGoOn: string | null = null;

/** Remembers that somebody went to log in in order to publish a review of this product. */
export function goOnAfterLogin(productId: string): void {
  toGoOn = productId;
}

/** Whether that was so; asked once. */
export function takeUpAgain(productId: string): boolean {
  const wanted = toGoOn === productId;
  if (wanted) toGoOn = null;
  return wanted;
}
