/**
 * Loads the code of pages in the browser, in place of React Router's own function (scripts/page-code-plugin.ts), which reloads the page that
 * is open when a file does not arrive: what was typed there is gone, and so is the page that was wanted.
 */

/** How often the shop is tried without a connection, in milliseconds. */
const RETRY_MS = 3000;

/**
 * Why a navigation does not go on: there is no connection, so it continues once there is one; or a file is missing, so only a full load of
 * the wanted page can help.
 */
export type Obstacle = "offline" | "missing" | null;

let waiting = 0;
let isMissing = false;
const listeners = new Set<() => void>();

export const obstacle = (): Obstacle => (isMissing ? "missing" : waiting > 0 ? "offline" : null);

/** Call it once a page is open: it also says that what is missing is left to the listener. */
export function onObstacle(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const notify = () => {
  for (const listener of listeners) listener();
};

/** Any answer will do. */
const isReachable = () =>
  fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );

/** Resolves once the shop can be reached. */
export async function untilReachable(): Promise<void> {
  if (await isReachable()) return;
  waiting += 1;
  notify();
  // The browser may not notice that there is a connection.
  do
    await new Promise((resolve) => {
      addEventListener("online", resolve, { once: true });
      setTimeout(resolve, RETRY_MS);
    });
  while (!(await isReachable()));
  waiting -= 1;
  notify();
}

/**
 * Loads a route's module. Without a connection it waits for one; a file that is missing nevertheless is tried twice, then the page is left by
 * a full load of the wanted one.
 * @param loaded the modules that are there already, by the route's id
 * @throws if a file is missing while the first page is loaded: loading it again would not end
 * @public the built pages import it
 */
export async function loadRouteModule({ id, module }: { id: string; module: string }, loaded: Record<string, unknown>) {
  if (!(id in loaded)) loaded[id] = await importModule(module);
  return loaded[id];
}

async function importModule(url: string): Promise<unknown> {
  const load = () => import(/* @vite-ignore */ url);
  try {
    return await load();
  } catch {
    // The worker of the installed app answers full loads from its cache.
    if (!navigator.serviceWorker?.controller) await untilReachable();
  }
  try {
    return await load();
  } catch (error) {
    if (listeners.size === 0) throw error;
    isMissing = true;
    notify();
    return new Promise(() => {});
  }
}
