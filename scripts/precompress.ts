import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const TEXTS = new Set([".js", ".css", ".svg", ".json", ".txt", ".html", ".webmanifest"]);

/**
 * Writes a `.br` and a `.gz` next to every text file in `folder`, at the best compression. Skips a form that is not smaller than the file.
 */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && TEXTS.has(extname(entry.name)));
  await Promise.all(texts.map((entry) => compress(join(entry.parentPath, entry.name))));
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    compressGzip(plain, { level: 9 }),
  ]);
  if (brotli.length < plain.length) await writeFile(`${file}.br`, brotli);
  if (gzipped.length < plain.length) await writeFile(`${file}.gz`, gzipped);
}
