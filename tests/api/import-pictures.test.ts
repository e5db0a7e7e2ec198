/** Pictures of product files in the back office: uploaded alone or in ZIP files, and fetched from addresses. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMediaLibrary } from "../../server/platform/media/media-library.ts";
import { createDownloader, type Download } from "../../server/platform/outgoing/download.ts";
import type { LegalFacts } from "../../server/shop/catalogue/editing/missing-for-sale.ts";
import { importProductsTask } from "../../server/shop/catalogue/import/import-task.ts";
import { INFO_ZIP, MACOS, OLD_WINDOWS, WINDOWS, zipOf } from "../samples/zip-writers.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let manager: Awaited<ReturnType<typeof signInAs>>;
let server: Server;
let origin: string;
/** Paths that were asked for. */
let asked: string[] = [];
let pages: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {};
const pictures: Record<string, Buffer> = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const page = pages[request.url ?? ""];
    if (page) page(request, response);
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const color of ["red", "green", "blue"])
    pictures[color] = await sharp({ create: { width: 60, height: 40, channels: 3, background: color } })
      .jpeg()
      .toBuffer();
  shop = await openShop();
  manager = await signInAs(shop, "Manager");
  const categoryId = await makeCategory(shop, { slug: "attars", name: "Attars" });
  for (const slug of ["gulab", "khus", "mitti"])
    await makeProduct(shop, { slug, title: slug, categoryId, sku: `SK-${slug}`, pricePaise: 50_000 });
  // The jobs run here, where the server of the tests may be reached.
  await shop.db.execute(sql`
    create function hold_job() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger hold_job before insert on job for each row when (new.task_identifier = 'import_products') execute function hold_job()`);
});
afterAll(async () => {
  await shop?.close();
  server?.closeAllConnections();
  server?.close();
});
beforeEach(async () => {
  asked = [];
  pages = {};
  await shop.db.execute(sql`delete from fetched_picture`);
  await shop.db.execute(sql`update product set images = '[]'`);
  await shop.db.execute(sql`update variant set image = null`);
});

const send = async (url: string, type: string, payload: Buffer | string, who = manager) => {
  const cookie = [...who.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, origin: SHOP, "content-type": type };
  const response = await shop.app.inject({ method: "POST", url: `/admin/api${url}`, headers, payload });
  return { status: response.statusCode, ...response.json() };
};
const upload = async (csv: string): Promise<string> =>
  (await send("/imports?name=products.csv", "text/csv", csv)).data._id;
const addPictures = (id: string, name: string, content: Buffer, who = manager) =>
  send(`/imports/${id}/pictures?name=${encodeURIComponent(name)}`, "application/octet-stream", content, who);
const read = async (id: string) => (await manager.send("GET", `/imports/${id}`)).body.data;

/** The address of the tests' server, which no file may name: it stands for https://photos.example. */
const here: Download = (url, limits) =>
  createDownloader({ isAllowed: (address) => address === "127.0.0.1", mayBeHttp: true })(
    url.replace("https://photos.example", origin),
    limits,
  );
/** Runs the job of an import. */
async function work(id: string, stopping = new AbortController().signal) {
  const task = importProductsTask({
    db: shop.db,
    media: createMediaLibrary({ DATA_DIR: shop.dataDir, MEDIA_STORE: "folder" } as never),
    download: here,
    uploads: `${shop.dataDir}/uploads`,
    readFacts: async () => ({ origin: "", hsnDigits: 4 }) as unknown as LegalFacts,
    onRestocked: async () => {},
  });
  await task.run({ importId: Number(id) }, { attempts: 1, lastError: null, stopping });
  return read(id);
}
async function startCompare(id: string) {
  const { columns } = await read(id);
  const chosen = columns.map(({ heading, column }: Record<string, string>) => ({ heading, column }));
  return manager.send("POST", `/imports/${id}/compare`, { columns: chosen });
}
async function compare(id: string) {
  expect((await startCompare(id)).status).toBe(200);
  return work(id);
}
async function store({ _id, digest }: { _id: string; digest: string }) {
  expect((await manager.send("POST", `/imports/${_id}/store`, { digest })).status).toBe(200);
  return work(_id);
}
const linesOf = async (id: string, kind: string) =>
  (await manager.send("GET", `/imports/${id}/lines?kind=${kind}`)).body.data.lines;
const problemsOf = async (id: string) =>
  (await linesOf(id, "problem")).map(
    ({ row, cells: [cell] }: { row: number; cells: { column: string; problem: string }[] }) =>
      `row ${row}, ${cell?.column}: ${cell?.problem}`,
  );
const imagesOf = async (slug: string) => {
  const [found] = await rowsOf<{ images: { path: string; width: number; alt: string }[] }>(
    shop,
    sql`select images from product where slug = ${slug}`,
  );
  return found?.images ?? [];
};
const namesOf = async (slug: string) => (await imagesOf(slug)).map(({ path }) => path.replace(/\.[0-9a-f]{8}\./, "."));
const jpeg = (color: string) => pictures[color] as Buffer;
const sendPicture = (color: string) => (_: IncomingMessage, response: ServerResponse) =>
  response.writeHead(200, { "content-type": "image/jpeg" }).end(jpeg(color));

describe("pictures in a ZIP file", () => {
  it.each([
    ["macOS", MACOS],
    ["Windows", WINDOWS],
    ["an old program of Windows", OLD_WINDOWS],
    ["zip", INFO_ZIP],
  ])("of %s are stored with the rows that name them", async (_, style) => {
    const id = await upload(
      "slug,images,size_image\ngulab,rose gold.jpg | Extra/café.jpg,गुलाब.jpg\nkhus,Rose Gold.JPG,\n",
    );
    const added = await addPictures(
      id,
      "pictures.zip",
      zipOf(
        [
          ["Photos/Rose Gold.JPG", jpeg("red")],
          ["Photos/Extra/café.jpg", jpeg("green")],
          ["Photos/Extra/गुलाब.jpg", jpeg("blue")],
        ],
        style,
      ),
    );
    expect(added).toMatchObject({ status: 200, data: { pictures: { uploaded: 3, wanted: 0 } } });
    const compared = await compare(id);
    expect(compared).toMatchObject({ state: "compared", changed: 2, message: "", pictures: { wanted: 3, ready: 3 } });
    expect(await imagesOf("gulab")).toEqual([]);
    expect(await store(compared)).toMatchObject({ state: "stored", pictures: { uploaded: 0 } });
    expect(await namesOf("gulab")).toEqual(["/catalogue/rose-gold.webp", "/catalogue/cafe.webp"]);
    expect(await namesOf("khus")).toEqual(["/catalogue/rose-gold.webp"]);
    expect((await imagesOf("gulab"))[0]).toMatchObject({ width: 60, alt: "gulab" });
    const [{ path } = { path: "" }] = await imagesOf("khus");
    expect((await shop.get(`/media${path}`)).status).toBe(200);
    const [size] = await rowsOf<{ image: { path: string } }>(
      shop,
      sql`select image from variant where sku = 'SK-gulab'`,
    );
    expect(size?.image.path).toMatch(/^\/catalogue\/[a-z-]+\.[0-9a-f]{8}\.webp$/);
  });

  it("are refused by row and column, with the way out, until those that lack are added", async () => {
    const id = await upload(
      "slug,images\ngulab,rose.jpg | rose.jpeg\nkhus,khus.jpg\nmitti,notes.jpg | vetiver.jpg | http://photos.example/a.jpg\n",
    );
    const zip = zipOf([
      ["a/rose.jpg", jpeg("red")],
      ["b/rose.jpg", jpeg("green")],
      ["notes.jpg", Buffer.from("no picture")],
      ["spare.jpg", jpeg("green")],
    ]);
    await addPictures(id, "pictures.zip", zip);
    expect(await compare(id)).toMatchObject({ state: "rejected" });
    expect(await problemsOf(id)).toEqual([
      'row 2, images: "rose.jpg" is the name of 2 uploaded pictures: "a/rose.jpg", "b/rose.jpg"; please write one of them',
      'row 3, images: "khus.jpg" is not among the uploaded pictures: please add it, alone or in a ZIP file, or write its address',
      'row 4, images: "http://photos.example/a.jpg" begins with http://, from where no picture is fetched; please write https:// or upload the picture',
    ]);

    const next = await upload("slug,images\ngulab,b/rose.jpg\nkhus,khus.jpg\nmitti,notes.jpg\n");
    await addPictures(next, "pictures.zip", zip);
    await compare(next);
    expect(await problemsOf(next)).toEqual([
      'row 3, images: "khus.jpg" is not among the uploaded pictures: please add it, alone or in a ZIP file, or write its address',
      'row 4, images: "notes.jpg": This is not a picture that can be shown; use a JPEG, PNG, WebP or AVIF file.',
    ]);
    expect((await addPictures(next, "khus.jpg", jpeg("blue"))).data.pictures.uploaded).toBe(5);
    expect((await addPictures(next, "notes.jpg", jpeg("red"))).data.pictures.uploaded).toBe(5);
    const compared = await compare(next);
    // The rose was stored by the first comparison.
    expect(compared).toMatchObject({
      state: "compared",
      changed: 3,
      pictures: { wanted: 2, ready: 2 },
      message: "2 uploaded pictures are in no row, such as “a/rose.jpg”.",
    });
    await store(compared);
    expect(await namesOf("mitti")).toEqual(["/catalogue/notes.webp"]);
  });

  it("are stored upright and without camera data, as those of a product's page", async () => {
    const taken = await sharp({ create: { width: 80, height: 40, channels: 3, background: "orange" } })
      .withExif({ IFD0: { Copyright: "Asha at home" }, IFD3: { GPSLatitude: "26/1 50/1 0/1", GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const id = await upload("slug,images\ngulab,phone.jpg | https://photos.example/phone.jpg\n");
    await addPictures(id, "phone.jpg", taken);
    pages = { "/phone.jpg": (_, response) => response.writeHead(200).end(taken) };
    await store(await compare(id));
    const images = await imagesOf("gulab");
    // Both are the same picture of the same name.
    expect(images).toMatchObject([{ width: 40 }]);
    const { rawPayload } = await shop.app.inject(`/media${images[0]?.path}`);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "webp", width: 40, height: 80 });
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
  });

  it("are refused at once with a file that is no picture, or holds too much", async () => {
    const id = await upload("slug,images\ngulab,rose.jpg\n");
    const refused = async (name: string, content: Buffer) => {
      const { status, errors } = await addPictures(id, name, content);
      return `${status} ${errors?.[0]?.field} ${errors?.[0]?.message}`;
    };
    expect(await refused("list.pdf", Buffer.from("%PDF-1.7"))).toBe(
      "422 file “list.pdf”: This is not a picture that can be shown; use a JPEG, PNG, WebP or AVIF file.",
    );
    expect(await refused("bomb.zip", zipOf([["a.jpg", jpeg("red"), { bytes: 3_000_000_000 }]], WINDOWS))).toBe(
      "413 file “a.jpg” unpacks to more than 25 MB. Please make it smaller.",
    );
    expect(await refused("cut.zip", zipOf([["a.jpg", jpeg("red")]]).subarray(0, 200))).toContain("422 file This ZIP");
    expect((await read(id)).pictures.uploaded).toBe(0);
  });

  it("need the permission, and a file that waits", async () => {
    const id = await upload("slug,images\ngulab,rose.jpg\n");
    const support = await signInAs(shop, "Support");
    expect((await addPictures(id, "rose.jpg", jpeg("red"), support)).status).toBe(403);
    expect((await addPictures("999999", "rose.jpg", jpeg("red"))).status).toBe(404);
    expect((await addPictures(id, "rose.jpg", jpeg("red"))).status).toBe(200);
    await store(await compare(id));
    expect((await addPictures(id, "rose.jpg", jpeg("red"))).status).toBe(409);
    const audit = await rowsOf<{ action: string; after: unknown }>(
      shop,
      sql`select action, after from audit_entry where subject_type = 'import' and subject_id = ${id} order by id`,
    );
    expect(audit).toMatchObject([
      { action: "products.file_uploaded" },
      { action: "products.pictures_added", after: { file: "rose.jpg", pictures: 1 } },
      { action: "products.imported" },
    ]);
  });
});

describe("pictures at addresses", () => {
  const CSV =
    "slug,images\ngulab,https://photos.example/mogra1.jpg?v=1 | //photos.example/b.jpg?v=2&amp;w=3\nkhus,https://photos.example/mogra1.jpg?v=1\n";

  it("are fetched once each, also by the next import, which then changes nothing", async () => {
    pages = { "/mogra1.jpg?v=1": sendPicture("red"), "/b.jpg?v=2&w=3": sendPicture("blue") };
    // Two slashes at the beginning mean https, as in other shops' exports.
    const compared = await compare(await upload(CSV));
    expect(await problemsOf(compared._id)).toEqual([]);
    expect(compared).toMatchObject({ state: "compared", changed: 2, pictures: { uploaded: 0, wanted: 2, ready: 2 } });
    expect(asked.sort()).toEqual(["/b.jpg?v=2&w=3", "/mogra1.jpg?v=1"]);
    expect(await store(compared)).toMatchObject({ state: "stored" });
    expect(await namesOf("gulab")).toEqual(["/catalogue/mogra1.webp", "/catalogue/b.webp"]);
    expect(await namesOf("khus")).toEqual(["/catalogue/mogra1.webp"]);

    const again = await compare(await upload(CSV));
    expect(again).toMatchObject({ state: "compared", changed: 0, pictures: { wanted: 0 } });
    expect(asked).toHaveLength(2);
    // A week later the picture may be another.
    await shop.db.execute(sql`update fetched_picture set fetched_at = now() - interval '8 days'`);
    pages["/mogra1.jpg?v=1"] = sendPicture("green");
    expect(await compare(again._id)).toMatchObject({ changed: 2 });
    expect(asked).toHaveLength(4);
  });

  it("are followed over redirects, but not to private networks, and refused with a sentence each", async () => {
    const port = new URL(origin).port;
    const to = (location: string) => (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(302, { location }).end();
    pages = {
      "/moved.jpg": to("/rose.jpg"),
      "/rose.jpg": sendPicture("red"),
      "/loop.jpg": to("/loop.jpg"),
      "/inward.jpg": to(`http://127.0.0.2:${port}/rose.jpg`),
      "/metadata.jpg": to("http://169.254.169.254/latest"),
      "/file.jpg": to("file:///etc/passwd"),
      "/page": (_, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>"),
      "/text.jpg": (_, response) => response.writeHead(200).end("text"),
      "/large.jpg": (_, response) => response.writeHead(200, { "content-length": 26 * 1024 * 1024 }).end(),
      "/cut.jpg": (_, response) => {
        response.writeHead(200, { "content-length": 5000 });
        response.write("\xff\xd8", () => response.destroy());
      },
    };
    const at = (name: string) => `https://photos.example/${name}`;
    const names = ["gone.jpg", "loop.jpg", "inward.jpg", "metadata.jpg", "file.jpg", "page", "text.jpg"];
    names.push("large.jpg", "cut.jpg");
    const id = await upload(`slug,images\ngulab,${at("moved.jpg")}\nkhus,${names.map(at).join(" | ")}\n`);
    await compare(id);
    const way = "; please correct the address, upload the picture, or compare again";
    const cells = (await linesOf(id, "problem"))[0].cells as { problem: string }[];
    expect(cells.map(({ problem }) => problem.replace("https://photos.example/", ""))).toEqual([
      `"gone.jpg" was not fetched: its server responded with status 404${way}`,
      `"loop.jpg" redirects more than 3 times${way}`,
      `"inward.jpg" leads to a private network, from which nothing is fetched${way}`,
      `"metadata.jpg" leads to a private network, from which nothing is fetched${way}`,
      `"file.jpg" leads to an address that doesn’t begin with https://${way}`,
      '"page" is the address of a page; please write the address of the picture itself, or upload it',
      '"text.jpg": This is not a picture that can be shown; use a JPEG, PNG, WebP or AVIF file.',
      `"large.jpg" is larger than 25 MB${way}`,
      `"cut.jpg" was not fetched: the connection broke off${way}`,
    ]);
    // Once they are well, the others are fetched alone.
    asked = [];
    for (const name of names) pages[`/${name}`] = sendPicture("green");
    const compared = await compare(id);
    expect(compared).toMatchObject({ state: "compared", changed: 2 });
    expect(asked.sort()).toEqual(names.map((name) => `/${name}`).sort());
  });

  it("are not fetched from this machine by the shop itself, nor without https", async () => {
    pages = { "/rose.jpg": sendPicture("red") };
    const limits = { maxBytes: 1000 };
    const own = createDownloader({ mayBeHttp: true });
    await expect(own(`${origin}/rose.jpg`, limits)).rejects.toThrow("leads to a private network");
    await expect(own(`${origin.replace("127.0.0.1", "localhost")}/rose.jpg`, limits)).rejects.toThrow(
      "private network",
    );
    await expect(createDownloader()("http://93.184.216.34/rose.jpg", limits)).rejects.toThrow("https://");
    await expect(own("https://no-such-host.invalid/a.jpg", limits)).rejects.toThrow("has a server that is not found");
    expect(asked).toEqual([]);
  });

  it("are given up when a server is silent, or never ends", async () => {
    pages = {
      "/silent.jpg": () => {},
      "/endless.jpg": (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(10_000)));
        };
        response.on("drain", more);
        more();
      },
    };
    const limits = { maxBytes: 1024 * 1024 };
    const impatient = createDownloader({ isAllowed: () => true, mayBeHttp: true, timeoutMs: 100 });
    await expect(impatient(`${origin}/silent.jpg`, limits)).rejects.toThrow("was not fetched within 0.1 seconds");
    const patient = createDownloader({ isAllowed: () => true, mayBeHttp: true });
    await expect(patient(`${origin}/endless.jpg`, limits)).rejects.toThrow("is larger than 1 MB");
  });

  it("wait for a stop, after which the comparison goes on with the others", async () => {
    const names = Array.from({ length: 12 }, (_, at) => `/${at}.jpg`);
    const waiting: (() => void)[] = [];
    for (const [at, name] of names.entries())
      pages[name] = (request, response) => {
        if (at < 3) sendPicture("red")(request, response);
        else waiting.push(() => sendPicture("blue")(request, response));
      };
    const cells = names.map((name) => `https://photos.example${name}`).join(" | ");
    const id = await upload(`slug,images\ngulab,${cells}\n`);
    await startCompare(id);
    const working = work(id);
    // Of one host two at once: the first three are there, two wait.
    await expect.poll(() => waiting.length).toBe(2);
    expect(await read(id)).toMatchObject({ state: "comparing", pictures: { wanted: 12, ready: 3 } });
    expect((await addPictures(id, "x.jpg", jpeg("red"))).status).toBe(409);
    expect((await manager.send("POST", `/imports/${id}/stop`, {})).status).toBe(200);
    for (const finish of waiting.splice(0)) finish();
    expect(await working).toMatchObject({
      state: "uploaded",
      message: "Stopped. Nothing was changed; please compare the file again.",
    });
    const before = asked.length;
    expect(before).toBeLessThan(8);
    for (const name of names) pages[name] = sendPicture("blue");
    expect(await compare(id)).toMatchObject({ state: "compared", changed: 1 });
    expect(asked).toHaveLength(12);
  });

  it("are refused by a cell with two of them, or with a password", async () => {
    const id = await upload(
      'slug,images\ngulab,"https://photos.example/a.jpg, https://photos.example/b.jpg"\nkhus,https://me:secret@photos.example/a.jpg\n',
    );
    await compare(id);
    expect(await problemsOf(id)).toEqual([
      'row 2, images: "https://photos.example/a.jpg, https://photos.example/b.jpg" is more than one address; please write " | " between two',
      'row 3, images: "https://me:secret@photos.example/a.jpg" is not an address such as https://shop.example/rose.jpg',
    ]);
    expect(asked).toEqual([]);
  });
});
