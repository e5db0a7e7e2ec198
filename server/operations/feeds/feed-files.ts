import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createConcurrencyLimit } from "../../base/concurrency-limit.ts";
import { MAX_CACHE_AGE_MS, type Topic } from "../../platform/database/database.ts";
import { hashOf } from "../../platform/http/etag.ts";

/** A finished feed on the disk, compressed by gzip. */
export interface FeedFile {
  path: string;
  /** The hash of its content, for the ETag. */
  hash: string;
  bytes: number;
}

/** The feeds that this instance has made: one file each, so that memory stays flat whatever the size of the catalogue. */
export interface FeedFiles {
  /** Finds a feed from which nothing has changed since. @param key what it is made for: the channel and the origin of its links */
  find(key: FeedKey): FeedFile | undefined;
  /**
   * Makes a feed, once for all requests that wait for it; two feeds one after the other.
   * @throws ApiError (503) when too many wait
   */
  make(key: FeedKey, write: () => AsyncIterable<string>): Promise<FeedFile>;
  /** Makes the feeds again at their next request, if they contain what the topic is about. */
  invalidate(topic: Topic): void;
}

interface FeedKey {
  channel: string;
  origin: string;
}

/** How many feeds may wait for one that is being made. */
const MAX_WAITING = 12;
/** How long a replaced file stays, for a request that was given it and has not opened it yet. */
const REPLACED_MS = 60_000;
/** No feed contains what these are about. */
const UNRELATED: readonly Topic[] = ["content", "reviews", "jobs", "orders", "messages"];

/** @param folder for large files of requests, from which abandoned ones are deleted (`uploadsFolder`) */
export function createFeedFiles(folder: string): FeedFiles {
  const limit = createConcurrencyLimit(1, MAX_WAITING);
  /** One file for each channel: another origin replaces it. */
  const kept = new Map<string, FeedFile & { origin: string; madeAt: number; version: number }>();
  const making = new Map<string, Promise<FeedFile>>();
  let version = 0;

  async function make({ channel, origin }: FeedKey, write: () => AsyncIterable<string>): Promise<FeedFile> {
    const made = { origin, madeAt: performance.now(), version };
    const file = { ...made, ...(await store(join(folder, `feed-${randomBytes(8).toString("hex")}`), write())) };
    const former = kept.get(channel);
    kept.set(channel, file);
    if (former) setTimeout(() => void rm(former.path, { force: true }), REPLACED_MS).unref();
    return file;
  }

  return {
    find({ channel, origin }) {
      const file = kept.get(channel);
      const isCurrent = file?.version === version && performance.now() - file.madeAt < MAX_CACHE_AGE_MS;
      return isCurrent && file.origin === origin ? file : undefined;
    },
    make(key, write) {
      const name = `${key.channel} ${key.origin}`;
      const waiting = making.get(name);
      if (waiting) return waiting;
      const made = limit
        .run(() => make(key, write))
        .finally(() => {
          if (making.get(name) === made) making.delete(name);
        });
      making.set(name, made);
      return made;
    },
    invalidate(topic) {
      if (UNRELATED.includes(topic)) return;
      version += 1;
      // A request after the change must not get a feed that was begun before it.
      making.clear();
    },
  };
}

/** Writes a feed to the disk as it is made. */
async function store(path: string, content: AsyncIterable<string>): Promise<FeedFile> {
  const sha256 = createHash("sha256");
  let bytes = 0;
  const hashed = new Transform({
    transform(chunk: Buffer, _, done) {
      sha256.update(chunk);
      done(null, chunk);
    },
  });
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  await mkdir(folderOf(path), { recursive: true });
  try {
    await pipeline(Readable.from(content), hashed, createGzip(), counted, createWriteStream(path));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, hash: hashOf(sha256.digest()), bytes };
}

const folderOf = (path: string) => join(path, "..");
