/**
 * Paths of stored pictures and videos: `/folder/name.<first 8 hex digits of the content's SHA-256>.<type>`. A changed picture gets another
 * path, so the content of a path never changes and may be cached forever.
 */

import { createHash } from "node:crypto";
import {
  JPEG_SIDE,
  RENDITION_FORMATS,
  RENDITION_WIDTHS,
  type RenditionFormat,
} from "../../../contract/picture-renditions.ts";

export const MEDIA_TYPES = {
  avif: "image/avif",
  jpg: "image/jpeg",
  mp4: "video/mp4",
  png: "image/png",
  svg: "image/svg+xml",
  webm: "video/webm",
  webp: "image/webp",
} as const;
export type Extension = keyof typeof MEDIA_TYPES;

const MAX_NAME_LENGTH = 80;
const WORD = "[a-z0-9]+(?:-[a-z0-9]+)*";
// A folder named like a width ("w480") would look like the path of a rendition.
const STORED = new RegExp(`^(?:/(?!w\\d+/)${WORD}){1,3}\\.([0-9a-f]{8})\\.(${Object.keys(MEDIA_TYPES).join("|")})$`);
const RENDITION = new RegExp(`^/w(\\d{1,4})(/.+)\\.(${[...RENDITION_FORMATS, "jpg"].join("|")})$`);

export interface StoredName {
  path: string;
  /** The hash of the content. */
  hash: string;
  extension: Extension;
}

export interface RenditionName extends StoredName {
  width: number;
  format: RenditionFormat;
}

/** Parses the path of an original; null for anything else, such as a path with `..` in it. */
export function readStoredPath(path: string): StoredName | null {
  const [, hash, extension] = (path.length <= 200 && STORED.exec(path)) || [];
  return hash && extension ? { path, hash, extension: extension as Extension } : null;
}

/** Whether it is a raster picture, of which renditions can be made. */
function isRaster({ extension }: Pick<StoredName, "extension">): boolean {
  return extension !== "svg" && !isVideo({ extension });
}

export function isVideo({ extension }: Pick<StoredName, "extension">): boolean {
  return MEDIA_TYPES[extension].startsWith("video/");
}

/** Parses the path of a rendition (`renditionPathOf`); null for an unsupported width or format. */
export function readRenditionPath(renditionPath: string): RenditionName | null {
  const [, width, path, format] = RENDITION.exec(renditionPath) ?? [];
  const stored = path ? readStoredPath(path) : null;
  const widths: readonly number[] = format === "jpg" ? [JPEG_SIDE] : RENDITION_WIDTHS;
  if (!stored || !isRaster(stored) || !widths.some((offered) => String(offered) === width)) return null;
  return { ...stored, width: Number(width), format: format as RenditionFormat };
}

/**
 * Makes the path of a content. The name may be any file name; characters that are not allowed in a path become hyphens.
 * @param folder lower-case letters, digits and hyphens, one or two levels: `catalogue`
 */
export function storedPathOf(folder: string, name: string, content: Uint8Array, extension: Extension): string {
  return pathOfHash(folder, name, hashOf(content), extension);
}

/** The SHA-256 of a content in hex digits, of which its path has the first. */
export const hashOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** As `storedPathOf`, from the content's SHA-256 in hex digits. */
export function pathOfHash(folder: string, name: string, sha256: string, extension: Extension): string {
  const hash = sha256.slice(0, 8);
  const path = `/${folder}/${slugWord(name)}.${hash}.${extension}`;
  if (!readStoredPath(path)) throw new Error(`"${folder}" cannot be a folder of pictures`);
  return path;
}

function slugWord(name: string): string {
  const word = name
    .replace(/\.[a-z0-9]{2,5}$/i, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^-+|-+$/g, "");
  return word || "picture";
}
