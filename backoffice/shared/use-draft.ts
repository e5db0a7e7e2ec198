import { useState } from "react";
import { readDraft, removeDraft, storeDraft } from "./draft-storage.ts";

/** Keeps a text over a reload and a lost session, until it is empty. @param name of the draft */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readDraft(name) ?? "");
  return [
    text,
    (next) => {
      setText(next);
      if (next === "") removeDraft(name);
      else storeDraft(name, next);
    },
  ];
}
