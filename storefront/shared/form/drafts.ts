import { sessionStore } from "../../account/session.ts";

/**
 * What somebody has typed into a form and not sent yet, in memory alone: closing a window, changing the pane or a session that ended loses
 * nothing, closing the tab does. A draft is given back only to the customer who has written it.
 */
export type Draft = Readonly<Record<string, string>>;

const drafts = new Map<string, { author: string | null; draft: Draft }>();

const author = () => sessionStore.get().session?._id ?? null;

/** @param name of the form, the same wherever it is opened again */
export function storeDraft(name: string, draft: Draft): void {
  drafts.set(name, { author: author(), draft });
}

/** Undefined where there is none, or another customer's. */
export function recallDraft(name: string): Draft | undefined {
  const kept = drafts.get(name);
  return kept?.author === author() ? kept.draft : undefined;
}

export function clearDraft(name: string): void {
  drafts.delete(name);
}
