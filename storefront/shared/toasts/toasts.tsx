import type { ReactNode } from "react";
import type { RequestFailed } from "../../api/request.ts";
import { createStore, useStore } from "../store.ts";

/** Messages in the corner of the window. Their code comes with the first one, or ahead of it for those who may need it. */

type ToastCode = typeof import("./toast-area.tsx");
const code = createStore<ToastCode | null>(null);
const load = (): Promise<ToastCode> => import("./toast-area.tsx");

/** Brings their code into the page; null where it cannot be fetched: the page goes on without the message. */
async function bringIn(): Promise<ToastCode | null> {
  const brought = await load().catch(() => null);
  if (brought) code.set(brought);
  return brought;
}

/** Fetches the code of toasts, so that one can be shown when the line is down. */
export function prepareToasts(): void {
  load().catch(() => {});
}

/**
 * Says what has failed, why, and what to do.
 * @param what a whole sentence
 */
export async function showError(what: string, failed: RequestFailed): Promise<void> {
  // The end of the session leads to the log-in, which says enough.
  if ([401, 403].includes(failed.errorResponse?.statusCode ?? 0)) return;
  (await bringIn())?.addToast(`${what} ${failed.message}`);
}

/**
 * Says what has been done.
 * @param message may hold links
 * @param id the same one is shown once
 */
export async function showSuccess(message: ReactNode, id: string): Promise<void> {
  (await bringIn())?.addSuccess(message, id);
}

export function Toasts() {
  const brought = useStore(code);
  return brought && <brought.ToastArea />;
}
