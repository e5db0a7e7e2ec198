import { useSyncExternalStore } from "react";

let said = "";
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Lets a screen reader say what has happened, where nothing on the page says so: a removed entry, a form that has closed. */
export function announce(text: string): void {
  // The same text again is a change, too.
  said = text === said ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

/** What is announced. It is empty when a page is loaded, since some screen readers skip a region that is born with its text. */
export function Announcer() {
  const text = useSyncExternalStore(
    subscribe,
    () => said,
    () => "",
  );
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
