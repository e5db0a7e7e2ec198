/**
 * The forms that change something that is stored: unsaved input survives a reload, what a colleague has changed meanwhile is asked about, and
 * what is typed while it is saved stays.
 */

import { type ChangeEvent, type ComponentProps, type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import type { RequestError } from "../api/client.ts";
import { Button } from "./button.tsx";
import { ConflictBar } from "./conflict-bar.tsx";
import { useFormDraft } from "./form-draft.ts";
import { fieldMessage, useAction } from "./use-action.ts";

interface Options<Values> {
  /** Names the form and its subject: `address KW-7Q4M-2XKD`. */
  draft: string;
  /** The server's values, in `version`. */
  stored: Values;
  version: number;
  labels: Readonly<Record<keyof Values & string, string>>;
  /** Sends the values, and shows what the server returns. A rejected conflict loads the page's data again. */
  save: (draft: { values: Values; changed: readonly string[]; version: number }) => Promise<unknown>;
  /** What it changes, "this order", and who has changed that last and how, for a conflict. */
  subject: string;
  changedBy: string | null | undefined;
  change?: string;
  /** What the form says once it is saved. */
  savedText?: string;
  /** How a conflict shows a value beside the other; without it as it is. */
  shown?: (name: string, value: string, other: string) => string;
}

export interface VersionedFormState<Values> {
  values: Values;
  set: (name: keyof Values & string, value: string | ((latest: string) => string)) => void;
  /** The names of the fields that were typed in. */
  changed: readonly string[];
  /** The attributes of a field's input. */
  field: (name: keyof Values & string) => {
    label: string;
    value: string;
    error: string | undefined;
    autoComplete: "off";
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  };
  discard: () => void;
  /** What the last request has done; empty while something is typed. */
  said: string;
  say: (text: string) => void;
  /** Runs another request of the form; its error is shown as that of saving. */
  run: (work: () => Promise<unknown>) => Promise<boolean>;
  busy: boolean;
  error: RequestError | null;
  submit: () => Promise<void>;
  conflict: ReactNode;
}

export function useVersionedForm<Values extends Readonly<Record<string, string>>>({
  draft: key,
  stored,
  version,
  labels,
  save,
  subject,
  changedBy,
  change,
  savedText = "Saved. The shop shows it now.",
  shown = (_, value) => value,
}: Options<Values>): VersionedFormState<Values> {
  const draft = useFormDraft(key, stored);
  const { values, changed, conflicts, rebase, saved, discard } = draft;
  const [said, say] = useState("");
  const set: typeof draft.set = (name, value) => {
    say("");
    draft.set(name, value);
  };
  const { run, busy, error, clear } = useAction();
  const { revalidate } = useRevalidator();
  return {
    values,
    changed,
    discard,
    said,
    say,
    run,
    busy,
    error,
    set,
    field: (name) => ({
      label: labels[name],
      value: values[name] ?? "",
      error: fieldMessage(error, name),
      autoComplete: "off",
      onChange: (event) => set(name, event.target.value),
    }),
    async submit() {
      if (conflicts.length > 0) return;
      say("");
      const isSaved = await run(() => save({ values, changed, version }));
      if (!isSaved) return revalidate();
      saved(values);
      say(savedText);
    },
    conflict: conflicts.length > 0 && (
      <ConflictBar
        message={`${changedBy ?? "Somebody"} has changed ${subject} since you began${change ? `: ${change}` : ""}. Nothing that you have typed is lost.`}
        fields={conflicts.map((name) => {
          const [theirs, mine] = [stored[name] ?? "", values[name] ?? ""];
          return {
            name,
            label: labels[name] ?? name,
            theirs: shown(name, theirs, mine),
            mine: shown(name, mine, theirs),
          };
        })}
        onResolve={(theirs) => {
          clear();
          rebase(theirs);
        }}
      />
    ),
  };
}

interface VersionedFormProps<Values> extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> {
  form: VersionedFormState<Values>;
}

/** The form, or, as long as there is one, its conflict. */
export function VersionedForm<Values>({ form, children, ...attributes }: VersionedFormProps<Values>) {
  return (
    form.conflict || (
      <form
        {...attributes}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        {children}
      </form>
    )
  );
}

interface SaveButtonsProps<Values> {
  form: VersionedFormState<Values>;
  save?: string;
  discard?: string;
  /** What is saved, for screen readers, where a page has several forms. */
  of?: string;
  children?: ReactNode;
}

/** Saves or discards the changes; other buttons may follow. */
export function SaveButtons<Values>({
  form: { changed, busy, discard, said },
  save = "Save",
  discard: discardName = "Discard changes",
  of,
  children,
}: SaveButtonsProps<Values>) {
  return (
    // It follows a long form as long as something is unsaved.
    <div
      data-bottom-bar={changed.length > 0 || undefined}
      className={`flex flex-wrap items-center gap-2 ${changed.length > 0 ? "panel sticky bottom-2 z-10 -mx-2 px-2 py-2 shadow-md" : ""}`}
    >
      <Button type="submit" className="button-primary" disabled={busy || changed.length === 0}>
        {save}
        {of && <span className="sr-only"> {of}</span>}
      </Button>
      {changed.length > 0 && (
        <button type="button" className="button-quiet" onClick={discard}>
          {discardName}
        </button>
      )}
      {children}
      {changed.length > 0 && (
        <span className="text-bark text-small">
          {changed.length === 1 ? "1 change is not saved yet" : `${changed.length} changes are not saved yet`}
        </span>
      )}
      <p role="status" className="wrap-anywhere text-bark">
        {said}
      </p>
    </div>
  );
}
