import { useEffect, useState } from "react";

/** What somebody has typed, with the stored values and the version that it was typed on. */
interface Draft<Values> {
  version: number;
  base: Values;
  values: Values;
}

/**
 * The values of a form. What is typed stays in the tab's session until it is saved or discarded: a reload or another page loses nothing.
 * @param key names the form and its subject: `address KW-7Q4M-2XKD`
 * @param stored what the server has, in this version
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
    /** The version of the stored values when the typing began. */
    version: draft.version,
    /** The names of the fields that were typed in. */
    changed,
    /** The typed fields that somebody else has changed since. */
    conflicts: changed.filter((name) => stored[name] !== draft.base[name]),
    // Two fields may be set before the form renders again: a picture that is stored while somebody types.
    set: (name: keyof Values & string, value: string) =>
      setTyped((latest) => {
        const draft = latest && changedNames(latest).length > 0 ? latest : untouched;
        return { ...draft, values: { ...draft.values, [name]: value } };
      }),
    /** Continues on what is stored now. @param theirs the fields that are given up */
    rebase: (theirs: readonly string[]) => {
      const mine = changed.filter((name) => !theirs.includes(name)).map((name) => [name, draft.values[name]]);
      setTyped({ version, base: stored, values: { ...stored, ...Object.fromEntries(mine) } });
    },
    discard: () => setTyped(null),
  };
}

const changedNames = <Values extends Readonly<Record<string, string>>>({ base, values }: Draft<Values>): string[] =>
  Object.keys(base).filter((name) => values[name] !== base[name]);

/** Whether something was typed and not saved. */
export const hasFormDraft = (key: string): boolean => sessionStorage.getItem(key) !== null;

function readDraft<Values>(key: string): Draft<Values> | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as Draft<Values> | null;
  } catch {
    return null;
  }
}
