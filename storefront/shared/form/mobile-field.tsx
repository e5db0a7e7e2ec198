import { Field } from "./field.tsx";
import type { FormHandle } from "./use-form.ts";

interface MobileFieldProps {
  form: FormHandle;
  /** By default that of the API. */
  name?: string;
  label?: string;
  hint?: string;
  className?: string;
  defaultValue?: string | undefined;
  /** "off" for the number of another person. */
  autoComplete?: string;
  required?: boolean;
}

/** The field of every Indian mobile number: it takes a number as it is written, with +91, 0091, a leading 0, or in another script. */
export function MobileField({ name = "mobile_no", label = "Mobile number", ...field }: MobileFieldProps) {
  return (
    <Field name={name} label={label} type="tel" inputMode="tel" digits={10} autoComplete="tel-national" {...field} />
  );
}
