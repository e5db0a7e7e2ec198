import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import { VARIANT_FORMATS, VARIANT_WIDTHS, type VariantFormat, variantPath } from "../../contract/picture-variants.ts";
import { SETTINGS } from "../config.ts";
import { ApiError } from "../errors.ts";
import { createTaskQueue } from "../task-queue.ts";
import { ENCODINGS_AT_ONCE, encodeVariant, MAX_PIXELS } from "./encoding.ts";
import {
  type Extension,
  isScalable,
  isVideo,
  pathOfHash,
  readStoredPath,
  readVariantPath,
  storedPathOf,
} from "./paths.ts";
import { pictureLibrary } from "./picture-library.ts";
import type { VideoKind } from "./video-content.ts";

/** The most bytes that one picture may have. */
export const MAX_PICTURE_BYTES = 25 * 1024 * 1024;
/** Memory for the pictures asked for last, and the largest that is kept there. */
const CACHE_BYTES = 32 * 1024 * 1024;
const CACHED_PICTURE_BYTES = 512 * 1024;
/** Pixels of each side of the small copy from which a picture's colour is taken. */
const SAMPLE = 16;
/** How long warming waits before it looks again whether the encoders are free. */
const WARM_PAUSE_MS = 50;
/** The widths that pages ask for most come first: cards and banners, then the rest. */
const WARM_ORDER = [...VARIANT_WIDTHS].sort((a, b) => Math.abs(a - 480) - Math.abs(b - 480));

export interface StoredPicture {
  path: string;
  /** In pixels, the picture standing upright. */
  width: number;
  height: number;
  /** Its average colour, `#rrggbb`. */
  color: string;
}

export interface MediaStore {
  /** Where the originals lie. */
  folder: string;
  /**
   * Keeps a picture. What it is says its content, not its name; the same content under the same name is kept once.
   * @param content the bytes, or the path of a file
   * @throws ApiError when it is not a whole JPEG, PNG, WebP or AVIF picture, or too large
   */
  put(folder: string, name: string, content: Uint8Array | string): Promise<StoredPicture>;
  /** What `put` would answer, or its refusal, without keeping anything. */
  inspect(folder: string, name: string, content: Uint8Array | string): Promise<StoredPicture>;
  /**
   * Keeps a picture of the shop's own, an SVG drawing too, without judging it, and answers its path. Never for what strangers send:
   * a drawing can hold scripts.
   */
  putOwn(folder: string, name: string, content: Uint8Array, extension: Extension): Promise<string>;
  /**
   * Keeps a video by moving its file, which has to lie on the same disk.
   * @param kind what `kindOfVideo` has found it to be
   * @returns its path
   */
  putVideo(folder: string, name: string, file: string, kind: VideoKind): Promise<string>;
  has(path: string): Promise<boolean>;
  /** Takes a picture or video away, with its scaled copies. One that is not here is no trouble. */
  remove(path: string): Promise<void>;
  /** What is known of a stored picture; null when it is not here or a drawing. */
  measure(path: string): Promise<StoredPicture | null>;
  /**
   * The picture behind an address below the media host, made first where it is a scaled copy; null when there is no such picture. Videos
   * are too large to be held; they are read from `folder`.
   */
  find(address: string): Promise<Buffer | null>;
  /**
   * Makes the scaled copies of these pictures ahead of their first visit, in every width up to the original's: one at a time,
   * whenever nobody waits for one.
   */
  warm(pictures: readonly Pick<StoredPicture, "path" | "width">[]): Promise<void>;
  /** Whether the scaled copies that `warm` would make are all there. */
  hasCopies(pictures: readonly Pick<StoredPicture, "path" | "width">[]): Promise<boolean>;
  /** Stops warming and refuses new copies; resolves when the one that is being made is finished. */
  close(): Promise<void>;
}

const EXTENSIONS: Record<string, Extension> = { jpeg: "jpg", png: "png", webp: "webp", heif: "avif" };
const NOT_A_PICTURE = "This is not a picture that can be shown; use a JPEG, PNG, WebP or AVIF file.";

/**
 * The shop's pictures, and its customers' videos: originals in `media`, scaled copies in `media-variants`, which may be emptied at any time.
 * @param effort the setting PICTURE_EFFORT, for who makes scaled copies
 * @param log is told of scaled copies that could not be stored
 */
export function createMediaStore(
  dataDir: string,
  {
    effort = Number(SETTINGS.PICTURE_EFFORT.default),
    log = { warn() {} },
  }: { effort?: number; log?: { warn(details: object, message: string): void } } = {},
): MediaStore {
  const originals = join(dataDir, "media");
  const variants = join(dataDir, "media-variants");
  const encodings = createTaskQueue(ENCODINGS_AT_ONCE);
  const making = new Map<string, Promise<Buffer | null>>();
  const recent = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    maxEntrySize: CACHED_PICTURE_BYTES,
    sizeCalculation: (content) => content.byteLength + 1,
  });
  let closed = false;
  let warming: Promise<void> = Promise.resolve();

  async function keep(path: string, content: Uint8Array): Promise<void> {
    const file = join(originals, path);
    const present = await stat(file).catch(() => null);
    if (present?.size !== content.byteLength) await writeWhole(file, content);
  }

  async function find(address: string): Promise<Buffer | null> {
    const kept = recent.get(address) ?? (await read(address));
    if (kept) recent.set(address, kept);
    return kept;
  }

  async function read(address: string): Promise<Buffer | null> {
    const stored = readStoredPath(address);
    if (stored) return isVideo(stored) ? null : readIfThere(join(originals, address));
    const name = readVariantPath(address);
    if (!name) return null;
    const made = await readIfThere(join(variants, address));
    return made ?? makeOnce(address, name);
  }

  /** Requests for a copy that is being made wait for that one. */
  function makeOnce(
    address: string,
    name: { path: string; width: number; format: VariantFormat },
  ): Promise<Buffer | null> {
    const already = making.get(address);
    if (already) return already;
    const made = make(address, name).finally(() => making.delete(address));
    making.set(address, made);
    return made;
  }

  async function make(
    address: string,
    { path, width, format }: { path: string; width: number; format: VariantFormat },
  ): Promise<Buffer | null> {
    if (!(await isThere(join(originals, path)))) return null;
    const copy = await encodings.run(async () => {
      if (closed) throw new ApiError("unavailable");
      // It may have been removed meanwhile.
      const original = await readIfThere(join(originals, path));
      return original && encodeVariant(original, width, format, effort);
    });
    // A full or read-only disk keeps nobody from seeing the picture; it is made again when it is requested again.
    if (copy)
      await writeWhole(join(variants, address), copy).catch((error: unknown) =>
        log.warn({ err: error }, "a scaled picture was not stored"),
      );
    return copy;
  }

  async function remove(path: string): Promise<void> {
    if (!readStoredPath(path)) return;
    // The original first, so that no other copy is begun; those that are being made are waited for.
    await rm(join(originals, path), { force: true });
    const copies = VARIANT_FORMATS.flatMap((format) => VARIANT_WIDTHS.map((width) => variantPath(path, width, format)));
    await Promise.allSettled(copies.map((address) => making.get(address)));
    await Promise.all(copies.map((address) => rm(join(variants, address), { force: true })));
    for (const address of [path, ...copies]) recent.delete(address);
  }

  async function measure(path: string): Promise<StoredPicture | null> {
    const stored = readStoredPath(path);
    if (!stored || !isScalable(stored)) return null;
    const content = await readIfThere(join(originals, path));
    if (!content) return null;
    const { width, height, color } = await judge(content);
    return { path, width, height, color };
  }

  async function* missingCopies(pictures: readonly Pick<StoredPicture, "path" | "width">[]) {
    for (const format of VARIANT_FORMATS) {
      for (const width of WARM_ORDER) {
        for (const { path, width: originalWidth } of pictures) {
          const address = variantPath(path, width, format);
          if (width > originalWidth || !readVariantPath(address) || (await isThere(join(variants, address)))) continue;
          yield { address, name: { path, width, format } };
        }
      }
    }
  }

  async function warmAll(pictures: readonly Pick<StoredPicture, "path" | "width">[]): Promise<void> {
    for await (const { address, name } of missingCopies(pictures)) {
      while (!closed && !encodings.isIdle()) await pause(WARM_PAUSE_MS);
      if (closed) return;
      // A picture that cannot be copied is that visit's matter; the others still can.
      await makeOnce(address, name).catch(() => null);
    }
  }

  return {
    folder: originals,
    async put(folder, name, content) {
      const bytes = await readContent(content);
      const picture = await examine(folder, name, bytes);
      await keep(picture.path, bytes);
      return picture;
    },
    inspect: async (folder, name, content) => examine(folder, name, await readContent(content)),
    async putOwn(folder, name, content, extension) {
      const path = storedPathOf(folder, name, content, extension);
      await keep(path, content);
      return path;
    },
    async putVideo(folder, name, file, kind) {
      const path = pathOfHash(folder, name, await sha256Of(file), kind);
      await mkdir(dirname(join(originals, path)), { recursive: true });
      await rename(file, join(originals, path));
      return path;
    },
    has: async (path) => readStoredPath(path) !== null && isThere(join(originals, path)),
    remove,
    measure,
    find,
    warm(pictures) {
      warming = warming.then(() => warmAll(pictures));
      return warming;
    },
    async hasCopies(pictures) {
      for await (const _missing of missingCopies(pictures)) return false;
      return true;
    },
    async close() {
      closed = true;
      await Promise.allSettled([warming, ...making.values()]);
    },
  };
}

async function examine(folder: string, name: string, bytes: Uint8Array): Promise<StoredPicture> {
  const { extension, ...picture } = await judge(bytes);
  return { path: storedPathOf(folder, name, bytes, extension), ...picture };
}

/** What the bytes themselves say: the type, the size of the upright picture, its colour. Decodes all of it, so half a picture is refused. */
async function judge(bytes: Uint8Array): Promise<Omit<StoredPicture, "path"> & { extension: Extension }> {
  const sharp = await pictureLibrary();
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    const metadata = await picture.metadata();
    const extension = EXTENSIONS[metadata.format];
    if (!extension || (extension === "avif" && metadata.compression !== "av1"))
      throw new ApiError("bad_request", NOT_A_PICTURE);
    const pixels = await picture
      .resize(SAMPLE, SAMPLE, { fit: "fill", fastShrinkOnLoad: false })
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer();
    const { width, height } = metadata.autoOrient;
    return { extension, width, height, color: averageColor(pixels) };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (/pixel limit/.test((error as Error).message)) throw tooLarge();
    throw new ApiError("bad_request", NOT_A_PICTURE);
  }
}

/** @param pixels red, green and blue by turns */
function averageColor(pixels: Uint8Array): string {
  const channel = (offset: number) => {
    let sum = 0;
    for (let at = offset; at < pixels.length; at += 3) sum += pixels[at] ?? 0;
    return Math.round((sum * 3) / pixels.length)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

const tooLarge = () =>
  new ApiError(
    "payload_too_large",
    `A picture may have at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB and ${MAX_PIXELS / 1_000_000} megapixels.`,
  );

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** The bytes, read from the file where a path is given. */
async function readContent(content: Uint8Array | string): Promise<Uint8Array> {
  if (typeof content !== "string") {
    if (content.byteLength > MAX_PICTURE_BYTES) throw tooLarge();
    return content;
  }
  const found = await stat(content).catch(() => null);
  if (!found?.isFile()) throw new ApiError("bad_request", `There is no picture ${basename(content)}.`);
  if (found.size > MAX_PICTURE_BYTES) throw tooLarge();
  return readFile(content);
}

/** Writes so that readers see the whole file or none, also when the machine stops half-way. */
async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = join(dirname(file), `.${randomUUID()}.part`);
  try {
    await writeFile(draft, content, { flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null))?.isFile() ?? false;
}

const isAbsence = (error: unknown) =>
  ["ENOENT", "ENOTDIR", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
