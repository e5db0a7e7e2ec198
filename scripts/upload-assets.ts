import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import pLimit from "p-limit";
import type { S3Client } from "../server/platform/media/s3-client.ts";

const UPLOADS_AT_ONCE = 8;
const CONTENT_TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
/** Compressed forms: an object store does not choose by Accept-Encoding, a CDN compresses by itself. */
const COMPRESSED = [".br", ".gz"];

/**
 * Uploads the build's files with a hash in their name to `assets/` of a bucket. Skips existing ones, and deletes none: pages of an earlier
 * build still load them.
 * @param folder with the files: `build/client/assets`
 * @returns how many were uploaded, and how many existed
 * @throws S3Error
 */
export async function uploadAssets(client: S3Client, folder: string): Promise<{ uploaded: number; existing: number }> {
  const existing = new Set<string>();
  for await (const keys of client.listKeys("assets/")) for (const key of keys) existing.add(key);
  const names = (await readdir(folder)).filter((name) => !COMPRESSED.includes(extname(name)));
  const missing = names.filter((name) => !existing.has(`assets/${name}`));
  const limit = pLimit(UPLOADS_AT_ONCE);
  await Promise.all(missing.map((name) => limit(() => upload(client, folder, name))));
  return { uploaded: missing.length, existing: names.length - missing.length };
}

async function upload(client: S3Client, folder: string, name: string): Promise<void> {
  await client.sendWithoutBody({
    method: "PUT",
    key: `assets/${name}`,
    body: join(folder, name),
    headers: {
      "content-type": CONTENT_TYPES[extname(name)] ?? "application/octet-stream",
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}
