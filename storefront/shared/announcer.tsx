import { useEffect, useState } from "react";
import { afterPageFocus } from "./focus.ts";
import { createStore, useStore } from "./store.ts";

const announcements = createStore({ text: "", number: 0 });

/** Announces a text to screen readers, also if it is the same as before. */
export function announce(text: string): void {
  afterPageFocus(() => announcements.set({ text, number: announcements.get().number + 1 }));
}

/** Announces a text that a page or part of one opens with, and each text that replaces it. */
export function useAnnounced(text: string | null): void {
  useEffect(() => {
    if (text) announce(text);
  }, [text]);
}

let atNextPage = "";

/** Announces a text once the next page is open: its heading, which takes the focus, would interrupt it before. */
export function announceAtNextPage(text: string): void {
  atNextPage = text;
}

/** Announces what waits for this page, which has just opened. */
export function announceArrival(): void {
  if (atNextPage !== "") announce(atNextPage);
  atNextPage = "";
}

/** The live region for announcements: one of the page, and one of each modal dialog, outside of which nothing is heard. */
export function Announcer() {
  const { text, number } = useStore(announcements);
  const [before] = useState(number);
  return (
    <p role="status" className="sr-only">
      {number !== before && <span key={number}>{text}</span>}
    </p>
  );
}
