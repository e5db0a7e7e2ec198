/** The smallest files that are what their names say, byte by byte. */

const box = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string, "latin1")));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};

/** Where a phone writes it was filmed. */
export const PLACE = "+26.8467+080.9462/";

/** @param bytes of the film's own data, so that no two are the same */
export function mp4({ brand = "isom", handler = "vide", bytes = "film" } = {}): Buffer {
  const hdlr = box("hdlr", "\0".repeat(8), handler, "\0".repeat(13));
  const place = box("udta", box("\xa9xyz", "\0\x12\x15\xc7", PLACE));
  return Buffer.concat([
    box("ftyp", brand, "\0\0\0\0", brand),
    box("mdat", bytes),
    box("moov", box("mvhd", "\0".repeat(100)), box("trak", box("mdia", hdlr), place), place),
  ]);
}

const element = (id: string, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string, "latin1")));
  return Buffer.concat([Buffer.from(id, "hex"), Buffer.from([0x80 | body.length]), body]);
};

export function webm({ type = "webm", bytes = "film" } = {}): Buffer {
  return Buffer.concat([
    element("1a45dfa3", element("4286", "\x01"), element("4282", type)),
    element("18538067", bytes),
  ]);
}
