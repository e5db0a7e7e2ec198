import type { AdminEndpoint } from "../../contract/admin/endpoint.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import {
  containersOf,
  type Field,
  fieldsOf,
  type InputPart,
  sampleOf,
  unwrapSchema,
  withValue,
} from "../contract/inputs.ts";
import { malformedFiles } from "./files.ts";
import { encodeForUrl, MULTIPART, multipart, type Part, type Request, type Response } from "./request.ts";
import {
  authorizations,
  CONTENT_TYPES,
  cookies,
  KEYS,
  METHODS,
  ORIGINS,
  OTHER_TYPES,
  RAW_BODIES,
  SIGNATURES,
  TEXTS,
  UCP_AGENTS,
} from "./values.ts";

export interface Operation {
  method: string;
  /** Absolute path; `:name` is a parameter. */
  path: string;
  /** Missing for operations outside the contract. */
  endpoint?: Endpoint;
  /** Set for an operation of the back office. */
  admin?: AdminEndpoint;
  /** Set for an operation of shopping agents. */
  agent?: AgentTarget;
}

/** What agents call: it has a protocol of its own for errors. */
export interface AgentTarget {
  inputs: Inputs;
  headers: Readonly<Record<string, string>>;
  values: Readonly<Record<string, unknown>>;
  /** The problems of a response, one sentence each. */
  problemsOf(request: Request, response: Response): string[];
}

/** What all endpoints share. */
type Inputs = Pick<Endpoint, "params" | "query" | "body" | "files">;
const inputsOf = ({ endpoint, admin, agent }: Operation): Inputs | undefined => endpoint ?? admin ?? agent?.inputs;

export interface Fixtures {
  /** The sender's session token; empty for a stranger. */
  token: string;
  /** The headers of every valid request. */
  headers: Readonly<Record<string, string>>;
  /** Values that exist in the shop, by field name. They are read for each request, so that each may name another thing. */
  readonly values: Readonly<Record<string, unknown>>;
  /** A valid file, for an endpoint whose body is one. */
  file?: string | undefined;
}

/** Maximum length of a text in a URL, so that the URL itself is not rejected. */
const MAX_IN_URL = 4_000;

/** Every request to one operation; the first is valid. */
export function* requestsOf(operation: Operation, fixtures: Fixtures): Generator<Request> {
  const valid = validRequest(operation, fixtures);
  yield valid;
  yield* malformedPaths(operation, valid, fixtures);
  yield* malformedQueries(operation, valid, fixtures);
  const inputs = inputsOf(operation);
  if (inputs?.files) yield* malformedForms(inputs, valid, fixtures);
  else if (fixtures.file !== undefined) for (const file of malformedFiles(fixtures.file)) yield { ...valid, ...file };
  else if (inputs?.body) yield* malformedBodies(operation, inputs.body, fixtures);
  if (operation.method !== "GET") yield* malformedContent(valid);
  for (const method of METHODS)
    if (method !== operation.method)
      yield { ...valid, what: `method ${method}`, method, ...(hasNoBody(method) && { body: undefined }) };
  if (operation.admin) {
    yield* withOther("cookie", cookies(fixtures.token), valid);
    yield* withOther("origin", ORIGINS, valid);
  } else if (operation.agent) {
    yield* withOther("ucp-agent", UCP_AGENTS, valid);
    yield* withOther("idempotency-key", KEYS, valid);
    yield* withOther("signature-input", SIGNATURES, {
      ...valid,
      headers: { ...valid.headers, signature: "sig1=:AA==:" },
    });
    yield* withOther("origin", ORIGINS, valid);
  } else yield* withOther("authorization", authorizations(fixtures.token), valid);
}

/** The valid request with other values of one header; `undefined` removes it. */
function* withOther(name: string, values: readonly (string | undefined)[], valid: Request): Generator<Request> {
  const { [name]: _, ...others } = valid.headers;
  for (const value of values)
    yield {
      ...valid,
      what: `${name} ${preview(value)}`,
      headers: value === undefined ? others : { ...others, [name]: value },
    };
}

const hasNoBody = (method: string) => ["GET", "HEAD", "OPTIONS", "TRACE"].includes(method);

function validRequest(operation: Operation, fixtures: Fixtures): Request {
  const { method, path } = operation;
  const endpoint = inputsOf(operation);
  const values = sample("params", endpoint, fixtures);
  const body = sample("body", endpoint, fixtures);
  const { admin } = operation;
  const type = endpoint?.files ? MULTIPART : (admin?.accepts ?? "application/json");
  const content = endpoint?.files ? multipart(partsOf(body)) : (fixtures.file ?? JSON.stringify(body));
  return {
    what: "valid request",
    method,
    path:
      fillPath(path, (name) => String(values[name] ?? fixtures.values[name] ?? "1")) +
      queryString(sample("query", endpoint, fixtures)),
    headers: { ...fixtures.headers, ...(!hasNoBody(method) && { "content-type": type }) },
    ...(!hasNoBody(method) && { body: content }),
  };
}

function sample(part: InputPart, endpoint: Inputs | undefined, fixtures: Fixtures): Record<string, unknown> {
  const schema = endpoint?.[part];
  return schema ? (sampleOf(schema, fixtures.values) as Record<string, unknown>) : {};
}

function fillPath(path: string, valueFor: (name: string) => string): string {
  return path.replace(/:(\w+)/g, (_, name) => encodeForUrl(valueFor(name).slice(0, MAX_IN_URL)));
}

function queryString(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).map(
    ([key, value]) => `${key}=${encodeForUrl(String(value).slice(0, MAX_IN_URL))}`,
  );
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

const MALFORMED_ENDINGS = ["/", "//", "?", "%", "%zz", "%00", "/..", ";a=b", "?%", "?a[b][c]=1", "?__proto__=1"];

function* malformedPaths({ path }: Operation, valid: Request, fixtures: Fixtures): Generator<Request> {
  // Not the empty text: it would be another path.
  for (const [, name = ""] of path.matchAll(/:(\w+)/g))
    for (const text of TEXTS.slice(1)) {
      const malformed = fillPath(path, (other) => (other === name ? text : String(fixtures.values[other] ?? "1")));
      yield { ...valid, what: `${name} is ${preview(text)}`, path: malformed };
    }
  const pathOnly = valid.path.split("?")[0];
  for (const ending of [...MALFORMED_ENDINGS, `?${"a=1&".repeat(2000)}`])
    yield { ...valid, what: `path ends in ${preview(ending)}`, path: pathOnly + ending };
}

function* malformedQueries(operation: Operation, valid: Request, fixtures: Fixtures): Generator<Request> {
  const endpoint = inputsOf(operation);
  if (!endpoint?.query) return;
  const path = valid.path.split("?")[0];
  const query = sample("query", endpoint, fixtures);
  for (const field of fieldsOf(endpoint.query)) {
    const name = String(field.path[0]);
    const { [name]: _, ...others } = query;
    const rest = queryString(others);
    yield { ...valid, what: `without ${name}`, path: path + rest };
    for (const text of [...TEXTS, ...boundaryValues(field)])
      yield { ...valid, what: `${name} is ${preview(text)}`, path: path + queryString({ ...others, [name]: text }) };
    const pairs = [
      `${name}=1&${name}=2`,
      `${name}[]=1`,
      `${name}[a]=1`,
      name,
      `${name}=%`,
      `${name}=%FF`,
      `${name}=%ED%A0%80`,
    ];
    for (const pair of pairs) yield { ...valid, what: pair, path: `${path}${rest}${rest ? "&" : "?"}${pair}` };
  }
}

/** Each about the current thing of `fixtures`; the last is valid, because the first may have changed the thing of all. */
function* malformedBodies(
  operation: Operation,
  schema: NonNullable<Endpoint["body"]>,
  fixtures: Fixtures,
): Generator<Request> {
  const changed = (what: string, change: (value: object) => unknown): Request => ({
    ...validRequest(operation, fixtures),
    what,
    body: JSON.stringify(change(sampleOf(schema, fixtures.values) as object)),
  });
  for (const field of [...fieldsOf(schema), ...containersOf(schema)])
    for (const malformed of [...TEXTS, ...OTHER_TYPES, ...boundaryValues(field)]) {
      const { path } = field;
      yield changed(`${path.join(".")} is ${preview(malformed)}`, (value) => withValue(value, path, malformed));
    }
  yield changed("an extra field", (value) => ({ ...value, role: "admin", _id: 1 }));
  yield { ...validRequest(operation, fixtures), what: "valid request about another thing" };
}

function* malformedForms(endpoint: Inputs, valid: Request, fixtures: Fixtures): Generator<Request> {
  const value = endpoint.body ? sampleOf(endpoint.body, fixtures.values) : {};
  const parts = partsOf(value);
  const formRequest = (what: string, formParts: readonly Part[]): Request => ({
    ...valid,
    what,
    body: multipart(formParts),
  });
  if (endpoint.body) {
    for (const field of fieldsOf(endpoint.body))
      for (const text of [...TEXTS, ...boundaryValues(field)])
        yield formRequest(`${field.path.join(".")} is ${preview(text)}`, partsOf(withValue(value, field.path, text)));
    for (const { path } of containersOf(endpoint.body))
      yield formRequest(`${path.join(".")} is a string`, [...parts, { name: path.join("."), value: "x" }]);
  }
  for (const name of ["__proto__", "constructor[prototype]", "a[b][c]", "", "a".repeat(5000), "name\u0000"])
    yield formRequest(`a part named ${preview(name)}`, [...parts, { name, value: "x" }]);
  yield formRequest("200 parts", Array(200).fill({ name: "name", value: "x" }));
  const contents = [Buffer.alloc(0), Buffer.from("GIF89a"), Buffer.from("<svg/>"), Buffer.alloc(200_000, 1)];
  for (const name of [...Object.keys(endpoint.files ?? {}), "other"])
    for (const content of contents)
      for (const filename of ["a.png", "../../a.html", "a\u0000.png", ""]) {
        const file = { name, value: content, filename };
        yield formRequest(`${name} of ${content.length} bytes, named ${preview(filename)}`, [...parts, file]);
        yield formRequest(`${name} twice`, [...parts, file, file]);
      }
  const complete = multipart(parts);
  yield { ...valid, what: "truncated form", body: complete.subarray(0, complete.length - 12) };
  const headers = { ...valid.headers, "content-type": "multipart/form-data; boundary=x" };
  yield { ...valid, what: "form with the wrong boundary", headers };
}

function* malformedContent(valid: Request): Generator<Request> {
  const body = valid.body || "a";
  const { "content-type": _, ...headers } = valid.headers;
  for (const raw of RAW_BODIES) yield { ...valid, what: `body ${preview(String(raw))}`, body: raw };
  for (const type of CONTENT_TYPES)
    yield { ...valid, what: `content type ${preview(type)}`, headers: { ...headers, "content-type": type }, body };
  yield { ...valid, what: "no content type", headers, body };
  yield { ...valid, what: "content-encoding gzip", headers: { ...valid.headers, "content-encoding": "gzip" } };
}

/** Values at the bounds of a field and just beyond. */
function boundaryValues({ schema }: Field): unknown[] {
  const { def } = unwrapSchema(schema)._zod;
  const bounds = [...new Set((def.checks ?? []).flatMap((check) => neighbours(boundOf(check._zod.def))))];
  if (def.type === "number") return bounds;
  const lengths = bounds.filter((length) => length >= 0);
  return lengths.map((length) => (def.type === "array" ? Array(length).fill("1") : "1".repeat(length)));
}

/** The bound of a Zod length or range check. */
function boundOf(check: object): unknown {
  const { maximum, minimum, value } = check as { maximum?: unknown; minimum?: unknown; value?: unknown };
  return maximum ?? minimum ?? value;
}

const neighbours = (bound: unknown): number[] => (typeof bound === "number" ? [bound - 1, bound, bound + 1] : []);

/** An object's fields are sent as `group[field]`. */
function partsOf(value: unknown): Part[] {
  return Object.entries(value as Record<string, unknown>).flatMap(([name, field]) =>
    typeof field === "object" && field !== null
      ? Object.entries(field).map(([inner, text]) => ({ name: `${name}[${inner}]`, value: String(text) }))
      : [{ name, value: String(field) }],
  );
}

function preview(value: unknown): string {
  const text = value === undefined ? "missing" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 50)}… (${text.length} characters)` : text;
}
