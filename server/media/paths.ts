import { createHash } from "node:crypto";
import { VARIANT_FORMATS, VARIANT_WIDTHS, type VariantFormat } from "../../contract/picture-variants.ts";

/**
 * How stored pictures and videos are named: `/folder/name.<first 8 hex digits of the content's SHA-256>.<type>`. A changed picture gets
 * another path, so a path never changes its content and may be cached for ever.
 */

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
// A folder named like a width ("w480") would be taken for the address of a scaled copy.
const STORED = new RegExp(`^(?:/(?!w\\d+/)${WORD}){1,3}\\.([0-9a-f]{8})\\.(${Object.keys(MEDIA_TYPES).join("|")})$`);
const VARIANT = new RegExp(`^/w(\\d{1,4})(/.+)\\.(${VARIANT_FORMATS.join("|")})$`);

export interface StoredName {
  path: string;
  /** Of the content; what tells one version from another. */
  hash: string;
  extension: Extension;
}

export interface VariantName extends StoredName {
  width: number;
  format: VariantFormat;
}

/** Reads a stored path; null for anything that the store would not have made, such as one with `..` in it. */
export function readStoredPath(path: string): StoredName | null {
  const [, hash, extension] = (path.length <= 200 && STORED.exec(path)) || [];
  return hash && extension ? { path, hash, extension: extension as Extension } : null;
}

/** Whether it is a picture of pixels, of which copies can be made. */
export function isScalable({ extension }: Pick<StoredName, "extension">): boolean {
  return extension !== "svg" && !isVideo({ extension });
}

export function isVideo({ extension }: Pick<StoredName, "extension">): boolean {
  return MEDIA_TYPES[extension].startsWith("video/");
}

/** Reads the address of a scaled copy, as `variantPath` writes it; null for a width or format that is not offered. */
export function readVariantPath(address: string): VariantName | null {
  const [, width, path, format] = VARIANT.exec(address) ?? [];
  const stored = path ? readStoredPath(path) : null;
  if (!stored || !isScalable(stored) || !VARIANT_WIDTHS.some((offered) => String(offered) === width)) return null;
  return { ...stored, width: Number(width), format: format as VariantFormat };
}

/**
 * The path under which `content` is stored. The name may be a file's name as people write them; what an address cannot hold
 * becomes a hyphen.
 * @param folder small letters, digits and hyphens, one or two deep: `catalogue`
 */
export function storedPathOf(folder: string, name: string, content: Uint8Array, extension: Extension): string {
  return pathOfHash(folder, name, createHash("sha256").update(content).digest("hex"), extension);
}

/** The same for content of which only its SHA-256 is at hand, in hex digits. */
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
