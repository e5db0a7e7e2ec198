import type { Session } from "../../contract/accounts/schemas.ts";
import { createStore } from "../shared/store.ts";

/**
 * Who is logged in, in this browser. The session is encrypted in local storage, shared by all tabs. The server never sees it, so a page
 * begins with `isLoaded: false` and reads it after hydration. The cipher's code is loaded only if something is stored: guests never load it.
 */
export type SessionState = { isLoaded: false; session: null } | { isLoaded: true; session: Session | null };

export const sessionStore = createStore<SessionState>({ isLoaded: false, session: null });

/** The key in local storage (section 3 of the specification). */
const KEY = "data";

let secret = "";
let resolveLoaded = () => {};
const loaded = new Promise<void>((resolve) => {
  resolveLoaded = resolve;
});
const unauthorizedListeners = new Set<() => void>();

/**
 * Reads the stored session and follows login and logout in other tabs. Call it after hydration.
 * @param cipherSecret the setting SESSION_SECRET
 * @returns a function that stops following
 */
export function followSession(cipherSecret: string): () => void {
  secret = cipherSecret;
  void readStored();
  const listener = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) void readStored();
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

/** The token to send with a request; waits until the session is loaded. */
export async function sessionToken(): Promise<string | undefined> {
  await loaded;
  return sessionStore.get().session?.token;
}

/** Logs in: stores the response of login, registration, Google and a new password. */
export async function storeSession(session: Session): Promise<void> {
  try {
    const { sealSession } = await import("./session-cipher.ts");
    window.localStorage.setItem(KEY, sealSession(session, secret));
  } catch {
    // The storage is full or forbidden, or the cipher's code cannot be loaded: logged in until this page is closed.
  }
  changeSession(session);
}

/** Updates name and picture in the session after the profile has changed them. */
export async function renameSession({ name, profile_image }: Pick<Session, "name" | "profile_image">): Promise<void> {
  const { session } = sessionStore.get();
  if (session && (session.name !== name || session.profile_image !== profile_image))
    await storeSession({ ...session, name, profile_image });
}

/** Logs this browser out, in every tab. */
export function clearSession(): void {
  clearStored();
  changeSession(null);
}

/** Ends this page's session if it has this token. Leaves the storage alone: another tab may have logged in again. */
export function hideSession(token: string): void {
  if (sessionStore.get().session?.token === token) changeSession(null);
}

/** Removes the session from the storage; this page still shows it until `clearSession` or `hideSession`. */
export function clearStored(): void {
  try {
    window.localStorage.removeItem(KEY);
  } catch {
    // Without storage nothing was stored either.
  }
}

/** Ends a session that the server has rejected with 401 or 403, and notifies listeners. */
export function rejectSession(): void {
  for (const listener of unauthorizedListeners) listener();
  clearSession();
}

/** Adds a listener, which redirects to the login page. @returns a function that removes it */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

async function readStored(): Promise<void> {
  const stored = readKey();
  if (stored === null) return changeSession(null);
  const cipher = await import("./session-cipher.ts").catch(() => null);
  if (readKey() !== stored) return readStored();
  const session = cipher?.openSession(stored, secret) ?? null;
  // Damaged or foreign data is deleted, or every page would try to decrypt it. It stays if the cipher's code could not be loaded.
  if (cipher && !session) clearStored();
  changeSession(session);
}

function readKey(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function changeSession(session: Session | null): void {
  const now = sessionStore.get();
  if (!now.isLoaded || JSON.stringify(now.session) !== JSON.stringify(session))
    sessionStore.set({ isLoaded: true, session });
  resolveLoaded();
}
