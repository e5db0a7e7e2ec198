/** HTML of other shops' exports, as the plain text of this shop. Pure. */

const TAGS =
  "p|br|div|span|h[1-6]|ul|ol|li|strong|b|em|i|u|a|table|thead|tbody|tr|td|th|img|font|center|blockquote|section|article|hr|sup|sub|small|meta|style|script|iframe|video|figure|figcaption|label|dl|dt|dd|pre|code|button";
const HTML = new RegExp(`</?(?:${TAGS})(?:\\s[^<>]*)?/?>`, "i");
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi;
const TOKEN = /<!--|-->|<[^<>]*>|[^<-]+|[<-]/g;
const TAG = /^<(\/?)([a-z]+[1-6]?)/i;
/** Those in whose place the line goes on. */
const INLINE = new Set("span strong b em i u a font img sup sub small meta label code button".split(" "));
/** Those whose content is no text. */
const HIDDEN = new Set(["script", "style", "iframe", "video"]);
/** Writing programs mean a paragraph by it. */
const EMPTY_LINE = /(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/;
const BULLET = "• ";

const NAMED: Readonly<Record<string, string>> = {
  ...{
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: " ",
    shy: "",
    copy: "©",
    reg: "®",
    trade: "™",
    deg: "°",
  },
  ...{ rsquo: "’", lsquo: "‘", rdquo: "”", ldquo: "“", ndash: "–", mdash: "—", hellip: "…", bull: "•", middot: "·" },
  ...{ times: "×", frac12: "½", eacute: "é", egrave: "è", acirc: "â", ccedil: "ç", ouml: "ö", uuml: "ü", auml: "ä" },
};

/**
 * Converts a text that has tags or entities of HTML: headings and paragraphs become paragraphs, each entry of a list a paragraph that begins
 * with "• ". Any other text is returned unchanged.
 */
export function plainText(text: string): string {
  if (!HTML.test(text)) return decode(text);
  const paragraphs = [""];
  let hidden = "";
  let isEntry = false;
  const append = (added: string) => {
    const last = paragraphs.length - 1;
    const isFirst = paragraphs[last] === "" && added.trim() !== "";
    paragraphs[last] += isFirst && isEntry ? BULLET + added.trimStart() : isFirst ? added.trimStart() : added;
    if (isFirst) isEntry = false;
  };
  const begin = () => {
    if (paragraphs.at(-1)?.trim() === "") paragraphs.pop();
    paragraphs.push("");
  };
  for (const [token] of text.matchAll(TOKEN)) {
    const [, slash, name = ""] = TAG.exec(token) ?? [];
    const tag = name.toLowerCase();
    if (hidden !== "") {
      if (token === hidden || (slash && tag === hidden)) hidden = "";
    } else if (token === "<!--") hidden = "-->";
    else if (!slash && HIDDEN.has(tag)) hidden = tag;
    else if (tag === "" || !HTML.test(token)) {
      for (const [at, paragraph] of token.split(EMPTY_LINE).entries()) {
        if (at > 0) begin();
        append(paragraph.replace(/\s+/g, " "));
      }
    } else if (tag === "br") append("\n");
    else if (tag === "td" || tag === "th") append(" ");
    else if (!INLINE.has(tag)) {
      begin();
      if (tag === "li") isEntry = slash === "";
    }
  }
  return paragraphs
    .map((paragraph) =>
      decode(paragraph)
        .replace(/[^\S\n]+/g, " ")
        .replace(/ ?\n ?/g, "\n")
        .trim(),
    )
    .filter(Boolean)
    .join("\n\n");
}

/** The entries of a list in HTML, or null if a cell is none. */
export function htmlEntries(cell: string): string[] | null {
  if (!HTML.test(cell)) return null;
  return plainText(cell)
    .split(/\n{2,}/)
    .map((entry) => entry.replace(/^•\s*/, "").trim())
    .filter(Boolean);
}

const decode = (text: string) =>
  text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
    const isCharacter = code >= 32 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code).replace("\u00a0", " ") : whole;
  });
