import { useState } from "react";
import { clearDraft, type Draft, recallDraft, storeDraft } from "./drafts.ts";
import type { FormHandle } from "./use-form.ts";

/**
 * Stores a form's input until it is submitted.
 * @param name of the form, the same wherever it is opened
 * @param fields to store; never a password
 */
export function useDraft(name: string, fields: readonly string[]) {
  const [stored, setStored] = useState(() => recallDraft(name));
  return {
    /** The fields' initial values; undefined without a draft. */
    stored,
    store: (form: Pick<FormHandle, "read">, more: Draft = {}) =>
      storeDraft(name, { ...Object.fromEntries(fields.map((field) => [field, form.read(field)])), ...more }),
    clear() {
      clearDraft(name);
      setStored(undefined);
    },
  };
}
