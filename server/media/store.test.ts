import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { variantPath } from "../../contract/picture-variants.ts";
import { SETTINGS } from "../config.ts";
import { mediaRoutes } from "./routes.ts";
import { createMediaStore, type MediaStore } from "./store.ts";

let dataDir: string;
let store: MediaStore;
let app: FastifyInstance;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "media-"));
  store = createMediaStore(dataDir);
  app = Fastify();
  await app.register(mediaRoutes, { prefix: "/media", store });
});

afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

/** A picture with something to see: noise, so that no two encodings are the same by chance. */
const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: "#864", noise: { type: "gaussian", mean: 128, sigma: 20 } },
  });

describe("a stored picture", () => {
  it("is served from the media host below its stored path", { meta: { requirements: "S3.55" } }, async () => {
    const content = await photo(300, 200).webp().toBuffer();
    const stored = await store.put("catalogue", "rose-of-kannauj-1", content);
    expect(stored).toEqual({
      path: expect.stringMatching(/^\/catalogue\/rose-of-kannauj-1\.[0-9a-f]{8}\.webp$/),
      width: 300,
      height: 200,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });

    const answer = await app.inject(`/media${stored.path}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
    });
  });

  it("answers HEAD with the same headers and no bytes", async () => {
    const { path } = await store.put("catalogue", "rose", await photo(50, 50).png().toBuffer());
    const [get, head] = await Promise.all([
      app.inject(`/media${path}`),
      app.inject({ method: "HEAD", url: `/media${path}` }),
    ]);
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload).toHaveLength(0);
    expect(head.headers["content-length"]).toBe(String(get.rawPayload.length));
    expect(head.headers.etag).toBe(get.headers.etag);
  });

  it("is not sent again to who has it", async () => {
    const { path } = await store.put("catalogue", "rose", await photo(50, 50).png().toBuffer());
    const { headers } = await app.inject(`/media${path}`);
    const again = await app.inject({ url: `/media${path}`, headers: { "if-none-match": String(headers.etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
  });

  it("gets another path when its content changes, and the same when it does not", async () => {
    const first = await store.put("catalogue", "rose", await photo(50, 50).png().toBuffer());
    const other = await store.put("catalogue", "rose", await photo(51, 50).png().toBuffer());
    const same = await store.put("catalogue", "rose", await readFile(join(dataDir, "media", first.path)));
    expect(other.path).not.toBe(first.path);
    expect(same).toEqual(first);
    expect(await readdir(join(dataDir, "media", "catalogue"))).toHaveLength(2);
  });

  it("has the colour that stands in while it loads", async () => {
    const red = await sharp({ create: { width: 20, height: 20, channels: 4, background: "#c0392b" } })
      .png()
      .toBuffer();
    expect(await store.put("catalogue", "red", red)).toMatchObject({ color: "#c0392b" });
  });

  it("can be inspected without being kept", async () => {
    const content = await photo(40, 30).png().toBuffer();
    const inspected = await store.inspect("catalogue", "rose", content);
    expect(await store.has(inspected.path)).toBe(false);
    expect(await store.put("catalogue", "rose", content)).toEqual(inspected);
    expect(await store.measure(inspected.path)).toEqual(inspected);
  });

  it("is measured as it stands upright", async () => {
    const sideways = await photo(80, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await store.put("catalogue", "sideways", sideways)).toMatchObject({ width: 40, height: 80 });
  });
});

describe("what is put in", () => {
  it("is named by its content, whatever its name claims", async () => {
    const jpeg = await photo(40, 40).jpeg().toBuffer();
    expect((await store.put("catalogue", "IMG 2034 (1).PNG", jpeg)).path).toMatch(
      /^\/catalogue\/img-2034-1\.[0-9a-f]{8}\.jpg$/,
    );
    const avif = await photo(40, 40).avif().toBuffer();
    expect((await store.put("catalogue", "a.jpg", avif)).path).toMatch(/\.avif$/);
  });

  it.each([
    ["a web page named as a picture", Buffer.from("<!doctype html><script>alert(1)</script>")],
    [
      "a drawing, which may hold scripts",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
    ],
    ["nothing at all", Buffer.alloc(0)],
    [
      "a picture's first bytes and then something else",
      Buffer.concat([Buffer.from("RIFF\x24\x00\x00\x00WEBPVP8 ", "latin1"), Buffer.alloc(40, 65)]),
    ],
  ])("is refused when it is %s", async (_, content) => {
    await expect(store.put("catalogue", "rose.webp", content)).rejects.toThrow(
      /not a picture that can be shown; use a JPEG/,
    );
    expect(await readdir(dataDir)).toEqual([]);
  });

  it.each(["jpeg", "png", "webp"] as const)("is refused when it is half a %s", async (format) => {
    const whole = await photo(200, 200).toFormat(format).toBuffer();
    await expect(store.put("catalogue", "half", whole.subarray(0, whole.length / 2))).rejects.toThrow(/not a picture/);
  });

  it("is refused when it is a picture of a type that browsers do not all show", async () => {
    await expect(store.put("catalogue", "scan", await photo(20, 20).tiff().toBuffer())).rejects.toThrow(
      /not a picture/,
    );
  });

  it("may be a file, and a file that is not there is named", async () => {
    const file = join(dataDir, "upload.bin");
    await writeFile(file, await photo(30, 20).png().toBuffer());
    expect(await store.put("catalogue", "from-file", file)).toMatchObject({ width: 30, height: 20 });
    await expect(store.put("catalogue", "x", join(dataDir, "gone.png"))).rejects.toThrow(
      "There is no picture gone.png.",
    );
  });

  it.each(["../outside", "a/../../b", "w480", "Upper", ""])(
    "never leaves the folder of pictures (%s)",
    async (folder) => {
      await expect(store.put(folder, "rose", await photo(20, 20).png().toBuffer())).rejects.toThrow(
        /cannot be a folder/,
      );
    },
  );
});

describe("a scaled copy", () => {
  it.each(["avif", "webp"] as const)("is made as %s in the width that is asked for, and kept", async (format) => {
    const { path } = await store.put("catalogue", "rose", await photo(600, 300).webp().toBuffer());
    const address = variantPath(path, 320, format);
    const answer = await app.inject(`/media${address}`);
    expect(answer.headers["content-type"]).toBe(`image/${format}`);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 320, height: 160 });
    const kept = await readFile(join(dataDir, "media-variants", address));
    expect(kept.equals(answer.rawPayload)).toBe(true);
  });

  it("is another with another effort, as the setting says, and as wide", async () => {
    const content = await photo(600, 300).webp().toBuffer();
    const made: Buffer[] = [];
    for (const effort of [0, Number(SETTINGS.PICTURE_EFFORT.default)]) {
      const folder = join(dataDir, `effort-${effort}`);
      const own = createMediaStore(folder, { effort });
      const { path } = await own.put("catalogue", "rose", content);
      made.push((await own.find(variantPath(path, 320, "avif"))) ?? Buffer.alloc(0));
    }
    const [quick, usual] = made as [Buffer, Buffer];
    expect(quick.equals(usual)).toBe(false);
    for (const copy of [quick, usual]) expect((await sharp(copy).metadata()).width).toBe(320);
    const { path } = await store.put("catalogue", "rose", content);
    expect((await store.find(variantPath(path, 320, "avif")))?.equals(usual)).toBe(true);
  });

  it("is never larger than the original", async () => {
    const { path } = await store.put("catalogue", "rose", await photo(200, 100).webp().toBuffer());
    const answer = await app.inject(`/media${variantPath(path, 1920, "webp")}`);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 200, height: 100 });
  });

  it("stands upright and tells nothing of the camera", async () => {
    const sideways = await photo(400, 200)
      .jpeg()
      .withExif({ IFD0: { Model: "Camera" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { path } = await store.put("catalogue", "sideways", sideways);
    const copy = await sharp((await store.find(variantPath(path, 96, "webp"))) ?? undefined).metadata();
    expect(copy).toMatchObject({ width: 96, height: 192 });
    expect(copy.exif).toBeUndefined();
  });

  it("is made once, however many ask for it at the same time", async () => {
    const { path } = await store.put("catalogue", "rose", await photo(600, 600).webp().toBuffer());
    const copies = await Promise.all(Array.from({ length: 8 }, () => store.find(variantPath(path, 480, "webp"))));
    expect(new Set(copies).size).toBe(1);
  });

  it("is made ahead by warming, in every width up to the original's", async () => {
    const { path } = await store.put("catalogue", "rose", await photo(330, 100).webp().toBuffer());
    const drawing = await store.putOwn("brands", "mark", DRAWING, "svg");
    const pictures = [
      { path, width: 330 },
      { path: drawing, width: 200 },
    ];
    expect(await store.hasCopies(pictures)).toBe(false);
    await store.warm(pictures);
    expect(await store.hasCopies(pictures)).toBe(true);
    expect((await readdir(join(dataDir, "media-variants"))).sort()).toEqual(["w192", "w320", "w96"]);
    expect(await readdir(join(dataDir, "media-variants", "w96", "catalogue"))).toHaveLength(2);
  });

  it("is no longer made ahead once the app closes", async () => {
    const { path } = await store.put("catalogue", "rose", await photo(900, 900).webp().toBuffer());
    const warming = store.warm([{ path, width: 900 }]);
    await app.close();
    await warming;
    expect(await readdir(join(dataDir, "media-variants")).catch(() => [])).not.toContain("w828");
  });
});

describe("a removed picture", () => {
  const statusOf = async (address: string) => (await app.inject(`/media${address}`)).statusCode;

  it("is gone with its scaled copies, and no other is", async () => {
    const [gone, stays] = await Promise.all(
      ["one", "other"].map(async (name) => store.put("customers", name, await photo(100, 100).webp().toBuffer())),
    );
    const copies = [gone, stays].map((picture) => variantPath(picture?.path ?? "", 96, "webp"));
    for (const copy of copies) expect(await statusOf(copy)).toBe(200);
    await store.remove(gone?.path ?? "");
    expect(await statusOf(gone?.path ?? "")).toBe(404);
    expect(await statusOf(stays?.path ?? "")).toBe(200);
    expect(await Promise.all(copies.map(statusOf))).toEqual([404, 200]);
  });

  it("leaves no copy behind that was being made", async () => {
    const { path } = await store.put("customers", "one", await photo(900, 900).webp().toBuffer());
    const copy = variantPath(path, 480, "avif");
    const asked = Promise.all([statusOf(copy), statusOf(copy)]);
    await store.remove(path);
    for (const status of await asked) expect([200, 404]).toContain(status);
    expect(await statusOf(copy)).toBe(404);
  });

  it("may be gone already, and nothing but a picture of the store is ever removed", async () => {
    await store.remove("/customers/nobody.00000000.webp");
    await writeFile(join(dataDir, "kept"), "");
    await store.remove("/../kept");
    expect(await readdir(dataDir)).toContain("kept");
  });
});

const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="64"><rect width="9" height="9"/></svg>',
);

describe("a drawing of the shop's own", () => {
  it("is served with a policy under which it can run nothing", async () => {
    const path = await store.putOwn("brands", "lotus-loom", DRAWING, "svg");
    const answer = await app.inject(`/media${path}`);
    expect(answer.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    });
  });
});

describe("an address without a picture", () => {
  it.each([
    "/media",
    "/media/",
    "/media/catalogue/none.00000000.webp",
    "/media/catalogue/../../secret.00000000.webp",
    "/media/..%2f..%2fetc%2fpasswd",
    "/media/catalogue/%2e%2e/%2e%2e/secret.00000000.webp",
    "/media/catalogue/rose.00000000.webp%00.png",
    "/media/lock.sqlite",
    "/media/w480/catalogue/none.00000000.webp.avif",
  ])("answers a short text (%s)", async (url) => {
    await writeFile(join(dataDir, "secret.00000000.webp"), "secret");
    const answer = await get(url);
    expect(answer).toEqual({ statusCode: 404, type: "text/plain; charset=utf-8", body: "No such picture.\n" });
  });

  it("is every width and format that is not offered, and every other method", async () => {
    const { path } = await store.put("catalogue", "rose", await photo(600, 300).webp().toBuffer());
    const drawing = await store.putOwn("brands", "mark", DRAWING, "svg");
    for (const address of [
      `/w481${path}.avif`,
      `/w0480${path}.avif`,
      `/w480${path}.jpg`,
      `/w480${path}`,
      `/w96/w96${path}.webp.webp`,
      variantPath(drawing, 96, "webp"),
    ]) {
      expect((await app.inject(`/media${address}`)).body, address).toBe("No such picture.\n");
    }
    expect((await app.inject({ method: "POST", url: `/media${path}` })).statusCode).toBe(404);
  });
});

/** Asks over a real connection, with the address exactly as it is written; `inject` would tidy up its dots. */
async function get(path: string): Promise<{ statusCode: number; type: string; body: string }> {
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const request = http.get({ port, path, agent: false });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const body = (await response.toArray()).join("");
  return { statusCode: response.statusCode ?? 0, type: response.headers["content-type"] ?? "", body };
}

describe("on a disk that is full or cannot be written", () => {
  it("a scaled picture is answered all the same, and the log says that it was not stored", async () => {
    const told: string[] = [];
    const log = { warn: (_details: object, message: string) => void told.push(message) };
    const own = createMediaStore(dataDir, { log });
    const { path } = await own.put("catalogue", "rose", await photo(300, 200).webp().toBuffer());
    // No folder can be made where a file stands, for root neither.
    await writeFile(join(dataDir, "media-variants"), "");
    const copy = await own.find(variantPath(path, 96, "webp"));
    expect((await sharp(copy as Buffer).metadata()).width).toBe(96);
    expect(told).toEqual(["a scaled picture was not stored"]);
    await own.close();
  });
});
