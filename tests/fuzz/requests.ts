import type { Endpoint } from "../../contract/endpoint.ts";
import { type Field, fieldsOf, groupsOf, judgeOf, type Place, sampleOf, withValue } from "../contract/inputs.ts";
import { inUrl, MULTIPART, multipart, type Part, type Request } from "./request.ts";
import { authorizations, CONTENT_TYPES, METHODS, OTHER_TYPES, RAW_BODIES, TEXTS } from "./values.ts";

export interface Operation {
  method: string;
  /** Absolute path; `:name` is a parameter. */
  path: string;
  /** Missing for operations outside of the contract. */
  endpoint?: Endpoint;
}

export interface Known {
  token: string;
  /** Values that exist in the shop, by field name. */
  values: Readonly<Record<string, unknown>>;
}

/** Maximum length of a text in a URL, so that the URL itself is not rejected. */
const MAX_IN_URL = 4_000;

/** Every request to one operation; the first is valid. */
export function* requestsOf(operation: Operation, known: Known): Generator<Request> {
  const right = rightRequest(operation, known);
  yield right;
  yield* oddPaths(operation, right, known);
  yield* oddQueries(operation, right, known);
  if (operation.endpoint?.files) yield* oddForms(operation.endpoint, right, known);
  else if (operation.endpoint?.body) yield* oddBodies(operation.endpoint.body, right, known);
  if (operation.method !== "GET") yield* oddContent(right);
  for (const method of METHODS)
    if (method !== operation.method)
      yield { ...right, what: `method ${method}`, method, ...(isBare(method) && { body: undefined }) };
  for (const authorization of authorizations(known.token)) {
    const { authorization: _, ...others } = right.headers;
    const headers = authorization === undefined ? others : { ...others, authorization };
    yield { ...right, what: `Authorization ${shown(authorization)}`, headers };
  }
}

const isBare = (method: string) => ["GET", "HEAD", "OPTIONS", "TRACE"].includes(method);

function rightRequest({ method, path, endpoint }: Operation, known: Known): Request {
  const values = sample("params", endpoint, known);
  const body = sample("body", endpoint, known);
  const type = endpoint?.files ? MULTIPART : "application/json";
  return {
    what: "as it should be",
    method,
    path:
      fillPath(path, (name) => String(values[name] ?? known.values[name] ?? "1")) +
      queryText(sample("query", endpoint, known)),
    headers: { authorization: `Bearer ${known.token}`, ...(!isBare(method) && { "content-type": type }) },
    ...(!isBare(method) && { body: endpoint?.files ? multipart(partsOf(body)) : JSON.stringify(body) }),
  };
}

function sample(place: Place, endpoint: Endpoint | undefined, known: Known): Record<string, unknown> {
  const schema = endpoint?.[place];
  return schema ? (sampleOf(schema, known.values) as Record<string, unknown>) : {};
}

function fillPath(path: string, valueFor: (name: string) => string): string {
  return path.replace(/:(\w+)/g, (_, name) => inUrl(valueFor(name).slice(0, MAX_IN_URL)));
}

function queryText(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${inUrl(String(value).slice(0, MAX_IN_URL))}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

const ODD_ENDS = ["/", "//", "?", "%", "%zz", "%00", "/..", ";a=b", "?%", "?a[b][c]=1", "?__proto__=1"];

function* oddPaths({ path }: Operation, right: Request, known: Known): Generator<Request> {
  for (const [, name = ""] of path.matchAll(/:(\w+)/g))
    for (const text of TEXTS.slice(1)) {
      const odd = fillPath(path, (other) => (other === name ? text : String(known.values[other] ?? "1")));
      yield { ...right, what: `${name} is ${shown(text)}`, path: odd };
    }
  const bare = right.path.split("?")[0];
  for (const end of [...ODD_ENDS, `?${"a=1&".repeat(2000)}`])
    yield { ...right, what: `its address ends in ${shown(end)}`, path: bare + end };
}

function* oddQueries({ endpoint }: Operation, right: Request, known: Known): Generator<Request> {
  if (!endpoint?.query) return;
  const path = right.path.split("?")[0];
  const query = sample("query", endpoint, known);
  for (const field of fieldsOf(endpoint.query)) {
    const name = String(field.path[0]);
    const { [name]: _, ...others } = query;
    const rest = queryText(others);
    yield { ...right, what: `without ${name}`, path: path + rest };
    for (const text of [...TEXTS, ...atBounds(field)])
      yield { ...right, what: `${name} is ${shown(text)}`, path: path + queryText({ ...others, [name]: text }) };
    const odd = [
      `${name}=1&${name}=2`,
      `${name}[]=1`,
      `${name}[a]=1`,
      name,
      `${name}=%`,
      `${name}=%FF`,
      `${name}=%ED%A0%80`,
    ];
    for (const pair of odd) yield { ...right, what: pair, path: `${path}${rest}${rest ? "&" : "?"}${pair}` };
  }
}

function* oddBodies(schema: NonNullable<Endpoint["body"]>, right: Request, known: Known): Generator<Request> {
  const value = sampleOf(schema, known.values);
  for (const field of [...fieldsOf(schema), ...groupsOf(schema)])
    for (const odd of [...TEXTS, ...OTHER_TYPES, ...atBounds(field)]) {
      const { path } = field;
      const body = JSON.stringify(withValue(value, path, odd));
      yield { ...right, what: `${path.join(".")} is ${shown(odd)}`, body };
    }
  yield { ...right, what: "a field too many", body: JSON.stringify({ ...(value as object), role: "admin", _id: 1 }) };
}

function* oddForms(endpoint: Endpoint, right: Request, known: Known): Generator<Request> {
  const value = endpoint.body ? sampleOf(endpoint.body, known.values) : {};
  const parts = partsOf(value);
  const form = (what: string, sent: readonly Part[]): Request => ({ ...right, what, body: multipart(sent) });
  if (endpoint.body) {
    for (const field of fieldsOf(endpoint.body))
      for (const text of [...TEXTS, ...atBounds(field)])
        yield form(`${field.path.join(".")} is ${shown(text)}`, partsOf(withValue(value, field.path, text)));
    for (const { path } of groupsOf(endpoint.body))
      yield form(`${path.join(".")} is a text`, [...parts, { name: path.join("."), value: "x" }]);
  }
  for (const name of ["__proto__", "constructor[prototype]", "a[b][c]", "", "a".repeat(5000), "name\u0000"])
    yield form(`a part called ${shown(name)}`, [...parts, { name, value: "x" }]);
  yield form("200 parts", Array(200).fill({ name: "name", value: "x" }));
  const contents = [Buffer.alloc(0), Buffer.from("GIF89a"), Buffer.from("<svg/>"), Buffer.alloc(200_000, 1)];
  for (const name of [...Object.keys(endpoint.files ?? {}), "other"])
    for (const content of contents)
      for (const filename of ["a.png", "../../a.html", "a\u0000.png", ""]) {
        const file = { name, value: content, filename };
        yield form(`${name} of ${content.length} bytes, called ${shown(filename)}`, [...parts, file]);
        yield form(`${name} twice`, [...parts, file, file]);
      }
  const whole = multipart(parts);
  yield { ...right, what: "a form cut off", body: whole.subarray(0, whole.length - 12) };
  const headers = { ...right.headers, "content-type": "multipart/form-data; boundary=x" };
  yield { ...right, what: "a form of another boundary", headers };
}

function* oddContent(right: Request): Generator<Request> {
  const body = right.body || "a";
  const { "content-type": _, ...headers } = right.headers;
  for (const raw of RAW_BODIES) yield { ...right, what: `body ${shown(String(raw))}`, body: raw };
  for (const type of CONTENT_TYPES)
    yield { ...right, what: `content type ${shown(type)}`, headers: { ...headers, "content-type": type }, body };
  yield { ...right, what: "no content type", headers, body };
  yield { ...right, what: "content-encoding gzip", headers: { ...right.headers, "content-encoding": "gzip" } };
}

/** Values at the bounds of a field and just beyond. */
function atBounds({ schema }: Field): unknown[] {
  const { def } = judgeOf(schema)._zod;
  const bounds = [...new Set((def.checks ?? []).flatMap((check) => around(boundOf(check._zod.def))))];
  if (def.type === "number") return bounds;
  const lengths = bounds.filter((length) => length >= 0);
  return lengths.map((length) => (def.type === "array" ? Array(length).fill("1") : "1".repeat(length)));
}

/** The bound of Zod's check of a length or a number. */
function boundOf(check: object): unknown {
  const { maximum, minimum, value } = check as { maximum?: unknown; minimum?: unknown; value?: unknown };
  return maximum ?? minimum ?? value;
}

const around = (bound: unknown): number[] => (typeof bound === "number" ? [bound - 1, bound, bound + 1] : []);

/** An object's fields are sent as `group[field]`. */
function partsOf(value: unknown): Part[] {
  return Object.entries(value as Record<string, unknown>).flatMap(([name, field]) =>
    typeof field === "object" && field !== null
      ? Object.entries(field).map(([inner, text]) => ({ name: `${name}[${inner}]`, value: String(text) }))
      : [{ name, value: String(field) }],
  );
}

function shown(value: unknown): string {
  const text = value === undefined ? "missing" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 50)}… (${text.length} characters)` : text;
}
