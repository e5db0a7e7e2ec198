import type * as z from "zod/mini";

/** The first error of each field, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A form's schema, from the contract. */
export type FormSchema = z.ZodMiniObject;

export function errorsOf(schema: FormSchema, values: unknown): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? [])
    errors[path.map(String).join(".")] ??= message;
  return errors;
}

/** Returns the errors to show under the fields: validation errors of touched fields, else the server's. */
export function shownErrors(errors: FieldErrors, touched: ReadonlySet<string>, rejected: FieldErrors): FieldErrors {
  const shown: Record<string, string> = { ...rejected };
  for (const [name, message] of Object.entries(errors)) if (touched.has(name)) shown[name] = message;
  return shown;
}

/** Assigns the server's errors to the form's fields, and others to the form's message. */
export function showFieldErrors(
  { message, errors = [] }: { message: string; errors?: readonly { field: string; message: string }[] | undefined },
  fields: readonly string[],
): { rejected: FieldErrors; message: string | null } {
  const placed = errors.filter(({ field }) => fields.includes(field));
  const rejected: Record<string, string> = {};
  for (const error of placed) rejected[error.field] ??= error.message;
  return { rejected, message: placed.length > 0 && placed.length === errors.length ? null : message };
}
