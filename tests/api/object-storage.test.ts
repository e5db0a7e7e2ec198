/** Pictures and videos in a bucket: instances share them without sharing a folder. */

import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renditionPathOf } from "../../contract/picture-renditions.ts";
import { type S3Server, startS3Server } from "../../sandbox/s3/server.ts";
import { readSettings } from "../../server/platform/config/config.ts";
import { banner } from "../../server/platform/database/schema.ts";
import { createMediaLibrary } from "../../server/platform/media/media-library.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { mp4 } from "./films.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { peopleOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { authorsOf } from "./review-authors.ts";
import { openShop, type TestShop } from "./shop.ts";

const SOON = { timeout: LONGEST_WAIT_MS };
const KEYS = { accessKeyId: "shop", secretAccessKey: "a secret of the shop" };

let folder: string;
let server: S3Server;
let environment: Record<string, string>;
let shop: TestShop;
/** An instance with a DATA_DIR of its own. */
let other: FastifyInstance;
let asha: Awaited<ReturnType<ReturnType<typeof authorsOf>["author"]>>;
let productId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "object-storage-"));
  await startServer();
  environment = {
    MEDIA_STORE: "s3",
    S3_ENDPOINT: server.endpoint,
    S3_BUCKET: "shop",
    S3_ACCESS_KEY_ID: KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    PICTURE_EFFORT: "0",
  };
  shop = await openShop({ environment });
  other = await shop.openAnother({ DATA_DIR: join(folder, "other") });
  asha = await authorsOf(shop).author();
  productId = await makeProduct(shop, {
    slug: "attar",
    categoryId: await makeCategory(shop, { slug: "attars", name: "Attars" }),
  });
});
afterAll(async () => {
  await shop?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function startServer(port = 0): Promise<void> {
  server = await startS3Server({ ...KEYS, folder: join(folder, "buckets"), buckets: ["shop"], port });
}
const picture = (side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background: "#864" } })
    .jpeg()
    .toBuffer();
const fetched = async (path: string, headers: Record<string, string> = {}, from = other) =>
  from.inject({ url: `/media${path}`, headers });
const statusOf = async (path: string) => (await fetched(path)).statusCode;
const stored = async () => (await readdir(join(folder, "buckets", "shop"))).map(decodeURIComponent);
const putsOf = (path: string) =>
  server.requests().filter((request) => request.startsWith(`PUT /shop/media-renditions${path} `));

async function choosePortrait(): Promise<string> {
  const form = new FormData();
  form.set("name", "Asha Rao");
  form.set("profile_image", new Blob([new Uint8Array(await picture())]), "me.jpg");
  const encoded = new Response(form);
  const { status, body } = await peopleOf(shop).send("POST", "user/update", Buffer.from(await encoded.arrayBuffer()), {
    token: asha.token,
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
  });
  if (status !== 200) throw new Error(`the portrait was rejected: ${JSON.stringify(body)}`);
  return (await peopleOf(shop).get("user", asha.token)).body.data.profile_image;
}

describe("an upload to one instance", () => {
  it("is shown by the other: a portrait, a review's picture with its renditions, a video in parts", async () => {
    const film = mp4({ bytes: "the film" });
    const [portrait, image, video] = [
      await choosePortrait(),
      await asha.upload(await picture(400)),
      await asha.upload(film),
    ];
    await asha.write(productId, { files: [image.path, video.path] });
    expect(await Promise.all([portrait, image.path, renditionPathOf(image.path, 96, "avif")].map(statusOf))).toEqual([
      200, 200, 200,
    ]);
    const { statusCode, headers, rawPayload } = await fetched(video.path, { range: "bytes=0-9" });
    expect(statusCode).toBe(206);
    expect(headers["content-range"]).toMatch(/^bytes 0-9\/\d+$/);
    expect(rawPayload.equals(film.subarray(0, 10))).toBe(true);
    expect((await fetched(video.path)).rawPayload).toHaveLength(film.length);
  });

  it("leaves no file in either DATA_DIR", async () => {
    const own = await readdir(shop.dataDir);
    expect(own.filter((name) => /^media/.test(name))).toEqual([]);
    expect(await readdir(join(shop.dataDir, "uploads"))).toEqual([]);
    expect(await readdir(join(folder, "other")).catch(() => [])).toEqual([]);
  });

  it("is gone from the bucket with its renditions once it is replaced", async () => {
    const former = await choosePortrait();
    expect(await statusOf(renditionPathOf(former, 96, "webp"))).toBe(200);
    await choosePortrait();
    const name = former.slice(1).replace(/\.\w+$/, "");
    await expect.poll(async () => (await stored()).filter((key) => key.includes(name)), SOON).toEqual([]);
  });
});

it("a command stores its pictures in the bucket", async () => {
  await writeFile(join(shop.dataDir, "mogra.jpg"), await picture());
  await writeFile(join(shop.dataDir, "categories.csv"), "slug,name,image\nmogra,Mogra,mogra.jpg\n");
  const { code, err } = await performCommand(shop, "categories:import categories.csv", { environment });
  expect(code, err).toBe(0);
  const { body } = await shop.get("/api/category");
  const { image } = body.data.find(({ slug }: { slug: string }) => slug === "mogra");
  expect(image.path).toMatch(/mogra/);
  expect(await statusOf(image.path)).toBe(200);
});

describe("a rendition", () => {
  it("that both instances are asked for at once is stored once", async () => {
    const { path } = await asha.upload(await picture(400));
    const rendition = renditionPathOf(path, 320, "webp");
    const [one, two] = await Promise.all([fetched(rendition, {}, shop.app), fetched(rendition)]);
    expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
    expect(one.rawPayload.equals(two.rawPayload)).toBe(true);
    expect(putsOf(rendition).filter((request) => request.endsWith(" 200"))).toHaveLength(1);
  });

  it("is made ahead by one instance", async () => {
    const media = createMediaLibrary(readSettings(environment));
    const { path, width, height, color } = await media.put("banners", "one", await picture(330));
    const values = {
      placement: "hero",
      device: "desktop",
      title: "One",
      action: "See",
      link: "/",
      position: 0,
    } as const;
    await shop.db
      .insert(banner)
      .values({ ...values, image: { path, width, height, color, alt: "" }, textSide: "left" });
    await Promise.all([shop.app, other].map((app) => (app.server.listening ? "" : app.listen({ port: 0 }))));
    // Only while nothing else needs the processor.
    await expect
      .poll(() => media.hasRenditions([{ path, width }]), { timeout: LONGEST_WAIT_MS, interval: 200 })
      .toBe(true);
    const puts = server
      .requests()
      .filter((request) => request.includes(`PUT /shop/media-renditions/w`) && request.includes(path));
    expect(puts).toHaveLength(6);
    expect(puts.every((request) => request.endsWith(" 200"))).toBe(true);
  });
});

describe("without the object store", () => {
  it("a picture is unavailable, everything else works, and it is back with the store", async () => {
    const { path } = await asha.upload(await picture(200));
    const port = Number(new URL(server.endpoint).port);
    await server.close();
    const { statusCode, headers, body } = await fetched(path);
    expect([statusCode, headers["retry-after"], headers["cache-control"]]).toEqual([503, "5", "no-cache"]);
    expect(body).toBe("This image can’t be shown right now. Please try again in a moment.\n");
    const rejected = await asha.send(await picture());
    expect([rejected.status, rejected.body.code]).toEqual([503, "unavailable"]);
    expect((await shop.get("/readyz")).status).toBe(200);
    expect((await shop.get("/api/product")).body.totalData).toBe(1);
    await startServer(port);
    // Each instance finds out by itself.
    for (const instance of [other, shop.app])
      await expect.poll(async () => (await fetched(path, {}, instance)).statusCode, SOON).toBe(200);
  });

  it("the file of a deleted review is removed once the store is back", async () => {
    const { path } = await asha.upload(await picture(210));
    await asha.write(productId, { files: [path] });
    server.fail("503");
    await asha.write(productId, { files: [] });
    await expect
      .poll(() => server.requests().some((request) => request === `DELETE /shop/media${path} 503`), SOON)
      .toBe(true);
    expect(await stored()).toContain(`media${path}`);
    server.fail(null);
    await expect.poll(async () => (await stored()).includes(`media${path}`), SOON).toBe(false);
  });
});

it("without its settings the shop does not open, and says which are missing", async () => {
  const { S3_BUCKET: _, ...incomplete } = environment;
  await expect(openShop({ environment: incomplete })).rejects.toThrow(/^MEDIA_STORE=s3 needs S3_BUCKET; see docs/);
});
