/** Dictionaries of structured HTTP fields (RFC 8941): what `UCP-Agent`, `Signature-Input`, `Signature` and `Content-Digest` are written in. */

type BareItem = string | number | boolean | Token | Buffer;
/** A token, such as `GET`, apart from a string. */
class Token {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Parameters = ReadonlyMap<string, BareItem>;
export interface Item {
  value: BareItem;
  parameters: Parameters;
}
export interface InnerList {
  items: readonly Item[];
  parameters: Parameters;
}
export type Dictionary = ReadonlyMap<string, Item | InnerList>;

/** A field that is not written by RFC 8941. */
export class MalformedField extends Error {}

export const isInnerList = (member: Item | InnerList): member is InnerList => "items" in member;

/** @throws MalformedField */
export function parseDictionary(text: string): Dictionary {
  const cursor = new Cursor(text);
  const members = new Map<string, Item | InnerList>();
  cursor.skip(/ */y);
  while (!cursor.atEnd()) {
    const key = cursor.key();
    if (cursor.take("=")) members.set(key, cursor.member());
    else members.set(key, { value: true, parameters: cursor.parameters() });
    cursor.skip(/[ \t]*/y);
    if (cursor.atEnd()) break;
    if (!cursor.take(",")) throw new MalformedField("a comma is missing");
    cursor.skip(/[ \t]*/y);
    if (cursor.atEnd()) throw new MalformedField("it ends with a comma");
  }
  return members;
}

/** Reads one field from the left. */
class Cursor {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  atEnd(): boolean {
    return this.at === this.text.length;
  }

  take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  /** @param pattern sticky */
  skip(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found === undefined) return null;
    this.at += found.length;
    return found;
  }

  key(): string {
    const key = this.skip(/[a-z*][a-z0-9_\-.*]*/y);
    if (key === null) throw new MalformedField("a key is missing");
    return key;
  }

  member(): Item | InnerList {
    if (!this.take("(")) return this.item();
    const items: Item[] = [];
    for (;;) {
      const isApart = this.skip(/ +/y) !== null;
      if (this.take(")")) return { items, parameters: this.parameters() };
      if (items.length > 0 && !isApart) throw new MalformedField("a space is missing in a list");
      items.push(this.item());
    }
  }

  item(): Item {
    return { value: this.bareItem(), parameters: this.parameters() };
  }

  parameters(): Parameters {
    const parameters = new Map<string, BareItem>();
    while (this.take(";")) {
      this.skip(/ */y);
      const key = this.key();
      parameters.set(key, this.take("=") ? this.bareItem() : true);
    }
    return parameters;
  }

  private bareItem(): BareItem {
    const quoted = this.skip(/"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/y);
    if (quoted !== null) return quoted.slice(1, -1).replace(/\\(["\\])/g, "$1");
    const bytes = this.skip(/:[A-Za-z0-9+/=]*:/y);
    if (bytes !== null) return Buffer.from(bytes.slice(1, -1), "base64");
    const number = this.skip(/-?(?:\d{1,12}\.\d{1,3}|\d{1,15})(?![\d.])/y);
    if (number !== null) return Number(number);
    const flag = this.skip(/\?[01]/y);
    if (flag !== null) return flag === "?1";
    const token = this.skip(/[A-Za-z*][!#$%&'*+\-.^_`|~0-9A-Za-z:/]*/y);
    if (token !== null) return new Token(token);
    throw new MalformedField("a value cannot be read");
  }
}

export function serializeInnerList({ items, parameters }: InnerList): string {
  return `(${items.map(serializeItem).join(" ")})${serializeParameters(parameters)}`;
}

export const serializeItem = ({ value, parameters }: Item): string =>
  serializeBareItem(value) + serializeParameters(parameters);

function serializeParameters(parameters: Parameters): string {
  return [...parameters]
    .map(([key, value]) => `;${key}${value === true ? "" : `=${serializeBareItem(value)}`}`)
    .join("");
}

function serializeBareItem(value: BareItem): string {
  if (typeof value === "string") return `"${value.replace(/["\\]/g, "\\$&")}"`;
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "?1" : "?0";
  if (value instanceof Token) return value.text;
  return `:${value.toString("base64")}:`;
}
