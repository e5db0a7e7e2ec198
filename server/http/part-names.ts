/**
 * Puts the text parts of a form into the shape that their names say: `address[city]` becomes `{address: {city}}`. A part that is
 * there twice keeps its last value; a name of any other shape is left out.
 */
export function nestParts(parts: Iterable<readonly [name: string, value: string]>): Record<string, unknown> {
  // Without a prototype, so that no name can reach one.
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
