import { useEffect, useState } from "react";
import { announce } from "./announcer.tsx";
import { readDraft, removeDraft, storeDraft } from "./draft-storage.ts";

/** Unsaved input, with the stored values on which it is based. */
interface Draft<Values> {
  base: Values;
  values: Values;
}

/**
 * Returns the values of a form. Unsaved input is kept in the tab's session storage until it is saved or discarded, so that a reload or
 * another page loses nothing. Fields that were not typed in follow the stored values.
 * @param key names the form and its subject: `address KW-7Q4M-2XKD`
 * @param stored the server's values
 */
export function useFormDraft<Values extends Readonly<Record<string, string>>>(key: string, stored: Values) {
  const [typed, setTyped] = useState(() => parseDraft<Values>(key));
  const changed = typed ? changedNames(typed) : [];
  const isChanged = changed.length > 0;
  const values = typed ? { ...stored, ...pick(typed.values, changed) } : stored;

  const discard = () => {
    removeDraft(key);
    setTyped(null);
  };
  useEffect(() => {
    if (isChanged) storeDraft(key, JSON.stringify(typed));
    else removeDraft(key);
  }, [key, typed, isChanged]);

  return {
    values,
    /** The names of the fields that were typed in. */
    changed,
    /** The typed fields that somebody else has changed since. */
    conflicts: typed ? changed.filter((name) => stored[name] !== typed.base[name]) : [],
    // Two values may be set before the form renders again, as when two pictures are stored; a function receives the latest.
    set: (name: keyof Values & string, value: string | ((latest: string) => string)) =>
      setTyped((latest) => {
        const mine = latest ? changedNames(latest) : [];
        const now: Values = latest ? { ...stored, ...pick(latest.values, mine) } : stored;
        const base: Values = latest ? { ...stored, ...pick(latest.base, mine) } : stored;
        const next = typeof value === "string" ? value : value(now[name] ?? "");
        return { base, values: { ...now, [name]: next } };
      }),
    /** Bases the draft on the current stored values. @param theirs the fields in which they replace the input */
    rebase: (theirs: readonly string[]) => {
      const mine = changed.filter((name) => !theirs.includes(name));
      setTyped({ base: stored, values: { ...stored, ...pick(values, mine) } });
    },
    /** Call it once these values are stored: what was typed meanwhile stays. */
    saved: (sent: Values) => {
      // A form that closes when it is saved has no further effect.
      removeDraft(key);
      setTyped((latest) => latest && afterSaving(latest, sent));
    },
    discard,
    /** Discards what was sent, and lets screen readers say so. Call it once the request is done. */
    sent: (announcement: string) => {
      discard();
      announce(announcement);
    },
  };
}

/** The draft once these values are stored. Only what was typed since stays typed: other fields may have been loaded again meanwhile. */
export function afterSaving<Values extends Readonly<Record<string, string>>>(
  latest: Draft<Values>,
  sent: Values,
): Draft<Values> {
  return { base: sent, values: { ...sent, ...pick(latest.values, changedNames(latest)) } };
}

const pick = <Values extends Readonly<Record<string, string>>>(values: Values, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;

const changedNames = <Values extends Readonly<Record<string, string>>>({ base, values }: Draft<Values>): string[] =>
  Object.keys(base).filter((name) => values[name] !== base[name]);

/** Whether there is unsaved input. */
export const hasFormDraft = (key: string): boolean => readDraft(key) !== null;

function parseDraft<Values>(key: string): Draft<Values> | null {
  try {
    return JSON.parse(readDraft(key) ?? "null") as Draft<Values> | null;
  } catch {
    return null;
  }
}
