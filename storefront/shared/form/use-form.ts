import { type ChangeEvent, type FocusEvent, type SubmitEvent, useId, useRef, useState } from "react";
import type * as z from "zod/mini";
import { announce } from "../announcer.tsx";
import { errorsOf, type FieldErrors, type FormSchema, showFieldErrors, shownErrors } from "./errors.ts";
import { useRequest } from "./use-request.ts";

interface FormOptions<Schema extends FormSchema> {
  /** Its keys are the fields' names; its messages are shown at the fields. */
  schema: Schema;
  /** Called with valid, trimmed values. Errors that it throws are shown at the fields, or beside the form. */
  onSubmit: (values: z.output<Schema>) => unknown;
  /** When fields are validated: on blur and change, or, as for a delivery address, on save only. */
  mode?: "onTouched" | "onSave";
}

/** A form's state, for the components of field.tsx. */
export interface FormHandle {
  /** Makes the ids of this form's fields unique in the page. */
  id: string;
  errors: FieldErrors;
  running: boolean;
  /** The error that belongs to no field. */
  message: string | null;
  /** A field's value. */
  read: (name: string) => string;
  /** Sets fields as if typed. */
  fill: (values: Readonly<Record<string, string>>) => void;
}

/**
 * The hook of all forms (section 5 of the specification): a field is validated on blur, then at every change; a submit validates all,
 * focuses the first invalid field, and calls onSubmit only without errors. In the mode `onSave` only the submit validates, and an error
 * disappears when its field is edited. Inputs are uncontrolled: they keep what was typed before hydration and during requests.
 */
export function useForm<Schema extends FormSchema>({ schema, onSubmit, mode = "onTouched" }: FormOptions<Schema>) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const fields = Object.keys(schema.shape);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<FieldErrors>({});
  const [rejected, setRejected] = useState<FieldErrors>({});
  const [message, setMessage] = useState<string | null>(null);
  const { running, start } = useRequest();

  const check = (): FieldErrors => {
    const found = form.current ? errorsOf(schema, readValues(form.current, fields)) : {};
    setErrors(found);
    return found;
  };

  const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    if (mode === "onSave") return;
    // The window lost focus, not the field.
    if (document.activeElement === target) return;
    const { name, type, value } = target as unknown as HTMLInputElement;
    if (!fields.includes(name)) return;
    whenReleased(() => {
      setTouched((before) => new Set([...before, name]));
      const error = check()[name];
      // An empty field was only passed: its error is read when one returns to it, not over the next label.
      if (error && value !== "" && type !== "checkbox") announce(error);
    });
  };

  const changed = (name: string) => {
    setRejected((before) => without(name, before));
    if (mode === "onSave") setErrors((before) => without(name, before));
    else check();
  };

  const onChange = ({ target }: ChangeEvent<HTMLFormElement>) => changed((target as unknown as HTMLInputElement).name);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (running) return;
    const element = event.currentTarget;
    const values = readValues(element, fields);
    const parsed = schema.safeParse(values);
    setTouched(new Set(fields));
    setRejected({});
    setMessage(null);
    const found = errorsOf(schema, values);
    setErrors(found);
    if (!parsed.success) return focusFirst(element, found);
    void start(async () => onSubmit(parsed.data as z.output<Schema>), {
      onError(failed) {
        const { rejected, message } = showFieldErrors(failed.errorResponse ?? failed, fields);
        setRejected(rejected);
        setMessage(message);
        focusFirst(element, rejected);
      },
    });
  };

  /** Clears input and errors. */
  const reset = () => {
    form.current?.reset();
    setTouched(new Set());
    setErrors({});
    setRejected({});
    setMessage(null);
  };

  const read = (name: string) => (form.current ? textIn(form.current, name) : "");

  const fill = (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) {
      const field = inputOf(form.current, name);
      if (!field) continue;
      field.value = value;
      changed(name);
    }
  };

  const handle: FormHandle = { id, errors: shownErrors(errors, touched, rejected), running, message, read, fill };
  return {
    ...handle,
    reset,
    /** Props of the form element. Without JavaScript `method="dialog"` submits nothing, so no input gets into a URL. */
    props: { ref: form, noValidate: true, method: "dialog", onBlur, onChange, onSubmit: submit } as const,
  };
}

/** Waits for the end of a press: an error shown meanwhile would move what is being pressed. */
function whenReleased(run: () => void): void {
  if (document.querySelector(":active")) window.addEventListener("mouseup", () => setTimeout(run), { once: true });
  else run();
}

function without(name: string, { [name]: _, ...others }: FieldErrors): FieldErrors {
  return others;
}

function readValues(form: HTMLFormElement, fields: readonly string[]): Record<string, unknown> {
  const read = (name: string) => {
    const field = inputOf(form, name);
    return field?.type === "checkbox" ? (field as HTMLInputElement).checked : textIn(form, name);
  };
  return Object.fromEntries(fields.map((name) => [name, read(name)]));
}

/** Returns a field's value; of radio buttons the selected one's, of a checkbox nothing unless it is checked. */
function textIn(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement && field.type === "checkbox" && !field.checked) return "";
  return field instanceof RadioNodeList ? field.value : (inputOf(form, name)?.value ?? "");
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLInputElement | HTMLTextAreaElement | null {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
}

/** Focuses the first invalid field, which screen readers read with its error; if it has the focus already, announces the error. */
function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const invalid = [...form.elements].find((field) => (field as HTMLInputElement).name in errors);
  if (!(invalid instanceof HTMLElement)) return;
  if (document.activeElement === invalid) announce(errors[(invalid as HTMLInputElement).name] ?? "");
  invalid.focus();
}
