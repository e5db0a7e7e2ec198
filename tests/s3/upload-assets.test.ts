import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type S3Server, startS3Server } from "../../sandbox/s3/server.ts";
import { uploadAssets } from "../../scripts/upload-assets.ts";
import { createS3Client } from "../../server/platform/media/s3-client.ts";

const KEYS = { accessKeyId: "shop", secretAccessKey: "a secret of the shop" };

let folder: string;
let server: S3Server;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "upload-assets-"));
  await mkdir(join(folder, "assets"));
  server = await startS3Server({
    ...KEYS,
    folder: join(folder, "buckets"),
    buckets: ["shop"],
    publicPrefix: "assets/",
  });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const build = async (...names: string[]) => {
  for (const name of names) await writeFile(join(folder, "assets", name), name);
};
const upload = () =>
  uploadAssets(
    createS3Client({ endpoint: server.endpoint, region: "us-east-1", bucket: "shop", ...KEYS }),
    join(folder, "assets"),
  );
const load = (name: string) => fetch(`${server.endpoint}/shop/assets/${name}`);

it("the files of two builds are in the bucket side by side, each uploaded once", async () => {
  await build("root-1.js", "root-1.js.br", "root-1.js.gz", "figtree-1.woff2");
  expect(await upload()).toEqual({ uploaded: 2, existing: 0 });
  await rm(join(folder, "assets", "root-1.js"));
  await build("root-2.js", "app-2.css");
  expect(await upload()).toEqual({ uploaded: 2, existing: 1 });
  expect(await (await load("root-1.js")).text()).toBe("root-1.js");
  expect(await (await load("root-2.js")).text()).toBe("root-2.js");
  expect((await load("root-1.js.br")).status).toBe(404);
});

it("a page of another origin can load a file, and cache it for a year", async () => {
  await build("root-1.js");
  await upload();
  const { headers } = await load("root-1.js");
  expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(headers.get("access-control-allow-origin")).toBe("*");
});
