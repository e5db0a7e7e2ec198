/** Runs the S3 server in its own process, with some pictures. */

import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { renditionPathOf } from "../../contract/picture-renditions.ts";
import { ROOT } from "../../scripts/command.ts";
import { openMediaStores, type StoreSettings } from "../../server/platform/media/media-stores.ts";
import { storedPathOf } from "../../server/platform/media/paths.ts";
import { freePorts, type Processes, type Program, waitUntil } from "./processes.ts";

export interface ObjectStore {
  /** The environment of the instances. */
  environment: Record<string, string>;
  /** Paths of pictures at the shop: originals and renditions, which do not exist yet. */
  pictures: string[];
  kill(): Promise<void>;
  /** Restarts it with its objects. */
  start(): Promise<void>;
}

const PICTURES = 12;
const WIDTHS = [192, 480];
const [BUCKET, KEY, SECRET] = ["shop", "shop", "of-the-cluster"];

export async function startObjectStore(processes: Processes): Promise<ObjectStore> {
  const [port = 0] = await freePorts(1);
  const folder = processes.makeFolder("objects");
  const endpoint = `http://127.0.0.1:${port}`;
  let program: Program;
  const start = async () => {
    program = processes.start(
      "s3",
      process.execPath,
      [
        join(ROOT, "sandbox/s3/serve.ts"),
        ...["--port", String(port), "--folder", folder, "--bucket", BUCKET, "--key", KEY, "--secret", SECRET],
      ],
      { environment: { NODE_OPTIONS: process.env.NODE_OPTIONS } },
    );
    await waitUntil("the S3 server answers", async () => (await fetch(endpoint)).status > 0, { program });
  };
  await start();
  const settings = {
    MEDIA_STORE: "s3",
    S3_ENDPOINT: endpoint,
    S3_REGION: "us-east-1",
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: KEY,
    S3_SECRET_ACCESS_KEY: SECRET,
  } as const;
  return { environment: settings, pictures: await storePictures(settings), kill: () => program.kill("SIGKILL"), start };
}

async function storePictures(settings: Omit<StoreSettings, "DATA_DIR">): Promise<string[]> {
  const { originals } = openMediaStores({ DATA_DIR: "", ...settings }, console);
  const files = globSync("demo/media/catalogue/*.webp", { cwd: ROOT }).sort().slice(0, PICTURES);
  const paths: string[] = [];
  for (const file of files) {
    const content = readFileSync(join(ROOT, file));
    const path = storedPathOf("catalogue", basename(file), content, "webp");
    await originals.put(path, content);
    paths.push(`/media${path}`, ...WIDTHS.map((width) => `/media${renditionPathOf(path, width, "webp")}`));
  }
  return paths;
}
