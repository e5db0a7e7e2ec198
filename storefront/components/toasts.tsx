import { lazy, type ReactNode, Suspense } from "react";
import type { CallFailed } from "../api/call.ts";
import { createStore, useStore } from "../state/store.ts";

/** Messages in the corner of the window. Their code comes with the first one, or ahead of it for those who may need it. */

const wanted = createStore(false);
const load = () => import("./toast-area.tsx");
const Area = lazy(async () => ({ default: (await load()).ToastArea }));

/** Fetches the code of toasts, so that one can be shown when the line is down. */
export function prepareToasts(): void {
  load().catch(() => {});
}

/**
 * Says what has failed, why, and what to do.
 * @param what a whole sentence
 */
export async function showFailure(what: string, failed: CallFailed): Promise<void> {
  // The end of the session leads to the log-in, which says enough.
  if ([401, 403].includes(failed.failure?.statusCode ?? 0)) return;
  wanted.set(true);
  const { addToast } = await load();
  addToast(`${what} ${reasonOf(failed)}`);
}

/**
 * Says what has been done.
 * @param message may hold links
 * @param id the same one is shown once
 */
export async function showSuccess(message: ReactNode, id: string): Promise<void> {
  wanted.set(true);
  const { addSuccess } = await load();
  addSuccess(message, id);
}

/** Why a call has failed, as the server says it; out of reach, what to do about it. */
export function reasonOf({ status, message }: CallFailed): string {
  return status === 0 ? `${message} Please check your connection and try again.` : message;
}

export function Toasts() {
  if (!useStore(wanted)) return null;
  return (
    <Suspense>
      <Area />
    </Suspense>
  );
}
