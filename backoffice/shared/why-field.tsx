import type { RequestError } from "../api/client.ts";
import { Field } from "./field.tsx";
import { fieldMessage } from "./use-action.ts";

interface WhyFieldProps {
  value: string;
  onChange: (reason: string) => void;
  maxLength: number;
  /** Says who reads it. */
  hint: string;
  error: RequestError | null;
  /** The field of the request. */
  field?: string;
}

/** Asks why something is done. */
export function WhyField({ value, onChange, maxLength, hint, error, field = "reason" }: WhyFieldProps) {
  return (
    <Field
      label="Why"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={maxLength}
      autoComplete="off"
      error={fieldMessage(error, field)}
      hint={hint}
    />
  );
}
