import type { ReactNode } from "react";
import type { RequestError } from "../../api/request.ts";
import { createStore, useStore } from "../store.ts";

/** Toasts. Their code is loaded with the first one, or preloaded. */

type ToastCode = typeof import("./toast-area.tsx");
const code = createStore<ToastCode | null>(null);
const load = (): Promise<ToastCode> => import("./toast-area.tsx");

/** Loads their code; null if it cannot be loaded: the page continues without the toast. */
async function loadToastCode(): Promise<ToastCode | null> {
  const brought = await load().catch(() => null);
  if (brought) code.set(brought);
  return brought;
}

/** Preloads the code of toasts, to show one when the connection is lost. */
export function prepareToasts(): void {
  load().catch(() => {});
}

/**
 * Shows an error, its reason and what to do.
 * @param what a whole sentence
 */
export async function showError(what: string, failed: RequestError): Promise<void> {
  // The redirect to the log-in says enough.
  if ([401, 403].includes(failed.errorResponse?.statusCode ?? 0)) return;
  (await loadToastCode())?.addToast(`${what} ${failed.message}`);
}

/**
 * Shows a success message.
 * @param message may contain links
 * @param id the same id is shown once
 */
export async function showSuccess(message: ReactNode, id: string): Promise<void> {
  (await loadToastCode())?.addSuccess(message, id);
}

export function Toasts() {
  const brought = useStore(code);
  return brought && <brought.ToastArea />;
}
