/** Derives the fields of a response from those of the request that sets them, so that what can be set can be read. */

import * as z from "zod/mini";

/** The schema of what is read of a field: the same type, without the limits of what is typed. A field that may be missing is read always. */
type ResponseField<Field extends z.core.$ZodType> = z.ZodMiniType<
  Exclude<z.output<Field>, undefined>,
  Exclude<z.output<Field>, undefined>
>;
export type ResponseFields<Fields extends Readonly<Record<string, z.core.$ZodType>>> = {
  -readonly [Name in keyof Fields]: ResponseField<Fields[Name]>;
};

/** Returns the schemas by which a response has these fields of a request. @throws Error for a type that is neither text, number, flag, choice, list nor object */
export function responseFields<const Fields extends Readonly<Record<string, z.core.$ZodType>>>(
  fields: Fields,
): ResponseFields<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, unlimited(whenSet(field))]),
  ) as ResponseFields<Fields>;
}

type Def = z.core.$ZodTypes["_zod"]["def"];
const defOf = (schema: z.core.$ZodType) => schema._zod.def as Def;

function whenSet(schema: z.core.$ZodType): z.core.$ZodType {
  const def = defOf(schema);
  return def.type === "optional" || def.type === "default" ? whenSet(def.innerType) : schema;
}

function unlimited(schema: z.core.$ZodType): z.core.$ZodType {
  const def = defOf(schema);
  switch (def.type) {
    case "string":
      return z.string();
    case "number":
      return z.number();
    case "boolean":
    case "enum":
      return schema;
    case "nullable":
      return z.nullable(unlimited(def.innerType));
    case "optional":
    case "default":
      return z.optional(unlimited(def.innerType));
    case "array":
      return z.array(unlimited(def.element));
    case "object":
      return z.object(Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, unlimited(field)])));
    default:
      throw new Error(`a field of the type ${def.type} cannot be read as it is set`);
  }
}
