/** The inputs of all endpoints, read from their schemas: new fields are tested and fuzzed automatically. */

import type * as z from "zod/mini";
import { safeParse } from "zod/mini";
import type { AdminEndpoint } from "../../contract/admin/endpoint.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { type Endpoint, endpoints } from "../../contract/endpoints.ts";

export type InputPart = "params" | "query" | "body";

export interface Input {
  endpoint: Pick<Endpoint, "method" | "path" | InputPart>;
  part: InputPart;
  schema: z.core.$ZodType;
}

export interface Field {
  /** The path in the input: `["address", "city"]`; 0 is an element of a list. */
  path: (string | number)[];
  schema: z.core.$ZodType;
}

/** Every part of every request that has a schema, the back office's included. */
export function allInputs(): Input[] {
  const parts: InputPart[] = ["params", "query", "body"];
  const all: Input["endpoint"][] = [
    ...Object.values<Endpoint>(endpoints),
    ...Object.values<AdminEndpoint>(adminEndpoints).map((endpoint) => ({
      ...endpoint,
      path: `/admin/api${endpoint.path}`,
    })),
  ];
  return all.flatMap((endpoint) =>
    parts.flatMap((part) => {
      const schema = endpoint[part];
      return schema ? [{ endpoint, part, schema }] : [];
    }),
  );
}

/** The schema that validates a value, without optional wrappers and transforms. */
export function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodTypes {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
      return unwrapSchema(def.innerType);
    case "pipe":
      return unwrapSchema(def.in._zod.def.type === "transform" ? def.out : def.in);
    default:
      return schema as z.core.$ZodTypes;
  }
}

const SINGLE_VALUES = ["string", "number", "boolean", "enum", "literal"];

/** The fields with a single value, at any depth. */
export function fieldsOf(schema: z.core.$ZodType, path: Field["path"] = []): Field[] {
  const { def } = unwrapSchema(schema)._zod;
  if (def.type === "object")
    return Object.entries(def.shape).flatMap(([name, inner]) => fieldsOf(inner, [...path, name]));
  if (def.type === "array") return fieldsOf(def.element, [...path, 0]);
  // The names of a record are unknown.
  if (def.type === "record") return [];
  if (SINGLE_VALUES.includes(def.type)) return [{ path, schema }];
  throw new Error(`${path.join(".")} is a ${def.type}, which tests/contract/inputs.ts does not support`);
}

/** The objects and lists that contain them, except the input itself. */
export function containersOf(schema: z.core.$ZodType, path: Field["path"] = []): Field[] {
  const { def } = unwrapSchema(schema)._zod;
  const self = path.length > 0 ? [{ path, schema }] : [];
  if (def.type === "object")
    return [...self, ...Object.entries(def.shape).flatMap(([name, inner]) => containersOf(inner, [...path, name]))];
  if (def.type === "array") return [...self, ...containersOf(def.element, [...path, 0])];
  return [];
}

export const isText = ({ schema }: Field) => unwrapSchema(schema)._zod.def.type === "string";

/** Texts that match every format of the contract. */
const TEXTS = [
  "/faq",
  "Asha Rao",
  "asha@example.com",
  "asha.rao@okaxis",
  "India",
  "411001",
  "9876543210",
  "1990-04-25",
  "1",
  "KW-7Q4M-2XKD",
  "rose-of-kannauj",
  "order_Q1w2E3r4T5y6U7",
  "P-7Q4M2XKD",
  "M-7Q4M2XKD",
  "Kewra Bloom 2 ml",
  "2026-11-24T09:00:00.000Z",
  "2026-11-24",
  "2026-11",
  "14:00",
  "https://example.com/hook",
  "https://shop.example",
  "rzp_test_7Q4M2XKD",
  "8901030865275",
  "1234567890.1764000000",
  "331001234567",
  "SHOP_NAME",
  "0192f3c4-5b6a-4c7d-8e9f-0a1b2c3d4e5f",
  "7.1764000000000.Q1w2E3r4",
  "k".repeat(43),
  "5f1b8a52-6d0e-4c3b-9a7f-2e4d6c8b0a19",
];

/**
 * A valid value of a schema, with its optional fields.
 * @param known preferred values, by field name
 */
export function sampleOf(schema: z.core.$ZodType, known: Readonly<Record<string, unknown>> = {}, name = ""): unknown {
  const { def } = unwrapSchema(schema)._zod;
  if (name in known && def.type !== "literal") return known[name];
  switch (def.type) {
    case "object":
      return Object.fromEntries(Object.entries(def.shape).map(([key, inner]) => [key, sampleOf(inner, known, key)]));
    case "record":
      return {};
    case "array":
      return [sampleOf(def.element, known, name)];
    case "enum":
      return Object.values(def.entries)[0];
    case "literal":
      return def.values[0];
    case "boolean":
      return true;
    case "number":
      return [1, 10].find((number) => accepts(schema, number)) ?? 1;
    default: {
      const sample = [...TEXTS, ...namesIn(schema)].find((text) => accepts(schema, text));
      if (sample === undefined) throw new Error(`no sample is valid for ${name}: add one to tests/contract/inputs.ts`);
      return sample;
    }
  }
}

/** The allowed names of a comma-separated list. */
function namesIn(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "optional" || def.type === "default") return namesIn(def.innerType);
  if (def.type === "pipe") return namesIn(def.out);
  if (def.type === "array") return namesIn(def.element);
  return def.type === "enum" ? Object.values(def.entries).map(String) : [];
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  return safeParse(schema, value).success;
}

/** A copy of `sample` with another value at this path; `undefined` removes the field. */
export function withValue(sample: unknown, [key, ...rest]: Field["path"], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(sample))
    return sample.map((element, index) => (index === key ? withValue(element, rest, value) : element));
  const container = { ...(sample as Record<string, unknown>) };
  if (rest.length === 0 && value === undefined) delete container[key];
  else container[key] = withValue(container[key], rest, value);
  return container;
}
