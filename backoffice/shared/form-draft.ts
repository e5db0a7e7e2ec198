import { useEffect, useState } from "react";

/** Unsaved input, with the stored values and the version on which it is based. */
interface Draft<Values> {
  version: number;
  base: Values;
  values: Values;
}

/**
 * Returns the values of a form. Unsaved input is kept in the tab's session storage until it is saved or discarded, so that a reload or
 * another page loses nothing.
 * @param key names the form and its subject: `address KW-7Q4M-2XKD`
 * @param stored the server's values, in this version
 */
export function useFormDraft<Values extends Readonly<Record<string, string>>>(
  key: string,
  stored: Values,
  version: number,
) {
  const [typed, setTyped] = useState(() => readDraft<Values>(key));
  const untouched: Draft<Values> = { version, base: stored, values: stored };
  const changed = typed ? changedNames(typed) : [];
  const isChanged = changed.length > 0;
  const draft = typed && isChanged ? typed : untouched;

  useEffect(() => {
    if (isChanged) sessionStorage.setItem(key, JSON.stringify(typed));
    else sessionStorage.removeItem(key);
  }, [key, typed, isChanged]);

  return {
    values: draft.values,
    /** The version of the stored values when typing began. */
    version: draft.version,
    /** The names of the fields that were typed in. */
    changed,
    /** The typed fields that somebody else has changed since. */
    conflicts: changed.filter((name) => stored[name] !== draft.base[name]),
    // Two values may be set before the form renders again, as when two pictures are stored; a function receives the latest.
    set: (name: keyof Values & string, value: string | ((latest: string) => string)) =>
      setTyped((latest) => {
        const draft = latest && changedNames(latest).length > 0 ? latest : untouched;
        const next = typeof value === "string" ? value : value(draft.values[name] ?? "");
        return { ...draft, values: { ...draft.values, [name]: next } };
      }),
    /** Bases the draft on the current stored values. @param theirs the fields in which they replace the input */
    rebase: (theirs: readonly string[]) => {
      const mine = changed.filter((name) => !theirs.includes(name)).map((name) => [name, draft.values[name]]);
      setTyped({ version, base: stored, values: { ...stored, ...Object.fromEntries(mine) } });
    },
    discard: () => setTyped(null),
  };
}

const changedNames = <Values extends Readonly<Record<string, string>>>({ base, values }: Draft<Values>): string[] =>
  Object.keys(base).filter((name) => values[name] !== base[name]);

/** Whether there is unsaved input. */
export const hasFormDraft = (key: string): boolean => sessionStorage.getItem(key) !== null;

function readDraft<Values>(key: string): Draft<Values> | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as Draft<Values> | null;
  } catch {
    return null;
  }
}
