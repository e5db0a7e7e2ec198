import { inflateSync } from "node:zlib";

/** Returns the text of a PDF that the shop has drawn, a line for each run of it, and its title. */
export function pdfText(pdf: Buffer): string {
  const file = pdf.toString("latin1");
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body = ""]) => [id, body]),
  );
  const streamOf = (id: string | undefined) => {
    const [, stream] = /stream\r?\n([\s\S]*)\nendstream/.exec(objects.get(id) ?? "") ?? [];
    return stream === undefined ? "" : inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
  };
  const referenced = (name: string) => [...file.matchAll(new RegExp(`/(${name}) (\\d+) 0 R`, "g"))];
  const fonts = new Map(
    referenced("F\\d+").map(([, name, id]) => {
      const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "") ?? [];
      return [name, charactersOf(streamOf(map))];
    }),
  );
  const lines = referenced("Title").map(([, , id]) => (objects.get(id) ?? "").replace(/[^\x20-\x7e]/g, ""));
  for (const [, , id] of referenced("Contents")) {
    for (const [, name, codes = ""] of streamOf(id).matchAll(/\/(F\d+) [\d.]+ Tf[^<]*<([\da-f]*)> Tj/g))
      lines.push((codes.match(/.{4}/g) ?? []).map((code) => fonts.get(name)?.get(code) ?? "").join(""));
  }
  return lines.join("\n");
}

/** Reads which characters the codes of a font's glyphs stand for. */
function charactersOf(map: string): Map<string, string> {
  const units = (hex: string) => (hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16));
  return new Map(
    [...map.matchAll(/<([\da-f]{4})> <((?:[\da-f]{4})+)>/g)].map(([, code = "", text = ""]) => [
      code,
      String.fromCharCode(...units(text)),
    ]),
  );
}
