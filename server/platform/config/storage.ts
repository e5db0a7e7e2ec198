import { resolve } from "node:path";
import { z } from "zod";
import { databaseUrl, databaseUrls, flag, line, webAddress, wholeNumber } from "./formats.ts";
import { define } from "./setting.ts";

/** Database, media store and the jobs that run on them. */
export const STORAGE = {
  DATA_DIR: define({
    scope: "deployment",
    meaning:
      "Folder for the shop’s own PostgreSQL (without DATABASE_URL), pictures and videos (see MEDIA_STORE), and uploads in progress.",
    schema: line.transform((path) => resolve(path)),
    default: "data",
  }),
  MEDIA_STORE: define({
    scope: "deployment",
    meaning:
      "Where pictures and videos are stored: folder (in DATA_DIR) or s3 (an S3 bucket, which several instances share).",
    schema: z.enum(["folder", "s3"], "must be folder or s3"),
    default: "folder",
  }),
  S3_ENDPOINT: define({
    scope: "deployment",
    meaning: "URL of the S3-compatible object store without the bucket, such as https://s3.ap-south-1.amazonaws.com.",
    schema: z.union([z.literal(""), webAddress], "must be a web address such as https://s3.ap-south-1.amazonaws.com"),
    default: "",
  }),
  S3_REGION: define({
    scope: "deployment",
    meaning: "Region of the bucket, which requests are signed for.",
    schema: line,
    default: "us-east-1",
  }),
  S3_BUCKET: define({
    scope: "deployment",
    meaning: "Name of the bucket.",
    schema: z
      .string()
      .trim()
      .regex(/^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/, "must be 3 to 63 lowercase letters, digits, dots and hyphens"),
    default: "",
  }),
  S3_ACCESS_KEY_ID: define({
    scope: "deployment",
    meaning: "Access key id for the bucket.",
    schema: z.string().trim(),
    default: "",
  }),
  S3_SECRET_ACCESS_KEY: define({
    scope: "deployment",
    meaning: "Secret of that access key.",
    secret: true,
    schema: z.string().trim(),
    default: "",
  }),
  DATABASE_URL: define({
    scope: "deployment",
    meaning:
      "A PostgreSQL (15 or newer) to use, such as postgres://user:password@host/database; empty for the shop’s own, which it starts and stops itself.",
    secret: true,
    schema: databaseUrl,
    default: "",
    beforeLive:
      "the shop’s own PostgreSQL stops with the shop, serves one machine and can be restored only to the last npm run backup",
  }),
  DATABASE_DIRECT_URL: define({
    scope: "deployment",
    meaning:
      "The same database without the pooler, for migrations and LISTEN; required if DATABASE_URL is a pooler in transaction mode. Empty: DATABASE_URL.",
    secret: true,
    schema: databaseUrl,
    default: "",
  }),
  DATABASE_READ_URL: define({
    scope: "deployment",
    meaning:
      "Streaming standbys of the database that answer catalogue, search, reviews, texts and reports: their URLs, separated by commas. Empty: DATABASE_URL answers everything.",
    secret: true,
    schema: databaseUrls,
    default: "",
  }),
  DATABASE_POOL: define({
    scope: "deployment",
    meaning: "Maximum number of connections to each PostgreSQL.",
    schema: wholeNumber(1, 200),
    default: "10",
  }),
  MIGRATE_AT_START: define({
    scope: "deployment",
    meaning:
      "Whether a start applies pending migrations to PostgreSQL. If false, the start waits until npm run migrate has applied them: for several instances.",
    schema: flag,
    default: "true",
  }),
  JOB_CONCURRENCY: define({
    scope: "deployment",
    meaning:
      "Multiplies how many jobs of each kind this instance runs at once, such as 3 mails and 4 refunds. With more, raise DATABASE_POOL, and check that the mail server accepts so many connections.",
    schema: wholeNumber(1, 50),
    default: "1",
  }),
} as const;
