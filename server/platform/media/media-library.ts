import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import {
  jpegPathOf,
  RENDITION_FORMATS,
  RENDITION_WIDTHS,
  renditionPathOf,
} from "../../../contract/picture-renditions.ts";
import { createConcurrencyLimit } from "../../base/concurrency-limit.ts";
import { ApiError } from "../../base/errors.ts";
import { type DeploymentSettings, SETTINGS } from "../config/config.ts";
import { ENCODINGS_AT_ONCE, encodeRendition } from "./encoding.ts";
import { type InspectedPicture, inspectPicture, readPicture } from "./inspect-picture.ts";
import { isWhole } from "./is-whole.ts";
import type { ByteRange, MediaStore } from "./media-store.ts";
import { openMediaStores, S3_NAMES, type StoreSettings } from "./media-stores.ts";
import {
  type Extension,
  hashOf,
  isVideo,
  pathOfHash,
  type RenditionName,
  readRenditionPath,
  readStoredPath,
  type StoredName,
  storedPathOf,
} from "./paths.ts";
import type { VideoKind } from "./video-content.ts";

/** Memory for recently requested pictures, and the maximum size of one. */
const CACHE_BYTES = 32 * 1024 * 1024;
const CACHED_PICTURE_BYTES = 512 * 1024;
/** How long a picture may still be sent from memory after another instance has removed it. */
const CACHED_MS = 5 * 60_000;
/** Videos that are not checked again while their size stays. */
const MAX_CHECKED_VIDEOS = 10_000;
/** How long warming waits before it checks again whether the encoders are idle. */
const WARM_PAUSE_MS = 50;
/** Widths near 480 come first, because cards and banners request them. */
const WARM_ORDER = [...RENDITION_WIDTHS].sort((a, b) => Math.abs(a - 480) - Math.abs(b - 480));

export interface StoredPicture extends Omit<InspectedPicture, "extension"> {
  path: string;
}

/** The shop's pictures with their renditions, and its customers' videos. Paths are those of `paths.ts`. */
export interface MediaLibrary {
  /**
   * Stores a picture under a path made from folder, name and content; the same content under the same name is stored once.
   * @param content the bytes, or the path of a file outside the library
   * @throws ApiError when it is not a whole JPEG, PNG, WebP or AVIF picture, or too large
   */
  put(folder: string, name: string, content: Uint8Array | string): Promise<StoredPicture>;
  /** Returns or throws what `put` would, without storing anything. */
  inspect(folder: string, name: string, content: Uint8Array | string): Promise<StoredPicture>;
  /**
   * Stores a picture of the shop's own, SVG included, without inspecting it.
   * Never for what strangers send: an SVG can hold scripts.
   * @returns its path
   */
  putOwn(folder: string, name: string, content: Uint8Array, extension: Extension): Promise<string>;
  /**
   * Stores a video. @param file path of the video file, which stays
   * @param kind as `kindOfVideo` recognised it
   * @returns its path in the library
   */
  putVideo(folder: string, name: string, file: string, kind: VideoKind): Promise<string>;
  /**
   * Bytes of a video, which is read once as a whole, to check that it is what was stored; null when there is none.
   * @throws Error if it is damaged
   */
  videoSize(path: string): Promise<number | null>;
  /** Streams an original; null when there is none. */
  open(path: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes a picture with its renditions, or a video. Does nothing when there is none. */
  remove(path: string): Promise<void>;
  /** Removes a folder's pictures with their renditions, and its videos; everything when omitted. */
  removeFolder(folder?: string): Promise<void>;
  /** Inspects a stored picture; null when it is missing or an SVG. */
  measure(path: string): Promise<StoredPicture | null>;
  /**
   * Reads a picture, or a rendition, which is made at its first request. Videos are too large for memory: use `open`.
   * @param path below the media host
   * @returns null when there is no such picture
   */
  find(path: string): Promise<Buffer | null>;
  /** Makes the renditions of these pictures in every width up to the original's: one at a time, while no request waits for one. */
  warm(pictures: readonly Pick<StoredPicture, "path" | "width">[]): Promise<void>;
  /** Whether all renditions that `warm` would make exist. */
  hasRenditions(pictures: readonly Pick<StoredPicture, "path" | "width">[]): Promise<boolean>;
  /** Stops warming and rejects new renditions; resolves when the one in progress is finished. */
  close(): Promise<void>;
}

/** The settings that determine where pictures are stored and how they are encoded. */
export type MediaSettings = StoreSettings & Partial<Pick<DeploymentSettings, "PICTURE_EFFORT">>;

/** Extracts the settings of pictures, for another process. */
export function mediaSettingsOf(settings: MediaSettings): MediaSettings {
  const names = ["DATA_DIR", "PICTURE_EFFORT", "MEDIA_STORE", ...S3_NAMES] as const;
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as unknown as MediaSettings;
}

/**
 * @param log receives the renditions that could not be stored, and failures of the object store
 * @throws OperatorError when a setting of the store is missing
 */
export function createMediaLibrary(
  { PICTURE_EFFORT: effort = Number(SETTINGS.PICTURE_EFFORT.default), ...storeSettings }: MediaSettings,
  log: { warn(details: object, message: string): void } = { warn() {} },
): MediaLibrary {
  const { originals, renditions } = openMediaStores(storeSettings, log);
  const encodings = createConcurrencyLimit(ENCODINGS_AT_ONCE);
  const making = new Map<string, Promise<Buffer | null>>();
  const recent = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    maxEntrySize: CACHED_PICTURE_BYTES,
    ttl: CACHED_MS,
    sizeCalculation: (content) => content.byteLength + 1,
  });
  /** Videos that were checked, by path and size. */
  const checkedVideos = new LRUCache<string, Promise<boolean>>({ max: MAX_CHECKED_VIDEOS });
  let removals = 0;
  let closed = false;
  let warming: Promise<void> = Promise.resolve();

  async function putOnce(path: string, content: Uint8Array): Promise<void> {
    const stored = await originals.stat(path);
    if (stored?.size !== content.byteLength) await originals.put(path, content);
  }

  async function find(path: string): Promise<Buffer | null> {
    const cached = recent.get(path);
    if (cached) return cached;
    const removalsBefore = removals;
    const content = await read(path);
    // What was removed while it was read must not be cached.
    if (content && removals === removalsBefore) recent.set(path, content);
    return content;
  }

  async function read(path: string): Promise<Buffer | null> {
    const stored = readStoredPath(path);
    if (stored) return isVideo(stored) ? null : readOriginal(stored);
    const rendition = readRenditionPath(path);
    if (!rendition) return null;
    const content = await readAll(renditions, path);
    return content && isWhole(content, rendition.format) ? content : makeOnce(path, rendition);
  }

  /** @throws Error if the content is not what was stored */
  async function readOriginal({ path, hash }: Pick<StoredName, "path" | "hash">): Promise<Buffer | null> {
    const content = await readAll(originals, path);
    if (content && !hashOf(content).startsWith(hash))
      throw new Error(`the picture ${path} is damaged: restore it from a backup, or upload it again`);
    return content;
  }

  async function videoSize(path: string): Promise<number | null> {
    const stored = readStoredPath(path);
    const found = stored && isVideo(stored) ? await originals.stat(path) : null;
    if (!stored || !found) return null;
    const version = `${path} ${found.size}`;
    // Requests for one video share its check; one that fails is checked again.
    const checking = checkedVideos.get(version) ?? checkVideo(stored);
    checkedVideos.set(version, checking);
    checking.catch(() => checkedVideos.delete(version));
    return (await checking) ? found.size : null;
  }

  /** @returns whether there is such a video. @throws Error if it is not what was stored */
  async function checkVideo({ path, hash }: StoredName): Promise<boolean> {
    const content = await originals.open(path);
    if (!content) return false;
    const sha256 = createHash("sha256");
    await pipeline(content, sha256);
    if (!sha256.digest("hex").startsWith(hash))
      throw new Error(`the video ${path} is damaged: restore it from a backup`);
    return true;
  }

  /** Requests for a rendition in progress share its result. */
  function makeOnce(renditionPath: string, rendition: RenditionName): Promise<Buffer | null> {
    const already = making.get(renditionPath);
    if (already) return already;
    const made = make(renditionPath, rendition).finally(() => making.delete(renditionPath));
    making.set(renditionPath, made);
    return made;
  }

  async function make(renditionPath: string, rendition: RenditionName): Promise<Buffer | null> {
    const { path, width, format } = rendition;
    if (!(await originals.stat(path))) return null;
    const content = await encodings.run(async () => {
      if (closed) throw new ApiError("unavailable");
      // It may have been removed meanwhile.
      const original = await readOriginal(rendition);
      return original && encodeRendition(original, width, format, effort);
    });
    // With a full or read-only disk the picture is still sent, and made again for the next request.
    if (content)
      await storeRendition(renditionPath, path, content).catch((error: unknown) =>
        log.warn({ err: error }, "a rendition was not stored"),
      );
    return content;
  }

  async function storeRendition(renditionPath: string, path: string, content: Buffer): Promise<void> {
    await renditions.put(renditionPath, content);
    // Another instance may have removed the original with its renditions before this one was stored.
    if (!(await originals.stat(path))) await renditions.remove(renditionPath);
  }

  async function remove(path: string): Promise<void> {
    if (!readStoredPath(path)) return;
    // Removes the original first, so that no other rendition is begun, then waits for the renditions in progress.
    await originals.remove(path);
    const renditionPaths = [
      jpegPathOf(path),
      ...RENDITION_FORMATS.flatMap((format) => RENDITION_WIDTHS.map((width) => renditionPathOf(path, width, format))),
    ];
    await Promise.allSettled(renditionPaths.map((renditionPath) => making.get(renditionPath)));
    await Promise.all(renditionPaths.map((renditionPath) => renditions.remove(renditionPath)));
    removals += 1;
    for (const removed of [path, ...renditionPaths]) recent.delete(removed);
  }

  async function removeFolder(folder = ""): Promise<void> {
    await originals.removeFolder(`/${folder}`);
    await Promise.allSettled(making.values());
    const renditionFolders = folder === "" ? ["/"] : RENDITION_WIDTHS.map((width) => `/w${width}/${folder}`);
    await Promise.all(renditionFolders.map((renditionFolder) => renditions.removeFolder(renditionFolder)));
    removals += 1;
    recent.clear();
  }

  async function measure(path: string): Promise<StoredPicture | null> {
    const stored = readStoredPath(path);
    if (!stored || isVideo(stored)) return null;
    const content = await readOriginal(stored);
    if (!content) return null;
    // A stored SVG is the shop's own: uploads are never one.
    const { width, height, color } = await inspectPicture(content, { mayBeDrawn: true });
    return { path, width, height, color };
  }

  async function* missingRenditions(pictures: readonly Pick<StoredPicture, "path" | "width">[]) {
    for (const format of RENDITION_FORMATS) {
      for (const width of WARM_ORDER) {
        const offered = pictures
          .filter(({ width: originalWidth }) => width <= originalWidth)
          .flatMap(({ path }) => {
            const renditionPath = renditionPathOf(path, width, format);
            const rendition = readRenditionPath(renditionPath);
            return rendition ? [{ renditionPath, rendition }] : [];
          });
        const stored = await Promise.all(offered.map(({ renditionPath }) => renditions.stat(renditionPath)));
        yield* offered.filter((_, at) => stored[at] === null);
      }
    }
  }

  async function warmAll(pictures: readonly Pick<StoredPicture, "path" | "width">[]): Promise<void> {
    for await (const { renditionPath, rendition } of missingRenditions(pictures)) {
      while (!closed && !encodings.isIdle()) await pause(WARM_PAUSE_MS);
      if (closed) return;
      // A picture that fails is logged when it is requested; the others continue.
      await makeOnce(renditionPath, rendition).catch(() => null);
    }
  }

  return {
    async put(folder, name, content) {
      const bytes = await readPicture(content);
      const picture = await examine(folder, name, bytes);
      await putOnce(picture.path, bytes);
      return picture;
    },
    inspect: async (folder, name, content) => examine(folder, name, await readPicture(content)),
    async putOwn(folder, name, content, extension) {
      const path = storedPathOf(folder, name, content, extension);
      await putOnce(path, content);
      return path;
    },
    async putVideo(folder, name, file, kind) {
      const path = pathOfHash(folder, name, await sha256Of(file), kind);
      await originals.put(path, file);
      return path;
    },
    videoSize,
    open: async (path, range) => (readStoredPath(path) ? originals.open(path, range) : null),
    remove,
    removeFolder,
    measure,
    find,
    warm(pictures) {
      warming = warming.then(() => warmAll(pictures));
      return warming;
    },
    async hasRenditions(pictures) {
      for await (const _missing of missingRenditions(pictures)) return false;
      return true;
    },
    async close() {
      closed = true;
      await Promise.allSettled([warming, ...making.values()]);
    },
  };
}

async function examine(folder: string, name: string, bytes: Uint8Array): Promise<StoredPicture> {
  const { extension, ...picture } = await inspectPicture(bytes);
  return { path: storedPathOf(folder, name, bytes, extension), ...picture };
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

async function readAll(store: MediaStore, name: string): Promise<Buffer | null> {
  const content = await store.open(name);
  return content && buffer(content);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
