import { useState } from "react";

/** Copies a text to the clipboard. `said` says whether that worked; empty before. */
export function useCopy(): { copy: (text: string) => Promise<void>; said: string } {
  const [said, setSaid] = useState("");
  // Without https there is no clipboard, and a browser may refuse it.
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied.");
    } catch {
      setSaid("The browser doesn’t let us copy it. Please select it, and copy it by hand.");
    }
  };
  return { copy, said };
}
