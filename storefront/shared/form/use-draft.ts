import { useState } from "react";
import { clearDraft, type Draft, recallDraft, storeDraft } from "./drafts.ts";
import type { FormHandle } from "./use-form.ts";

/**
 * Keeps what was typed into a form until it is sent.
 * @param name of the form, the same wherever it is opened again
 * @param fields that are kept; never a password
 */
export function useDraft(name: string, fields: readonly string[]) {
  const [kept, setKept] = useState(() => recallDraft(name));
  return {
    /** What the fields begin with; undefined where nothing was typed. */
    kept,
    keep: (form: Pick<FormHandle, "read">, more: Draft = {}) =>
      storeDraft(name, { ...Object.fromEntries(fields.map((field) => [field, form.read(field)])), ...more }),
    forget() {
      clearDraft(name);
      setKept(undefined);
    },
  };
}
