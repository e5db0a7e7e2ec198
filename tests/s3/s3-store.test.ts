import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type S3Server, type S3ServerOptions, startS3Server } from "../../sandbox/s3/server.ts";
import type { ByteRange, MediaStore } from "../../server/platform/media/media-store.ts";
import { createS3Client, type S3Bucket } from "../../server/platform/media/s3-client.ts";
import { createS3Store } from "../../server/platform/media/s3-store.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";

const KEYS = { accessKeyId: "shop", secretAccessKey: "a secret of the shop" };
const NAME = "/catalogue/rose.0a1b2c3d.webp";
const MB = 1024 * 1024;
const SHORT = { silence: 500, putSilence: 10_000, unreachable: 1000 };

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

let folder: string;
let server: S3Server;
let warnings: Error[];
let store: MediaStore;

const start = async (options: Partial<S3ServerOptions> = {}) => {
  server = await startS3Server({ ...KEYS, folder: join(folder, "buckets"), buckets: ["shop"], ...options });
};
const clientOf = (bucket: Partial<S3Bucket> = {}) =>
  createS3Client({ endpoint: server.endpoint, region: "ap-south-1", bucket: "shop", ...KEYS, ...bucket }, SHORT);
const storeOf = (bucket: Partial<S3Bucket> = {}) =>
  createS3Store(clientOf(bucket), "media", { warn: (details) => warnings.push((details as { err: Error }).err) });
const read = async (name: string, range?: ByteRange, from = store) => {
  const content = await from.open(name, range);
  return content && text(content);
};
const listedKeys = async () => {
  const keys: string[] = [];
  for await (const page of clientOf().listKeys("")) keys.push(...page);
  return keys;
};
const sent = (method: string) => server.requests().filter((request) => request.startsWith(method));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "s3-store-"));
  warnings = [];
  await start();
  store = storeOf();
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe("an object", () => {
  it.each(["bytes", "a file"])("is read as it was put as %s, whole and in part", async (what) => {
    const file = join(folder, "rose");
    await writeFile(file, "a rose");
    await store.put(NAME, what === "a file" ? file : Buffer.from("a rose"));
    expect(await read(NAME)).toBe("a rose");
    expect(await read(NAME, { start: 2, end: 3 })).toBe("ro");
    expect(await store.stat(NAME)).toEqual({ size: 6 });
    expect(sent("GET").map((request) => request.slice(-3))).toEqual(["200", "206"]);
  });

  it("has its type and may be cached for ever", async () => {
    await store.put(NAME, Buffer.from("a rose"));
    const { headers } = await clientOf().sendWithoutBody({ method: "HEAD", key: `media${NAME}` });
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });

  it("is stored once, whichever of two instances is first", async () => {
    await Promise.all([store, storeOf()].map((one) => one.put(NAME, Buffer.from("a rose"))));
    expect(
      sent("PUT")
        .map((request) => request.slice(-3))
        .sort(),
    ).toEqual(["200", "412"]);
    expect(await read(NAME)).toBe("a rose");
  });

  it("is stored by a server without conditional writes, too", async () => {
    await server.close();
    await start({ withoutConditions: true });
    store = storeOf();
    await store.put(NAME, Buffer.from("a rose"));
    await store.put(NAME, Buffer.from("a rose"));
    expect(await read(NAME)).toBe("a rose");
    expect(sent("PUT").map((request) => request.slice(-3))).toEqual(["501", "200", "200"]);
  });

  it("is gone when it is removed, and may be gone already", async () => {
    await store.put(NAME, Buffer.from("a rose"));
    await store.remove(NAME);
    await store.remove(NAME);
    expect([await store.stat(NAME), await store.open(NAME)]).toEqual([null, null]);
    expect(warnings).toEqual([]);
  });

  it.each(["/a b+c/ü & 'é' (1)!*.webp", "/catalogue/100%.%2F.webp", "/~a/?x=1#y.webp"])(
    "may have any name: %s",
    async (name) => {
      await store.put(name, Buffer.from("odd"));
      expect(await read(name)).toBe("odd");
      expect(await listedKeys()).toEqual([`media${name}`]);
      await store.removeFolder("/");
      expect(await store.stat(name)).toBeNull();
    },
  );

  it.each(["/../secret", "/a/../../secret", "/a//b", "/a/./b"])(
    "has no name that leads elsewhere: %s",
    async (name) => {
      await expect(store.open(name)).rejects.toThrow("cannot be a key in a bucket");
      await expect(store.put(name, Buffer.from("a"))).rejects.toThrow("cannot be a key in a bucket");
    },
  );

  /** Bytes of all buffers in use. */
  function bufferedBytes(): number {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  }

  it("of 40 MB is streamed in both directions", async () => {
    const file = join(folder, "film");
    await writeFile(file, Buffer.alloc(40 * MB, 7));
    const before = bufferedBytes();
    const uploads = server.holdUploads();
    const putting = store.put("/reviews/film.mp4", file);
    await uploads.begun;
    // A whole copy would be 40 MB. Freed buffers are counted until a thread of V8 has swept them.
    await vi.waitFor(() => expect(bufferedBytes() - before).toBeLessThan(16 * MB), LONGEST_WAIT_MS);
    uploads.release();
    await putting;

    const content = await store.open("/reviews/film.mp4");
    const [resume, paused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let size = 0;
    const reading = pipeline(
      content ?? [],
      new Writable({
        async write(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          paused.resolve();
          await resume.promise;
          done();
        },
      }),
    );
    await paused.promise;
    await vi.waitFor(() => expect(bufferedBytes() - before).toBeLessThan(32 * MB), LONGEST_WAIT_MS);
    resume.resolve();
    await reading;
    expect(size).toBe(40 * MB);
  });
});

it("a folder is removed with everything in it, page by page, and nothing else", async () => {
  await server.close();
  await start({ pageSize: 10 });
  store = storeOf();
  const names = Array.from({ length: 25 }, (_, at) => `/customers/${at}.webp`);
  await Promise.all([...names, "/customers-too/a.webp"].map((name) => store.put(name, Buffer.from("a"))));
  await store.removeFolder("/customers");
  expect(await listedKeys()).toEqual(["media/customers-too/a.webp"]);
});

describe("an object store", () => {
  it.each([
    ["the wrong secret", { secretAccessKey: "not the secret" }, "403 SignatureDoesNotMatch"],
    ["an unknown key", { accessKeyId: "stranger" }, "403 InvalidAccessKeyId"],
    ["an unknown bucket", { bucket: "elsewhere" }, "404 NoSuchBucket"],
  ])("that is asked with %s is unavailable, without another attempt, and the log says why", async (_, bucket, code) => {
    const wrong = storeOf(bucket);
    await expect(wrong.open(NAME)).rejects.toMatchObject({ statusCode: 503, retryAfter: 5 });
    await expect(wrong.put(NAME, Buffer.from("a"))).rejects.toMatchObject({ statusCode: 503 });
    expect(server.requests()).toHaveLength(2);
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining(code)]);
    expect(JSON.stringify(warnings.map((error) => ({ ...error, stack: error.stack })))).not.toContain(
      "secretAccessKey" in bucket ? bucket.secretAccessKey : KEYS.secretAccessKey,
    );
  });

  it("that is busy is asked again, three times in all", async () => {
    server.fail("503");
    await expect(store.stat(NAME)).rejects.toMatchObject({ statusCode: 503 });
    expect(server.requests()).toHaveLength(3);
    server.fail(null);
    expect(await store.stat(NAME)).toBeNull();
  });

  it("that is gone is unavailable at once, and found when it is back", async () => {
    await store.put(NAME, Buffer.from("a rose"));
    const port = Number(new URL(server.endpoint).port);
    await server.close();
    await expect(store.open(NAME)).rejects.toMatchObject({ statusCode: 503 });
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: 100 }, () => expect(store.open(NAME)).rejects.toMatchObject({ statusCode: 503 })),
    );
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await start({ port });
    await expect.poll(() => read(NAME).catch(() => "unavailable"), { timeout: LONGEST_WAIT_MS }).toBe("a rose");
  });

  it("that never responds is unavailable after seconds", async () => {
    server.fail("hang");
    await expect(store.stat(NAME)).rejects.toMatchObject({ statusCode: 503 });
    expect(warnings[0]?.message).toMatch(/^HEAD \/shop\/media\/catalogue\/rose\.\S+: no byte within 0.5 s$/);
  });

  it("that breaks off half-way is unavailable, not a shorter picture", async () => {
    await store.put(NAME, Buffer.alloc(MB));
    server.fail("cut");
    await expect(read(NAME)).rejects.toMatchObject({ statusCode: 503 });
  });
});
