/**
 * Nests the text parts of a form by their names: `address[city]` becomes `{address: {city}}`. Of repeated parts the last one counts; parts
 * with any other kind of name are skipped.
 */
export function nestParts(parts: Iterable<readonly [name: string, value: string]>): Record<string, unknown> {
  // Has no prototype that a name could reach.
  const form: Record<string, unknown> = Object.create(null);
  for (const [name, value] of parts) {
    const [, outer, inner] = /^([a-z_]{1,40})(?:\[([a-z_]{1,40})\])?$/i.exec(name) ?? [];
    if (!outer) continue;
    if (inner === undefined) form[outer] = value;
    else
      form[outer] = Object.assign(Object.create(null), typeof form[outer] === "object" ? form[outer] : undefined, {
        [inner]: value,
      });
  }
  return form;
}
