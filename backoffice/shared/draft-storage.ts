/**
 * Unsaved input, in the session storage of its tab, so that a reload, another page and the end of a session lose nothing. It belongs to the
 * member who typed it, and ends when that member signs out. What the browser refuses to store, as when its storage is full, lasts until the
 * page is loaded again.
 */

const unstored = new Map<string, string>();
let author = "";

const keysOf = (member: string) => `draft of ${member}: `;
const keyOf = (name: string) => keysOf(author) + name;
/** Where a tab tells the others of this browser which member has signed out. */
const SIGNED_OUT = "signed-out";

/** Reads and stores from now on the drafts of this member. @param member the id */
export function startDrafts(member: string): void {
  author = member;
}

/** Removes the member's drafts in every tab, at signing out. */
export function endDrafts(): void {
  removeDraftsOf(author);
  try {
    localStorage.setItem(SIGNED_OUT, author);
    // The event needs a change, also when the same member signs out again.
    localStorage.removeItem(SIGNED_OUT);
  } catch {
    // The other tabs keep theirs until they are closed, and show them to nobody else.
  }
}

/** Removes the drafts of a member who signs out in another tab. @returns a function that stops it */
export function followSignOuts(): () => void {
  const listener = ({ key, newValue }: StorageEvent) => {
    if (key === SIGNED_OUT && newValue !== null) removeDraftsOf(newValue);
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

/** @param name of the form and its subject @returns null without a draft */
export function readDraft(name: string): string | null {
  try {
    return unstored.get(keyOf(name)) ?? sessionStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

export function storeDraft(name: string, text: string): void {
  try {
    sessionStorage.setItem(keyOf(name), text);
    unstored.delete(keyOf(name));
  } catch {
    unstored.set(keyOf(name), text);
  }
}

export const removeDraft = (name: string): void => removeKey(keyOf(name));

function removeKey(key: string): void {
  unstored.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored either.
  }
}

function removeDraftsOf(member: string): void {
  const keys = [...unstored.keys()];
  try {
    keys.push(...Object.keys(sessionStorage));
  } catch {
    // Only those that were not stored.
  }
  for (const key of keys) if (key.startsWith(keysOf(member))) removeKey(key);
}
