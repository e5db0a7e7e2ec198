/** Minimal valid video files, built byte by byte. */

type Part = Buffer | string;
const bytesOf = (parts: Part[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string, "latin1")));
const number32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

const box = (type: string, ...content: Part[]): Buffer => {
  const body = bytesOf(content);
  return bytesOf([number32(body.length + 8), type, body]);
};

/** A phone's location metadata. */
export const PLACE = "+26.8467+080.9462/";
/** A camera's location track. */
export const LOCATION_TRACK = "lat 26.8467 lon 80.9462;";

const place = box("udta", box("\xa9xyz", "\0\x12\x15\xc7", PLACE));

/** A track whose samples of equal size are those bytes of the file. */
const track = (handler: string, { at, count, size }: { at: number; count: number; size: number }): Buffer =>
  box(
    "trak",
    box("tkhd", "\0".repeat(84)),
    place,
    box(
      "mdia",
      box("hdlr", "\0".repeat(8), handler, "\0".repeat(13)),
      place,
      box(
        "minf",
        box(
          "stbl",
          box("stsc", number32(0, 1, 1, count, 1)),
          box("stsz", number32(0, size, count)),
          box("stco", number32(0, 1, at)),
        ),
        box("free", PLACE),
      ),
    ),
  );

/**
 * @param bytes of media data, to make files unique
 * @param noted whether there is a location track
 */
export function mp4({ brand = "isom", handler = "vide", bytes = "film", hasLocationTrack = false } = {}): Buffer {
  const head = bytesOf([box("ftyp", brand, "\0\0\0\0", brand), box("XMP_", PLACE), box("free", PLACE)]);
  const at = head.length + 8;
  return bytesOf([
    head,
    box("mdat", bytes, hasLocationTrack ? LOCATION_TRACK.repeat(3) : ""),
    box(
      "moov",
      box("mvhd", "\0".repeat(100)),
      track(handler, { at, count: 1, size: bytes.length }),
      ...(hasLocationTrack ? [track("meta", { at: at + bytes.length, count: 3, size: LOCATION_TRACK.length })] : []),
      place,
      box("meta", PLACE),
    ),
    box("uuid", "0123456789abcdef", PLACE),
  ]);
}

/** A fragmented file, as recorded for streaming. */
export const fragmentedMp4 = ({ bytes = "film", hasLocationTrack = false } = {}): Buffer =>
  bytesOf([
    mp4({ bytes: "", hasLocationTrack }),
    box("moof", box("mfhd", number32(0, 1)), box("traf", box("tfhd", number32(0, 1)), place, box("uuid", PLACE))),
    box("mdat", bytes),
  ]);

const element = (id: string, ...content: Part[]): Buffer => {
  const body = bytesOf(content);
  return bytesOf([Buffer.from(id, "hex"), Buffer.from([0x40 | (body.length >> 8), body.length & 0xff]), body]);
};
const ofUnknownSize = (id: string, ...content: Part[]): Buffer =>
  bytesOf([Buffer.from(`${id}01ffffffffffffff`, "hex"), ...content]);

/**
 * @param live of unknown length, as browsers record it
 * @param tracks their types: 1 is video, 2 audio, 17 subtitles
 */
export function webm({ type = "webm", bytes = "film", live = false, tracks = ["\x01", "\x02"] } = {}): Buffer {
  const open = live ? ofUnknownSize : element;
  const tags = element(
    "1254c367",
    element("7373", element("67c8", element("45a3", "LOCATION"), element("4487", PLACE))),
  );
  return bytesOf([
    element("1a45dfa3", element("4286", "\x01"), element("4282", type)),
    open(
      "18538067",
      element("1549a966", element("7ba9", PLACE), element("4d80", "test"), element("ec", PLACE)),
      element("1654ae6b", ...tracks.map((kind) => element("ae", element("83", kind), element("536e", PLACE)))),
      tags,
      open("1f43b675", element("e7", "\0"), element("a3", bytes)),
      open("1f43b675", element("e7", "\x01"), element("a3", bytes)),
      element("1941a469", element("61a7", element("465c", PLACE))),
      tags,
    ),
  ]);
}
