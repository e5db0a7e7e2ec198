/** Pictures and videos of reviews. */

import { readdir, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { reviewUpload } from "../../server/platform/database/schema.ts";
import { deleteAbandonedFiles } from "../../server/platform/http/multipart.ts";
import { createMediaLibrary } from "../../server/platform/media/media-library.ts";
import { deleteUnusedUploads } from "../../server/platform/media/uploads.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { fragmentedMp4, LOCATION_TRACK, mp4, PLACE, webm } from "./films.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { authorsOf } from "./review-authors.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let authors: ReturnType<typeof authorsOf>;
let categoryId: number;
let slug: string;
let productId: number;
let asha: Awaited<ReturnType<typeof authors.author>>;

beforeAll(async () => {
  shop = await openShop();
  authors = authorsOf(shop);
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  categoryId = await makeCategory(shop, { slug: "all", name: "All" });
});
afterAll(() => shop?.close());

/** For files, which a job removes. */
const SOON = { timeout: LONGEST_WAIT_MS };

let made = 0;
beforeEach(async () => {
  made += 1;
  slug = `reviewed-${made}`;
  productId = await makeProduct(shop, { slug, categoryId });
  asha = await authors.author();
});

const picture = (side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background: "#a8482b" } })
    .jpeg()
    .toBuffer();
const statusOf = async (path: string) => (await shop.get(`/media${path}`)).status;

describe("a file of a review", () => {
  it.each([
    ["JPEG", async () => picture(50)],
    [
      "large PNG",
      async () =>
        sharp({ create: { width: 3200, height: 1600, channels: 4, background: "#2f4a36" } })
          .png()
          .toBuffer(),
    ],
    [
      "AVIF",
      async () =>
        sharp({ create: { width: 64, height: 64, channels: 3, background: "#fff" } })
          .avif({ effort: 0 })
          .toBuffer(),
    ],
  ])("may be a %s, made again as WebP of at most 1600 pixels", async (_type, make) => {
    const { path, kind } = await asha.upload(await make());
    expect(kind).toBe("image");
    expect(path).toMatch(/^\/reviews\/review-[0-9a-f]{32}\.[0-9a-f]{8}\.webp$/);
    const { rawPayload, headers } = await shop.app.inject(`/media${path}`);
    expect(headers["content-type"]).toBe("image/webp");
    const { width, exif } = await sharp(rawPayload).metadata();
    expect(width).toBeLessThanOrEqual(1600);
    expect(exif).toBeUndefined();
  });

  it.each([
    ["MP4", mp4(), "mp4"],
    ["MP4 of a phone", mp4({ brand: "mp42", bytes: "another film" }), "mp4"],
    ["WebM", webm(), "webm"],
  ])("may be a %s, and is served with range requests", async (_type, content, ending) => {
    const { path, kind } = await asha.upload(content);
    expect(kind).toBe("video");
    expect(path).toMatch(new RegExp(`^/reviews/review-[0-9a-f]{32}\\.[0-9a-f]{8}\\.${ending}$`));
    const whole = await shop.app.inject(`/media${path}`);
    expect(whole.headers).toMatchObject({
      "content-type": `video/${ending}`,
      "content-length": String(content.length),
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(whole.rawPayload.length).toBe(content.length);
    const part = await shop.app.inject({ url: `/media${path}`, headers: { range: "bytes=4-9" } });
    expect(part.statusCode).toBe(206);
    expect(part.headers["content-range"]).toBe(`bytes 4-9/${content.length}`);
    expect(part.rawPayload.equals(content.subarray(4, 10))).toBe(true);
    const beyond = await shop.app.inject({ url: `/media${path}`, headers: { range: "bytes=99999-" } });
    expect(beyond.statusCode).toBe(416);
    expect((await shop.app.inject({ method: "HEAD", url: `/media${path}` })).statusCode).toBe(200);
    expect(await statusOf(`/w96${path}.webp`)).toBe(404);
  });

  it.each([
    ["an MP4", mp4({ bytes: "the film itself" })],
    ["an MP4 with a track of where the camera was", mp4({ bytes: "the film itself", hasLocationTrack: true })],
    ["an MP4 in fragments", fragmentedMp4({ bytes: "the film itself" })],
    ["a WebM", webm({ bytes: "the film itself" })],
    ["a WebM of unknown length", webm({ bytes: "the film itself", live: true })],
  ])("has no location metadata, and plays as before: %s", async (_what, content) => {
    expect(content.includes(PLACE)).toBe(true);
    const { path } = await asha.upload(content);
    const { rawPayload } = await shop.app.inject(`/media${path}`);
    expect(rawPayload.includes(PLACE)).toBe(false);
    expect(rawPayload.includes(LOCATION_TRACK)).toBe(false);
    expect(rawPayload.length).toBe(content.length);
    expect(rawPayload.indexOf("the film itself")).toBe(content.indexOf("the film itself"));
    expect(rawPayload.lastIndexOf("the film itself")).toBe(content.lastIndexOf("the film itself"));
  });

  const half = mp4().subarray(0, -20);
  it.each([
    ["a text", Buffer.from("hello"), 422, /^We can’t use this file/],
    ["a web page", Buffer.from("<!doctype html><script>alert(1)</script>"), 422, /^We can’t use this file/],
    [
      "a drawing",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      422,
      /^We can’t use this file/,
    ],
    ["a QuickTime film", mp4({ brand: "qt  " }), 422, /^This video seems to be incomplete\. .* MP4 or WebM/],
    ["a Matroska film", webm({ type: "matroska" }), 422, /^This video seems to be incomplete/],
    ["sound alone", mp4({ handler: "soun" }), 422, /^This video seems to be incomplete/],
    [
      "an MP4 in fragments with a track of places",
      fragmentedMp4({ hasLocationTrack: true }),
      422,
      /^This video seems to be incomplete/,
    ],
    ["a WebM with texts", webm({ tracks: ["\x01", "\x11"] }), 422, /^This video seems to be incomplete/],
    ["half a WebM", webm().subarray(0, -20), 422, /^This video seems to be incomplete/],
    ["half an MP4", half, 422, /^This video seems to be incomplete/],
    ["a WebM without a film", webm().subarray(0, 12), 422, /^This video seems to be incomplete/],
    ["a picture of 8 MB and a byte", Buffer.alloc(8 * 1024 * 1024 + 1, 1), 413, /^Photos can be up to 8 MB each/],
    ["nothing", Buffer.alloc(0), 422, /^Please choose/],
  ])("is rejected when it is %s, and leaves nothing behind", async (_what, content, status, message) => {
    const response = await asha.send(content);
    expect(response.status).toBe(status);
    expect(response.body.errors).toEqual([{ field: "file", message: expect.stringMatching(message) }]);
    expect(await readdir(join(shop.dataDir, "uploads"))).toEqual([]);
  });

  it("may have 50 MB; a larger one is rejected and leaves nothing behind", async () => {
    const max = 50 * 1024 * 1024;
    const filler = max - mp4({ bytes: "" }).length;
    const { path } = await asha.upload(mp4({ bytes: "x".repeat(filler) }));
    expect((await stat(join(shop.dataDir, "media", path))).size).toBe(max);
    const { status, body } = await asha.send(mp4({ bytes: "x".repeat(filler + 1) }));
    expect(status).toBe(413);
    expect(body.errors).toEqual([{ field: "file", message: "This file is too large. The limit is 50 MB." }]);
    expect(await readdir(join(shop.dataDir, "uploads"))).toEqual([]);
  });

  it("leaves nothing behind when its sender disconnects half-way", async () => {
    const { port } = shop.app.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const folder = join(shop.dataDir, "uploads");
    const sending = request(address, {
      method: "POST",
      path: "/api/review/file",
      headers: { authorization: `Bearer ${asha.token}`, "content-type": "multipart/form-data; boundary=b" },
    });
    sending.on("error", () => {});
    sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n');
    sending.write(Buffer.alloc(1024 * 1024));
    // The upload is streamed: the file grows before the form ends.
    await vi.waitFor(async () => {
      const [name = ""] = await readdir(folder);
      expect((await stat(join(folder, name))).size).toBeGreaterThan(500_000);
    }, SOON);
    sending.destroy();
    await expect.poll(() => readdir(folder)).toEqual([]);
  });

  it("is rejected under another name, or without a form", async () => {
    expect(await asha.send(await picture(), { part: "picture" })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "picture", message: "This form has no such file." }] },
    });
    expect((await authors.people.post("review/file", {}, { token: asha.token })).status).toBe(415);
  });

  it("is one of six pictures or two videos", async () => {
    const files: string[] = [];
    for (let n = 0; n < 7; n++) files.push((await asha.upload(await picture(10 + n))).path);
    expect(await asha.save(productId, { files })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "files", message: "You can add up to 6 photos." }] },
    });
    const films = [];
    for (let n = 0; n < 3; n++) films.push((await asha.upload(webm({ bytes: `film ${n}` }))).path);
    expect(await asha.save(productId, { files: films })).toMatchObject({
      body: { errors: [{ field: "files", message: "You can add up to 2 videos." }] },
    });
    expect((await asha.write(productId, { files: [...files.slice(1), ...films.slice(1)] })).image).toHaveLength(6);
  });

  it("is deleted by a change that no longer names it, and the others stay", async () => {
    const [one, two, film] = [
      await asha.upload(await picture(11)),
      await asha.upload(await picture(12)),
      await asha.upload(mp4()),
    ];
    await asha.write(productId, { files: [one.path, two.path, film.path] });
    expect(await statusOf(`/w96${one.path}.webp`)).toBe(200);
    const fresh = await asha.upload(await picture(13));
    const changed = await asha.write(productId, { files: [fresh.path, two.path] });
    expect(changed.image.map(({ path }) => path)).toEqual([fresh.path, two.path]);
    expect(changed.video).toEqual([]);
    const paths = [one.path, `/w96${one.path}.webp`, film.path, two.path];
    await expect.poll(() => Promise.all(paths.map(statusOf)), SOON).toEqual([404, 404, 404, 200]);
    expect(await asha.save(productId, { files: [one.path] })).toMatchObject({ status: 422 });
  });

  it("belongs to its customer and to one review", async () => {
    const other = await authors.author();
    const { path } = await asha.upload(await picture());
    expect(await other.save(productId, { files: [path] })).toMatchObject({ status: 422 });
    await asha.write(productId, { files: [path] });
    const elsewhere = await makeProduct(shop, { slug: `${slug}-elsewhere`, categoryId });
    expect(await asha.save(elsewhere, { files: [path] })).toMatchObject({ status: 422 });
    expect(await statusOf(path)).toBe(200);
  });

  it("without a review, or of a deleted product, is deleted after a day", async () => {
    const [unused, left, used] = [
      await asha.upload(await picture(14)),
      await asha.upload(await picture(15)),
      await asha.upload(await picture(16)),
    ];
    const gone = await makeProduct(shop, { slug: `${slug}-gone`, categoryId });
    await asha.write(gone, { files: [left.path] });
    await asha.write(productId, { files: [used.path] });
    await shop.db.execute(sql`delete from product where id = ${gone}`);
    const media = createMediaLibrary({ DATA_DIR: shop.dataDir });
    const now = Date.now();
    await deleteUnusedUploads(shop.db, new Date(now + 23 * 3_600_000));
    expect(await statusOf(unused.path)).toBe(200);
    await deleteUnusedUploads(shop.db, new Date(now + 25 * 3_600_000));
    const rows = await shop.db.select().from(reviewUpload).where(eq(reviewUpload.customerId, asha.id));
    expect(rows.map(({ path }) => path)).toEqual([used.path]);
    // Reads the disk, not the shop's cache.
    const onDisk = async (path: string) => {
      const content = await media.open(path);
      content?.destroy();
      return content !== null;
    };
    const paths = [unused.path, left.path, used.path];
    await expect.poll(() => Promise.all(paths.map(onDisk)), SOON).toEqual([false, false, true]);
  });

  it("can be uploaded at most forty times a day", async () => {
    const responses = [];
    for (let time = 0; time < 41; time++) responses.push((await asha.send(Buffer.from("no picture"))).status);
    expect(responses).toEqual([...Array(40).fill(422), 429]);
  });

  it("beyond the limit is rejected before it is received", async () => {
    const own = await authors.author();
    for (let time = 0; time < 40; time++) await own.send(Buffer.from("no picture"));
    const { port } = shop.app.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const form = new FormData();
    form.set("file", new Blob([Buffer.alloc(40 * 1024 * 1024)]), "film.mp4");
    const response = await fetch(`${address}/api/review/file`, {
      method: "POST",
      headers: { authorization: `Bearer ${own.token}` },
      body: form,
    });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await readdir(join(shop.dataDir, "uploads")).catch(() => [])).toEqual([]);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  });

  it("that a server's end cut off is deleted after an hour", async () => {
    const folder = join(shop.dataDir, "uploads");
    await writeFile(join(folder, "old.part"), "half a film");
    await deleteAbandonedFiles(folder, new Date(Date.now() + 59 * 60_000));
    expect(await readdir(folder)).toEqual(["old.part"]);
    await deleteAbandonedFiles(folder, new Date(Date.now() + 61 * 60_000));
    expect(await readdir(folder)).toEqual([]);
  });
});
