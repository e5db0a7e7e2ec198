import { sessionStore } from "../../session/session.ts";

/**
 * Unsent form input, in memory: it survives closing a dialog, changing a tab and the end of the session, not closing the browser tab. It is
 * restored only for the customer who typed it.
 */
export type Draft = Readonly<Record<string, string>>;

const drafts = new Map<string, { author: string | null; draft: Draft }>();

const author = () => sessionStore.get().session?._id ?? null;

/** @param name of the form */
export function storeDraft(name: string, draft: Draft): void {
  drafts.set(name, { author: author(), draft });
}

/** Undefined without a draft, or if it is another customer's. */
export function recallDraft(name: string): Draft | undefined {
  const stored = drafts.get(name);
  return stored?.author === author() ? stored.draft : undefined;
}

export function clearDraft(name: string): void {
  drafts.delete(name);
}
