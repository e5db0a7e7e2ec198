/** `npm run assets:upload`: puts the build's files into the bucket that ASSETS_HOST shows, before an instance starts with this build. */

import { join } from "node:path";
import { OperatorError } from "../server/base/errors.ts";
import { readSettings } from "../server/platform/config/config.ts";
import { readBucket } from "../server/platform/media/media-stores.ts";
import { createS3Client, S3Error } from "../server/platform/media/s3-client.ts";
import { print, ROOT } from "./command.ts";
import { loadEnvFile } from "./env-file.ts";
import { isBuilt } from "./storefront-build.ts";
import { uploadAssets } from "./upload-assets.ts";

loadEnvFile();
try {
  const client = createS3Client(readBucket(readSettings(process.env), "npm run assets:upload"));
  if (!isBuilt())
    throw new OperatorError("The storefront has not been built, or has changed since; run npm run build.");
  const { uploaded, existing } = await uploadAssets(client, join(ROOT, "build/client/assets"));
  print(`Uploaded ${uploaded} files; ${existing} were uploaded before.`);
} catch (error) {
  if (!(error instanceof OperatorError || error instanceof S3Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
