import { type ComponentProps, type ReactNode, useState } from "react";
import { AlertIcon, EyeOffIcon } from "../icons.tsx";
import { EyeIcon } from "../rare-icons.tsx";
import { keepDigits } from "./digits.ts";
import type { FormHandle } from "./use-form.ts";

interface Labelled {
  form: FormHandle;
  name: string;
  label: string;
}

interface FieldProps extends Labelled, Omit<ComponentProps<"input">, "id" | "name" | "form"> {
  /** Accepts this many digits, and nothing else. */
  digits?: number;
  /** A sentence of advice below the field. */
  hint?: string;
  /** Shown at the field's end. */
  children?: ReactNode;
}

/** A single-line input. */
export function Field({ form, name, label, digits, hint, children, className = "", onInput, ...input }: FieldProps) {
  return (
    <div className={className}>
      <FieldLabel form={form} name={name} label={label} />
      <div className="relative">
        <input
          {...inputProps(form, name, hint)}
          className={`field ${children ? "pr-12" : ""}`}
          onInput={
            digits === undefined
              ? onInput
              : (event) =>
                  keepDigits(event.currentTarget, { max: digits, mobile: input.type === "tel" }, event.nativeEvent)
          }
          {...input}
        />
        {children}
      </div>
      <Hint form={form} name={name} hint={hint} />
      <FieldError {...errorOf(form, name)} />
    </div>
  );
}

/** A multi-line input of at least `rows` lines, which grows with its text. */
export function TextAreaField({
  form,
  name,
  label,
  className = "",
  rows = 3,
  hint,
  ...area
}: Labelled & Pick<FieldProps, "hint"> & Omit<ComponentProps<"textarea">, "id" | "name" | "form">) {
  return (
    <div className={className}>
      <FieldLabel form={form} name={name} label={label} />
      <textarea
        {...inputProps(form, name, hint)}
        className="field field-sizing-content block max-h-80 resize-none"
        rows={rows}
        // Where the field grows, it ignores its rows.
        style={{ minHeight: `calc(${rows}lh + 1.25rem + 2px)` }}
        {...area}
      />
      <Hint form={form} name={name} hint={hint} />
      <FieldError {...errorOf(form, name)} />
    </div>
  );
}

/** A password input with a show/hide toggle. */
export function PasswordField(props: Omit<FieldProps, "type" | "digits" | "children">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOffIcon : EyeIcon;
  return (
    <Field {...props} type={shown ? "text" : "password"} autoCapitalize="none" autoCorrect="off" spellCheck={false}>
      <button
        type="button"
        aria-label={`${shown ? "Hide" : "Show"} ${props.label.toLowerCase()}`}
        aria-controls={`${props.form.id}-${props.name}`}
        // The field stays focused, so that a phone's keyboard stays open.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-bark hover:text-ink noscript:hidden"
      >
        <Icon width="22" height="22" />
      </button>
    </Field>
  );
}

/** A checkbox, required unless `optional`. Its label, whose plain text is its name, may contain links. */
export function CheckField({
  form,
  name,
  label,
  defaultChecked,
  optional = false,
  children,
}: {
  form: FormHandle;
  name: string;
  label: string;
  defaultChecked?: boolean;
  optional?: boolean;
  children: ReactNode;
}) {
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          {...inputProps(form, name)}
          type="checkbox"
          aria-label={label}
          defaultChecked={defaultChecked}
          // Not `required`: browsers call that invalid before it was touched.
          aria-required={!optional}
          className="mt-0.5 size-5 shrink-0 rounded-[3px] accent-leaf"
        />
        <label htmlFor={idOf(form, name)} className="text-small/6">
          {children}
        </label>
      </div>
      <FieldError {...errorOf(form, name)} />
    </div>
  );
}

function FieldLabel({ form, name, label }: Labelled) {
  return (
    <label htmlFor={idOf(form, name)} className="mb-1.5 block font-semibold text-small">
      {label}
    </label>
  );
}

function Hint({ form, name, hint }: Omit<Labelled, "label"> & Pick<FieldProps, "hint">) {
  return (
    hint && (
      <p id={`${idOf(form, name)}-hint`} className="pt-1.5 text-bark text-small/5">
        {hint}
      </p>
    )
  );
}

const idOf = (form: FormHandle, name: string) => `${form.id}-${name}`;

/** Links a control to its label, and to its error or its hint. */
const inputProps = (form: FormHandle, name: string, hint?: string) => ({
  id: idOf(form, name),
  name,
  "aria-invalid": form.errors[name] ? true : undefined,
  "aria-describedby": form.errors[name] ? `${idOf(form, name)}-error` : hint && `${idOf(form, name)}-hint`,
});

const errorOf = (form: FormHandle, name: string) => ({ id: `${idOf(form, name)}-error`, error: form.errors[name] });

/**
 * A field's error, nearer to its own field than to the next label. It describes the field and is read with it; the form announces an error
 * that appears elsewhere.
 */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div className="min-h-5">
      {error && (
        <p id={id} className="flex items-start gap-1.5 pt-1.5 pb-4 text-small/5 text-terracotta">
          <AlertIcon width="18" height="18" className="mt-px shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
