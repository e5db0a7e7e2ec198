import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jpegPathOf, renditionPathOf } from "../../../contract/picture-renditions.ts";
import { SETTINGS } from "../config/config.ts";
import { createMediaLibrary, type MediaLibrary } from "./media-library.ts";
import { mediaRoutes } from "./routes.ts";

let dataDir: string;
let media: MediaLibrary;
let app: FastifyInstance;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "media-"));
  media = createMediaLibrary({ DATA_DIR: dataDir });
  app = Fastify();
  await app.register(mediaRoutes, { prefix: "/media", media });
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
    const stored = await media.put("catalogue", "rose-of-kannauj-1", content);
    expect(stored).toEqual({
      path: expect.stringMatching(/^\/catalogue\/rose-of-kannauj-1\.[0-9a-f]{8}\.webp$/),
      width: 300,
      height: 200,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });

    const response = await app.inject(`/media${stored.path}`);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(content)).toBe(true);
    expect(response.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
    });
  });

  it("answers HEAD with the same headers and no bytes", async () => {
    const { path } = await media.put("catalogue", "rose", await photo(50, 50).png().toBuffer());
    const [get, head] = await Promise.all([
      app.inject(`/media${path}`),
      app.inject({ method: "HEAD", url: `/media${path}` }),
    ]);
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload).toHaveLength(0);
    expect(head.headers["content-length"]).toBe(String(get.rawPayload.length));
    expect(head.headers.etag).toBe(get.headers.etag);
  });

  it("is not sent again to a browser that has it", async () => {
    const { path } = await media.put("catalogue", "rose", await photo(50, 50).png().toBuffer());
    const { headers } = await app.inject(`/media${path}`);
    const again = await app.inject({ url: `/media${path}`, headers: { "if-none-match": String(headers.etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
  });

  it("gets another path when its content changes, and the same when it does not", async () => {
    const first = await media.put("catalogue", "rose", await photo(50, 50).png().toBuffer());
    const other = await media.put("catalogue", "rose", await photo(51, 50).png().toBuffer());
    const same = await media.put("catalogue", "rose", await readFile(join(dataDir, "media", first.path)));
    expect(other.path).not.toBe(first.path);
    expect(same).toEqual(first);
    expect(await readdir(join(dataDir, "media", "catalogue"))).toHaveLength(2);
  });

  it("has the dominant colour shown while it loads", async () => {
    const red = await sharp({ create: { width: 20, height: 20, channels: 4, background: "#c0392b" } })
      .png()
      .toBuffer();
    expect(await media.put("catalogue", "red", red)).toMatchObject({ color: "#c0392b" });
  });

  it("can be inspected without being stored", async () => {
    const content = await photo(40, 30).png().toBuffer();
    const inspected = await media.inspect("catalogue", "rose", content);
    expect(await media.find(inspected.path)).toBeNull();
    expect(await media.put("catalogue", "rose", content)).toEqual(inspected);
    expect(await media.measure(inspected.path)).toEqual(inspected);
  });

  it("is measured after its rotation", async () => {
    const sideways = await photo(80, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await media.put("catalogue", "sideways", sideways)).toMatchObject({ width: 40, height: 80 });
  });
});

describe("the JPEG of a picture", () => {
  const sizeOf = async (width: number, height: number) => {
    const { path } = await media.put("catalogue", "rose", await photo(width, height).jpeg().toBuffer());
    const response = await app.inject(`/media${jpegPathOf(path)}`);
    expect(response.headers["content-type"]).toBe("image/jpeg");
    const { format, width: wide, height: high } = await sharp(response.rawPayload).metadata();
    return [format, wide, high];
  };

  it("has a longest side of 1440 pixels, and is never larger than the picture", async () => {
    expect(await sizeOf(1600, 800)).toEqual(["jpeg", 1440, 720]);
    expect(await sizeOf(400, 1600)).toEqual(["jpeg", 360, 1440]);
    expect(await sizeOf(300, 200)).toEqual(["jpeg", 300, 200]);
  });

  it("is white where the picture is clear", async () => {
    const clear = { width: 8, height: 8, channels: 4 as const, background: "#0000" };
    const { path } = await media.put("catalogue", "clear", await sharp({ create: clear }).png().toBuffer());
    const { rawPayload } = await app.inject(`/media${jpegPathOf(path)}`);
    expect([...(await sharp(rawPayload).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it("exists in no other width, and goes with the picture", async () => {
    const { path } = await media.put("catalogue", "rose", await photo(50, 50).png().toBuffer());
    expect((await app.inject(`/media/w480${path}.jpg`)).statusCode).toBe(404);
    expect((await app.inject(`/media${jpegPathOf(path)}`)).statusCode).toBe(200);
    await media.remove(path);
    expect((await app.inject(`/media${jpegPathOf(path)}`)).statusCode).toBe(404);
    expect(await readdir(join(dataDir, "media-renditions", "w1440", "catalogue"))).toEqual([]);
  });
});

describe("a stored file", () => {
  it("is typed by its content, not by its name", async () => {
    const jpeg = await photo(40, 40).jpeg().toBuffer();
    expect((await media.put("catalogue", "IMG 2034 (1).PNG", jpeg)).path).toMatch(
      /^\/catalogue\/img-2034-1\.[0-9a-f]{8}\.jpg$/,
    );
    const avif = await photo(40, 40).avif().toBuffer();
    expect((await media.put("catalogue", "a.jpg", avif)).path).toMatch(/\.avif$/);
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
  ])("is rejected when it is %s", async (_, content) => {
    await expect(media.put("catalogue", "rose.webp", content)).rejects.toThrow(
      /not a picture that can be shown; use a JPEG/,
    );
    expect(await readdir(dataDir)).toEqual([]);
  });

  it.each(["jpeg", "png", "webp"] as const)("is rejected when it is half a %s", async (format) => {
    const whole = await photo(200, 200).toFormat(format).toBuffer();
    await expect(media.put("catalogue", "half", whole.subarray(0, whole.length / 2))).rejects.toThrow(/not a picture/);
  });

  it("is rejected when it is a picture of a type that browsers do not all show", async () => {
    await expect(media.put("catalogue", "scan", await photo(20, 20).tiff().toBuffer())).rejects.toThrow(
      /not a picture/,
    );
  });

  it("may be a file, and a file that is not there is named", async () => {
    const file = join(dataDir, "upload.bin");
    await writeFile(file, await photo(30, 20).png().toBuffer());
    expect(await media.put("catalogue", "from-file", file)).toMatchObject({ width: 30, height: 20 });
    await expect(media.put("catalogue", "x", join(dataDir, "gone.png"))).rejects.toThrow(
      "There is no picture gone.png.",
    );
  });

  it.each(["../outside", "a/../../b", "w480", "Upper", ""])(
    "never leaves the folder of pictures (%s)",
    async (folder) => {
      await expect(media.put(folder, "rose", await photo(20, 20).png().toBuffer())).rejects.toThrow(
        /cannot be a folder/,
      );
    },
  );
});

describe("a rendition", () => {
  it.each(["avif", "webp"] as const)("is made as %s in the requested width, and stored", async (format) => {
    const { path } = await media.put("catalogue", "rose", await photo(600, 300).webp().toBuffer());
    const renditionPath = renditionPathOf(path, 320, format);
    const response = await app.inject(`/media${renditionPath}`);
    expect(response.headers["content-type"]).toBe(`image/${format}`);
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 320, height: 160 });
    const stored = await readFile(join(dataDir, "media-renditions", renditionPath));
    expect(stored.equals(response.rawPayload)).toBe(true);
  });

  it.each(["avif", "webp"] as const)("as %s keeps small coloured print and even gradients", async (format) => {
    // Brown strokes of one pixel on cream above a gradient of few shades: a label before a wall.
    const [width, height] = [320, 160];
    const pixels = Buffer.from(
      Array.from({ length: width * height }, (_, at) => {
        const [x, y] = [at % width, Math.floor(at / width)];
        if (y >= height / 2) return [220 + x / 20, 205 + x / 24, 190 + x / 28];
        return x % 6 === 0 && y % 16 > 4 ? [140, 98, 34] : [243, 234, 217];
      }).flat(),
    );
    const original = sharp(pixels, { raw: { width, height, channels: 3 } });
    const { path } = await media.put("catalogue", "label", await original.png().toBuffer());
    const rendition = await media.find(renditionPathOf(path, 320, format));
    const shown = await sharp(rendition ?? undefined)
      .removeAlpha()
      .raw()
      .toBuffer();
    const errorOf = (from: number, to: number) => {
      const part = [...pixels.subarray(from, to)];
      return part.reduce((sum, value, at) => sum + Math.abs(value - (shown[from + at] ?? 0)), 0) / part.length;
    };
    const half = pixels.length / 2;
    // WebP has a quarter of the colour's pixels.
    expect(errorOf(0, half)).toBeLessThan(format === "avif" ? 2 : 5.5);
    expect(errorOf(half, pixels.length)).toBeLessThan(format === "avif" ? 0.3 : 0.55);
  });

  it("differs with the setting's effort, at the same width", async () => {
    const content = await photo(600, 300).webp().toBuffer();
    const made: Buffer[] = [];
    for (const effort of [0, Number(SETTINGS.PICTURE_EFFORT.default)]) {
      const folder = join(dataDir, `effort-${effort}`);
      const own = createMediaLibrary({ DATA_DIR: folder, PICTURE_EFFORT: effort });
      const { path } = await own.put("catalogue", "rose", content);
      made.push((await own.find(renditionPathOf(path, 320, "avif"))) ?? Buffer.alloc(0));
    }
    const [quick, usual] = made as [Buffer, Buffer];
    expect(quick.equals(usual)).toBe(false);
    for (const rendition of [quick, usual]) expect((await sharp(rendition).metadata()).width).toBe(320);
    const { path } = await media.put("catalogue", "rose", content);
    expect((await media.find(renditionPathOf(path, 320, "avif")))?.equals(usual)).toBe(true);
  });

  it("is never larger than the original", async () => {
    const { path } = await media.put("catalogue", "rose", await photo(200, 100).webp().toBuffer());
    const response = await app.inject(`/media${renditionPathOf(path, 1920, "webp")}`);
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 200, height: 100 });
  });

  it("is rotated and has no camera metadata", async () => {
    const sideways = await photo(400, 200)
      .jpeg()
      .withExif({ IFD0: { Model: "Camera" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { path } = await media.put("catalogue", "sideways", sideways);
    const rendition = await sharp((await media.find(renditionPathOf(path, 96, "webp"))) ?? undefined).metadata();
    expect(rendition).toMatchObject({ width: 96, height: 192 });
    expect(rendition.exif).toBeUndefined();
  });

  it("is made once for concurrent requests", async () => {
    const { path } = await media.put("catalogue", "rose", await photo(600, 600).webp().toBuffer());
    const renditions = await Promise.all(
      Array.from({ length: 8 }, () => media.find(renditionPathOf(path, 480, "webp"))),
    );
    expect(new Set(renditions).size).toBe(1);
  });

  it("is made ahead by warming, in every width up to the original's", async () => {
    const { path } = await media.put("catalogue", "rose", await photo(330, 100).webp().toBuffer());
    const drawing = await media.putOwn("brands", "mark", DRAWING, "svg");
    const pictures = [
      { path, width: 330 },
      { path: drawing, width: 200 },
    ];
    expect(await media.hasRenditions(pictures)).toBe(false);
    await media.warm(pictures);
    expect(await media.hasRenditions(pictures)).toBe(true);
    expect((await readdir(join(dataDir, "media-renditions"))).sort()).toEqual(["w192", "w320", "w96"]);
    expect(await readdir(join(dataDir, "media-renditions", "w96", "catalogue"))).toHaveLength(2);
  });

  it("is no longer made ahead once the app closes", async () => {
    const { path } = await media.put("catalogue", "rose", await photo(900, 900).webp().toBuffer());
    const warming = media.warm([{ path, width: 900 }]);
    await app.close();
    await warming;
    expect(await readdir(join(dataDir, "media-renditions")).catch(() => [])).not.toContain("w828");
  });
});

describe("a removed picture", () => {
  const statusOf = async (renditionPath: string) => (await app.inject(`/media${renditionPath}`)).statusCode;

  it("is gone with its renditions, and no other is", async () => {
    const [gone, stays] = await Promise.all(
      ["one", "other"].map(async (name) => media.put("customers", name, await photo(100, 100).webp().toBuffer())),
    );
    const renditions = [gone, stays].map((picture) => renditionPathOf(picture?.path ?? "", 96, "webp"));
    for (const rendition of renditions) expect(await statusOf(rendition)).toBe(200);
    await media.remove(gone?.path ?? "");
    expect(await statusOf(gone?.path ?? "")).toBe(404);
    expect(await statusOf(stays?.path ?? "")).toBe(200);
    expect(await Promise.all(renditions.map(statusOf))).toEqual([404, 200]);
  });

  it("leaves no rendition behind that was being made", async () => {
    const { path } = await media.put("customers", "one", await photo(900, 900).webp().toBuffer());
    const rendition = renditionPathOf(path, 480, "avif");
    const statuses = Promise.all([statusOf(rendition), statusOf(rendition)]);
    await media.remove(path);
    for (const status of await statuses) expect([200, 404]).toContain(status);
    expect(await statusOf(rendition)).toBe(404);
  });

  it("may be gone already, and nothing but a stored picture is ever removed", async () => {
    await media.remove("/customers/nobody.00000000.webp");
    await writeFile(join(dataDir, "kept"), "");
    await media.remove("/../kept");
    expect(await readdir(dataDir)).toContain("kept");
  });
});

describe("a removed folder", () => {
  it("is gone with the renditions of its pictures, and no other is", async () => {
    const paths = await Promise.all(
      ["customers", "catalogue"].map(async (folder) => {
        const { path } = await media.put(folder, "one", await photo(100, 100).webp().toBuffer());
        return [path, renditionPathOf(path, 96, "webp")];
      }),
    );
    const statuses = () =>
      Promise.all(paths.flat().map(async (path) => (await app.inject(`/media${path}`)).statusCode));
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await media.removeFolder("customers");
    expect(await statuses()).toEqual([404, 404, 200, 200]);
    await media.removeFolder();
    expect(await statuses()).toEqual([404, 404, 404, 404]);
  });
});

describe("a video", () => {
  const FILM = Buffer.from("0123456789");
  let url: string;
  beforeEach(async () => {
    const file = join(dataDir, "film");
    await writeFile(file, FILM);
    url = `/media${await media.putVideo("reviews", "film", file, "mp4")}`;
  });
  const request = (headers: Record<string, string>, method: "GET" | "HEAD" = "GET") =>
    app.inject({ method, url, headers });

  it("is served whole and by ranges", async () => {
    const whole = await request({});
    expect(whole).toMatchObject({ statusCode: 200, body: "0123456789" });
    expect(whole.headers).toMatchObject({
      "content-type": "video/mp4",
      "accept-ranges": "bytes",
      "content-length": "10",
    });
    const part = await request({ range: "bytes=-3" });
    expect(part).toMatchObject({ statusCode: 206, body: "789" });
    expect(part.headers).toMatchObject({ "content-range": "bytes 7-9/10", "content-length": "3" });
    const beyond = await request({ range: "bytes=10-" });
    expect(beyond).toMatchObject({ statusCode: 416, body: "There is no such part of this video.\n" });
    expect(beyond.headers).toMatchObject({ "content-range": "bytes */10", "cache-control": "no-cache" });
  });

  it("is not sent again to a browser that has it, and whole where the range is of another version", async () => {
    const { etag = "" } = (await request({})).headers;
    for (const known of [String(etag), "*"]) expect((await request({ "if-none-match": known })).statusCode).toBe(304);
    expect((await request({ range: "bytes=0-1", "if-range": String(etag) })).body).toBe("01");
    expect((await request({ range: "bytes=0-1", "if-range": '"other"' })).body).toBe("0123456789");
  });

  it("that is emptied, cut or changed is an error, which no cache stores, until it is whole again", async () => {
    const stored = join(dataDir, "media", url.slice("/media/".length));
    for (const damaged of ["", "01234", "0123456780"]) {
      await writeFile(stored, damaged);
      const opened = Fastify();
      await opened.register(mediaRoutes, { prefix: "/media", media: createMediaLibrary({ DATA_DIR: dataDir }) });
      const request = (headers: Record<string, string> = {}) => opened.inject({ method: "GET", url, headers });
      const requests: Record<string, string>[] = [{}, { range: "bytes=0-1" }, { "if-none-match": "*" }];
      for (const headers of requests) {
        const { statusCode, body, headers: sent } = await request(headers);
        expect({ statusCode, body, cache: sent["cache-control"] }).toEqual({
          statusCode: 500,
          body: "This video can’t be played right now. Please try again in a moment.\n",
          cache: "no-cache",
        });
      }
      await writeFile(stored, FILM);
      expect((await request()).statusCode).toBe(200);
      await opened.close();
    }
  });

  it("answers HEAD with its size and no bytes", async () => {
    const { statusCode, headers, body } = await request({}, "HEAD");
    expect({ statusCode, length: headers["content-length"], body }).toEqual({
      statusCode: 200,
      length: "10",
      body: "",
    });
  });
});

const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="64"><rect width="9" height="9"/></svg>',
);

describe("an SVG of the shop", () => {
  it("is served with a policy under which it can run nothing", async () => {
    const path = await media.putOwn("brands", "lotus-loom", DRAWING, "svg");
    const response = await app.inject(`/media${path}`);
    expect(response.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    });
  });
});

describe("a path without a picture", () => {
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
  ])("gets a short text (%s)", async (url) => {
    await writeFile(join(dataDir, "secret.00000000.webp"), "secret");
    const response = await get(url);
    expect(response).toEqual({ statusCode: 404, type: "text/plain; charset=utf-8", body: "No such picture.\n" });
  });

  it("is every width and format that is not offered, and every other method", async () => {
    const { path } = await media.put("catalogue", "rose", await photo(600, 300).webp().toBuffer());
    const drawing = await media.putOwn("brands", "mark", DRAWING, "svg");
    for (const renditionPath of [
      `/w481${path}.avif`,
      `/w0480${path}.avif`,
      `/w480${path}.jpg`,
      `/w480${path}`,
      `/w96/w96${path}.webp.webp`,
      renditionPathOf(drawing, 96, "webp"),
    ]) {
      expect((await app.inject(`/media${renditionPath}`)).body, renditionPath).toBe("No such picture.\n");
    }
    expect((await app.inject({ method: "POST", url: `/media${path}` })).statusCode).toBe(404);
  });
});

/** Requests over a real connection, with the path exactly as written; `inject` would resolve its dots. */
async function get(path: string): Promise<{ statusCode: number; type: string; body: string }> {
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const request = http.get({ port, path, agent: false });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const body = (await response.toArray()).join("");
  return { statusCode: response.statusCode ?? 0, type: response.headers["content-type"] ?? "", body };
}

describe("a file that a copy or a broken disk has emptied or cut", () => {
  const damage = async (file: string, keep: number) => {
    const content = await readFile(file);
    await writeFile(file, content.subarray(0, Math.floor(content.length * keep)));
  };

  it.each([
    ["avif", 0],
    ["avif", 0.5],
    ["webp", 0],
    ["webp", 0.5],
  ] as const)("is made again if it is a rendition (%s, %d left)", async (format, keep) => {
    const { path } = await media.put("catalogue", "rose", await photo(300, 200).webp().toBuffer());
    const renditionPath = renditionPathOf(path, 96, format);
    const made = await media.find(renditionPath);
    await damage(join(dataDir, "media-renditions", renditionPath), keep);
    // As after a restart.
    const again = createMediaLibrary({ DATA_DIR: dataDir });
    expect((await again.find(renditionPath))?.equals(made as Buffer)).toBe(true);
    await again.close();
  });

  it.each([0, 0.5])("is not sent if it is an original, for which no cache may keep it (%d left)", async (keep) => {
    const { path } = await media.put("catalogue", "rose", await photo(300, 200).webp().toBuffer());
    await damage(join(dataDir, "media", path), keep);
    for (const url of [path, renditionPathOf(path, 96, "webp")]) {
      const { statusCode, headers } = await app.inject(`/media${url}`);
      expect([statusCode, headers["cache-control"]]).toEqual([500, "no-cache"]);
    }
  });
});

describe("on a disk that is full or cannot be written", () => {
  it("a rendition is still sent, and the log says that it was not stored", async () => {
    const messages: string[] = [];
    const log = { warn: (_details: object, message: string) => void messages.push(message) };
    const own = createMediaLibrary({ DATA_DIR: dataDir }, log);
    const { path } = await own.put("catalogue", "rose", await photo(300, 200).webp().toBuffer());
    // No folder can be made where a file stands, for root neither.
    await writeFile(join(dataDir, "media-renditions"), "");
    const rendition = await own.find(renditionPathOf(path, 96, "webp"));
    expect((await sharp(rendition as Buffer).metadata()).width).toBe(96);
    expect(messages).toEqual(["a rendition was not stored"]);
    await own.close();
  });
});
