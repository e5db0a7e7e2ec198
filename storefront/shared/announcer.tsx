import { createStore, useStore } from "./store.ts";

const announcements = createStore({ text: "", number: 0 });

/** Announces a text to screen readers, also if it is the same as before. */
export function announce(text: string): void {
  announcements.set({ text, number: announcements.get().number + 1 });
}

/** The live region for announcements, once per page. */
export function Announcer() {
  const { text, number } = useStore(announcements);
  return (
    <p role="status" className="sr-only">
      <span key={number}>{text}</span>
    </p>
  );
}
