import { useState } from "react";

/** Keeps a text over a reload and a lost session, until it is empty. @param name of the draft */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const key = `draft ${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  return [
    text,
    (next) => {
      setText(next);
      if (next === "") sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, next);
    },
  ];
}
