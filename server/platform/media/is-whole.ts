import type { RenditionFormat } from "../../../contract/picture-renditions.ts";

/** Bytes of a chunk's or box's size and type. */
const HEADER = 8;

/** Whether a rendition has all of its bytes, by the sizes that it states: a copy, a restore or a broken disk may have cut it. */
export const isWhole = (content: Buffer, format: RenditionFormat): boolean =>
  content.length > HEADER && SIZES[format](content) === content.length;

/** The sizes that files of a format state. */
const SIZES: Record<RenditionFormat, (content: Buffer) => number> = {
  // https://developers.google.com/speed/webp/docs/riff_container#riff_file_format
  webp: (content) => HEADER + content.readUInt32LE(4),
  // Boxes, ISO/IEC 14496-12, 4.2.
  avif: (content) => {
    let at = 0;
    while (at + HEADER <= content.length) at += Math.max(HEADER, content.readUInt32BE(at));
    return at;
  },
  // Its end is marked, ISO/IEC 10918-1, B.1.1.3.
  jpg: (content) => content.lastIndexOf(Buffer.of(0xff, 0xd9)) + 2,
};
