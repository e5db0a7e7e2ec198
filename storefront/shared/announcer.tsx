import { createStore, useStore } from "./store.ts";

const announcements = createStore({ text: "", number: 0 });

/** Says something to screen readers that the eye sees anyway; also when it is the same as before. */
export function announce(text: string): void {
  announcements.set({ text, number: announcements.get().number + 1 });
}

/** Where announcements stand, once in a page. */
export function Announcer() {
  const { text, number } = useStore(announcements);
  return (
    <p role="status" className="sr-only">
      <span key={number}>{text}</span>
    </p>
  );
}
