import { join } from "node:path";
import { OperatorError } from "../../base/errors.ts";
import type { DeploymentSettings } from "../config/config.ts";
import { createFolderStore } from "./folder-store.ts";
import type { MediaStore } from "./media-store.ts";
import { createS3Client, type S3Bucket } from "./s3-client.ts";
import { createS3Store, type FailureLog } from "./s3-store.ts";

/** The names of originals and renditions, in DATA_DIR or in the bucket. The renditions may be deleted at any time. */
const [ORIGINALS, RENDITIONS] = ["media", "media-renditions"];

export const S3_NAMES = ["S3_ENDPOINT", "S3_REGION", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

export type S3Settings = Partial<Pick<DeploymentSettings, (typeof S3_NAMES)[number]>>;

/** The settings that determine where pictures are stored. */
export type StoreSettings = Pick<DeploymentSettings, "DATA_DIR"> &
  Partial<Pick<DeploymentSettings, "MEDIA_STORE">> &
  S3Settings;

/** The folder of pictures and videos without a bucket. */
export const originalsFolder = ({ DATA_DIR }: Pick<StoreSettings, "DATA_DIR">) => join(DATA_DIR, ORIGINALS);

/**
 * Opens the stores of originals and renditions.
 * @throws OperatorError when a setting is missing
 */
export function openMediaStores(
  settings: StoreSettings,
  log: FailureLog,
): { originals: MediaStore; renditions: MediaStore } {
  const { DATA_DIR, MEDIA_STORE = "folder" } = settings;
  if (MEDIA_STORE === "folder")
    return {
      originals: createFolderStore(originalsFolder(settings)),
      renditions: createFolderStore(join(DATA_DIR, RENDITIONS)),
    };
  const client = createS3Client(readBucket(settings, "MEDIA_STORE=s3"));
  return { originals: createS3Store(client, ORIGINALS, log), renditions: createS3Store(client, RENDITIONS, log) };
}

/** @param purpose of the bucket, for the error. @throws OperatorError when a setting is missing */
export function readBucket(settings: S3Settings, purpose: string): S3Bucket {
  const missing = S3_NAMES.filter((name) => !settings[name]);
  if (missing.length > 0)
    throw new OperatorError(`${purpose} needs ${missing.join(", ")}; see docs/deployment/object-storage.md.`);
  const {
    S3_ENDPOINT = "",
    S3_REGION = "",
    S3_BUCKET = "",
    S3_ACCESS_KEY_ID = "",
    S3_SECRET_ACCESS_KEY = "",
  } = settings;
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
