/** A strict reader of XML without attributes' meaning: it throws where XML 1.0 does, which lenient readers of feeds let pass. */

export interface Element {
  name: string;
  text: string;
  children: Element[];
}

const TOKEN = /<\?[^?]*\?>|<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*>|([^<]+)/y;
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([0-9a-f]+));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
// https://www.w3.org/TR/xml/#charsets
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** @throws Error if it is not well-formed */
export function readXml(text: string): Element {
  const bad = NO_CHARACTER.exec(text);
  if (bad) throw new Error(`a character that XML does not have, at ${bad.index}`);
  const root: Element = { name: "", text: "", children: [] };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text);
    const current = open.at(-1);
    if (!token || !current) throw new Error(`not well-formed at ${at}: ${text.slice(at, at + 60)}`);
    const [, slash, name, , characters] = token;
    if (characters !== undefined) current.text += decode(characters);
    else if (name === undefined) continue;
    else if (slash === "") {
      const element = { name, text: "", children: [] };
      current.children.push(element);
      open.push(element);
    } else if (open.pop()?.name !== name) throw new Error(`${name} ends at ${at}, and is not open`);
  }
  const [only] = root.children;
  if (open.length !== 1 || !only || root.children.length !== 1) throw new Error("an element is not closed");
  return only;
}

function decode(text: string): string {
  if (text.replace(REFERENCE, "").includes("&"))
    throw new Error(`an ampersand that is not escaped: ${text.slice(0, 60)}`);
  return text.replace(REFERENCE, (_, name?: string, decimal?: string, hex?: string) =>
    name
      ? (NAMED[name.toLowerCase()] ?? "")
      : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16)),
  );
}
