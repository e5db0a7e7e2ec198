/** Toasts. Their code is loaded with the first one, unless `prepareToasts` has loaded it before. */

import type { ReactNode } from "react";
import type { RequestError } from "../../api/request.ts";
import { createStore, useStore } from "../store.ts";

type ToastCode = typeof import("./toast-area.tsx");
const code = createStore<ToastCode | null>(null);
const load = (): Promise<ToastCode> => import("./toast-area.tsx");

/** Returns null if the code cannot be loaded; then no toast is shown. */
async function loadToastCode(): Promise<ToastCode | null> {
  const loaded = await load().catch(() => null);
  if (loaded) code.set(loaded);
  return loaded;
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
  // The page redirects to the login, which says why.
  if ([401, 403].includes(failed.errorResponse?.statusCode ?? 0)) return;
  (await loadToastCode())?.addErrorToast(`${what} ${failed.message}`);
}

/**
 * Shows a success message.
 * @param message may contain links
 * @param id while a toast with this id is open, no second one is shown
 */
export async function showSuccess(message: ReactNode, id: string): Promise<void> {
  (await loadToastCode())?.addSuccessToast(message, id);
}

export function Toasts() {
  const loaded = useStore(code);
  return loaded && <loaded.ToastArea />;
}
