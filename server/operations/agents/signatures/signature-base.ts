/** The text that is signed (RFC 9421, 2.5). */

import {
  type InnerList,
  type Item,
  isInnerList,
  parseDictionary,
  serializeInnerList,
  serializeItem,
} from "../structured-fields.ts";

/** A component that the message lacks, that occurs twice, or that is not known here. */
export class UnknownComponent extends Error {}

export interface SignedMessage {
  method?: string;
  authority?: string;
  scheme?: string;
  path?: string;
  query?: string;
  /** The status of a response. */
  status?: number;
  headers: ReadonlyMap<string, string>;
}

/** @throws UnknownComponent */
export function signatureBase(message: SignedMessage, input: InnerList): string {
  const identifiers = new Set<string>();
  const lines = input.items.map((component) => {
    const identifier = serializeItem(component);
    if (identifiers.has(identifier)) throw new UnknownComponent(`it covers ${identifier} twice`);
    identifiers.add(identifier);
    return `${identifier}: ${componentValue(message, component)}`;
  });
  return [...lines, `"@signature-params": ${serializeInnerList(input)}`].join("\n");
}

function componentValue(message: SignedMessage, { value: name, parameters }: Item): string {
  if (typeof name !== "string") throw new UnknownComponent("it covers what is no component");
  const unknown = new UnknownComponent(`it covers ${name}, which is not here or not known`);
  if (name.startsWith("@")) {
    const value = parameters.size === 0 ? derivedOf(message, name) : undefined;
    if (value === undefined) throw unknown;
    return value;
  }
  const header = message.headers.get(name);
  if (header === undefined) throw unknown;
  const key = parameters.get("key");
  if (parameters.size === 0) return header;
  if (parameters.size > 1 || typeof key !== "string") throw unknown;
  try {
    const member = parseDictionary(header).get(key);
    if (member) return isInnerList(member) ? serializeInnerList(member) : serializeItem(member);
  } catch {
    // Not a dictionary.
  }
  throw unknown;
}

function derivedOf(
  { method, authority, scheme, path, query, status }: SignedMessage,
  name: string,
): string | undefined {
  if (name === "@method") return method;
  if (name === "@authority") return authority;
  if (name === "@scheme") return scheme;
  if (name === "@path") return path;
  if (name === "@query") return query === undefined ? undefined : query || "?";
  if (name === "@status") return status === undefined ? undefined : String(status);
  if (name === "@target-uri" && scheme && authority && path !== undefined)
    return `${scheme}://${authority}${path}${query ?? ""}`;
  return undefined;
}
