import type * as z from "zod/mini";

/** The first thing that is wrong with each field, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What can check a form: a schema of the contract. */
export type FormSchema = z.ZodMiniObject;

export function errorsOf(schema: FormSchema, values: unknown): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? [])
    errors[path.map(String).join(".")] ??= message;
  return errors;
}

/**
 * What is shown under the fields: a rule's message once its field was touched, else what the server has said of it.
 */
export function shownErrors(errors: FieldErrors, touched: ReadonlySet<string>, refused: FieldErrors): FieldErrors {
  const shown: Record<string, string> = { ...refused };
  for (const [name, message] of Object.entries(errors)) if (touched.has(name)) shown[name] = message;
  return shown;
}

/** The server's words about a form: at the fields that it has, and for the rest one sentence beside it. */
export function showFieldErrors(
  { message, errors = [] }: { message: string; errors?: readonly { field: string; message: string }[] | undefined },
  fields: readonly string[],
): { refused: FieldErrors; message: string | null } {
  const placed = errors.filter(({ field }) => fields.includes(field));
  const refused: Record<string, string> = {};
  for (const error of placed) refused[error.field] ??= error.message;
  return { refused, message: placed.length > 0 && placed.length === errors.length ? null : message };
}
