/** The usage of `npm run admin`, printed from the contract. */

import type { AdminEndpoint } from "../../../contract/admin/endpoint.ts";
import { isPermission, PERMISSIONS } from "../../../contract/admin/permissions.ts";
import { REPEATS } from "../../../contract/idempotency-key.ts";
import { COMMAND_ENDPOINTS, type Field, fieldsOf, hasPreview, readerOf, seenFieldOf } from "./admin-endpoints.ts";
import { OWN_OPTIONS, ownOptionsOf } from "./admin-request.ts";
import { describeSchema, isFlag } from "./admin-values.ts";

const FIRST_COLUMN = 26;

/** Lists the endpoints by subject with a line for each. */
export function listEndpoints(): string {
  const names = Math.max(...[...COMMAND_ENDPOINTS.keys()].map((name) => name.length));
  const tags = [...new Set([...COMMAND_ENDPOINTS.values()].map(({ tag }) => tag))];
  return [
    "npm run admin: does what a page of the back office does, with one of these endpoints.",
    "npm run admin -- ENDPOINT --help prints what it takes.",
    ...tags.flatMap((tag) => [
      "",
      tag,
      ...[...COMMAND_ENDPOINTS]
        .filter(([, endpoint]) => endpoint.tag === tag)
        .map(([name, { summary }]) => `  ${name.padEnd(names)}  ${summary}`),
    ]),
  ].join("\n");
}

/** Formats what an endpoint takes. */
export function usageOf(name: string, endpoint: AdminEndpoint): string {
  const fields = fieldsOf(endpoint);
  const seen = seenFieldOf(fields);
  const { permission, stepUp, repeat, summary } = endpoint;
  const inPath = fields.filter(({ of }) => of === "path");
  const flags = fields.filter(({ of }) => of !== "path");
  const line = (field: Field) =>
    row(
      field.of === "path" ? field.name.toUpperCase() : flagOf(field),
      `${field.isRequired && field.of !== "path" && field !== seen ? "required; " : ""}${describeSchema(field.schema)}${field === seen ? seenText(endpoint, fields) : ""}`,
    );
  return [
    lineOf(name, endpoint),
    `${summary}.`,
    ...(isPermission(permission)
      ? [
          `Permission ${permission}: ${PERMISSIONS[permission]}.${stepUp ? " Staff gives the second factor for it." : ""}`,
        ]
      : []),
    ...(repeat ? [REPEATS[repeat]] : []),
    "",
    ...inPath.map(line),
    ...flags.map(line),
    ...ownOptionsOf(endpoint).map((name) => {
      const own: { value?: string; summary: string } = OWN_OPTIONS[name];
      return row(own.value ? `--${name} ${own.value}` : `--${name}`, own.summary);
    }),
  ].join("\n");
}

/** Formats an endpoint's call with what it requires. */
export function lineOf(name: string, endpoint: AdminEndpoint): string {
  const fields = fieldsOf(endpoint);
  const seen = seenFieldOf(fields);
  const required = fields.filter((field) => field.isRequired && field !== seen);
  return [
    `npm run admin -- ${name}`,
    ...required.map((field) => (field.of === "path" ? field.name.toUpperCase() : flagOf(field))),
    ...(endpoint.files || endpoint.accepts ? ["--file FILE"] : []),
    ...(fields.some(({ isRequired }) => !isRequired) ? ["[OPTIONS]"] : []),
  ].join(" ");
}

const flagOf = (field: Field) =>
  isFlag(field) ? `--${field.isRequired ? "[no-]" : ""}${field.name}` : `--${field.name} ${wordOf(field)}`;

/** The word for a value in the usage: the last part of its field's name. */
const wordOf = ({ name }: Field) => (name.split(".").at(-1) ?? name).replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase();

function seenText(endpoint: AdminEndpoint, fields: readonly Field[]): string {
  if (hasPreview(fields)) return "; what the same with --preview has printed";
  const [reader] = readerOf(endpoint) ?? [];
  return reader === undefined ? "; required" : `; by default as ${reader} reads it now`;
}

const row = (first: string, second: string) =>
  first.length > FIRST_COLUMN
    ? `  ${first}\n  ${" ".repeat(FIRST_COLUMN)}  ${second}`
    : `  ${first.padEnd(FIRST_COLUMN)}  ${second}`;
