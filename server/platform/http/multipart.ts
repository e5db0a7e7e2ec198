import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { cleanLine } from "../../../contract/text.ts";
import { ApiError } from "../../base/errors.ts";
import { nestParts } from "./part-names.ts";

/** An uploaded file. The client chose its name; only its content determines its type. */
export interface UploadedFile {
  filename: string;
  content: Buffer;
}

/** An uploaded file that is too large for memory. It stays on the disk until the response is sent. */
export interface UploadedOnDisk {
  filename: string;
  file: string;
}

export interface Form {
  body: Record<string, unknown>;
  files: Record<string, UploadedFile | UploadedOnDisk>;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Folder for uploads on the disk (`uploadsFolder`). */
    uploads: string;
  }
}

/** Returns the folder in which large uploads are stored until their request is handled. */
export const uploadsFolder = (dataDir: string) => join(dataDir, "uploads");

/** Limits of text parts, above those of any form of the shop. */
const MAX_TEXTS = 50;
const MAX_TEXT_BYTES = 64 * 1024;
/** How many characters of a part's name an error message shows. */
const MAX_SHOWN_NAME = 40;

/**
 * Reads a multipart body: its texts, nested by their names, and its files. A file part without a file counts as missing. The caller
 * deletes files on the disk with `dropFiles`.
 * @param beforeFile called before the bytes of a file are received; may throw
 * @throws ApiError when it is not a multipart body, a file is too large, or the endpoint has no such file
 */
export async function readMultipart(
  request: FastifyRequest,
  allowed: NonNullable<Endpoint["files"]>,
  beforeFile?: () => Promise<void>,
): Promise<Form> {
  if (!request.isMultipart()) throw new ApiError("unsupported_media_type", "Send this as multipart/form-data.");
  const texts: [string, string][] = [];
  const files: Form["files"] = {};
  const limits = {
    fields: MAX_TEXTS,
    fieldSize: MAX_TEXT_BYTES,
    // One more than allowed, so that the error can name it.
    files: Object.keys(allowed).length + 1,
    fileSize: Math.max(...Object.values(allowed).map(({ maxBytes }) => maxBytes)),
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") texts.push([part.fieldname, String(part.value)]);
      else {
        const { maxBytes, toDisk = false } = allowed[part.fieldname] ?? {};
        if (maxBytes === undefined) throw unexpectedFile(part.fieldname, "This form has no such file.");
        if (files[part.fieldname]) throw unexpectedFile(part.fieldname, "Please send one file here.");
        if (part.filename) await beforeFile?.();
        const file = toDisk ? await writeFile(part, maxBytes, request.server.uploads) : await readFile(part, maxBytes);
        if (file) files[part.fieldname] = file;
      }
    }
  } catch (error) {
    // Discards the rest, so that a client that is still sending receives the response, and its next request is read.
    request.raw.unpipe();
    request.raw.resume();
    await deleteUploadedFiles(files);
    const { code, statusCode, syscall, part } = error as NodeJS.ErrnoException & {
      statusCode?: number;
      part?: MultipartFile;
    };
    // Either the file or the form throws, whichever notices first.
    if (code === "FST_REQ_FILE_TOO_LARGE" && part)
      throw fileTooLarge(part.fieldname, allowed[part.fieldname]?.maxBytes ?? limits.fileSize);
    // The parser's errors have no status: the body was cut off, or has no boundary.
    if (code && TOO_MANY_PARTS.includes(code)) throw new ApiError("payload_too_large", "This form has too many parts.");
    // Such as a full disk, of which the form knows nothing.
    if (error instanceof ApiError || statusCode || syscall) throw error;
    throw new ApiError("bad_request", "We couldn’t read this form. Please try again.");
  }
  return { body: nestParts(texts), files };
}

const TOO_MANY_PARTS = ["FST_PARTS_LIMIT", "FST_FILES_LIMIT", "FST_FIELDS_LIMIT"];

function unexpectedFile(name: string, message: string): ApiError {
  return ApiError.ofField(cleanLine(name).slice(0, MAX_SHOWN_NAME) || "file", message, "bad_request");
}

/** Deletes the uploads on the disk. */
export async function deleteUploadedFiles(files: Form["files"]): Promise<void> {
  for (const uploaded of Object.values(files)) if ("file" in uploaded) await rm(uploaded.file, { force: true });
}

/** The age of an abandoned upload: an upload takes minutes, so the server of an hour-old file was killed. */
const ABANDONED_MS = 60 * 60_000;

const CLEANUP_INTERVAL_MS = 60 * 60_000;

/** Deletes abandoned uploads regularly. Each instance deletes those on its own disk. */
export function deleteAbandonedFilesRegularly(app: FastifyInstance, folder: string): void {
  const deleteAbandoned = () =>
    deleteAbandonedFiles(folder, new Date()).catch((err) =>
      app.log.warn({ err }, "an abandoned upload was not deleted"),
    );
  const timer = setInterval(deleteAbandoned, CLEANUP_INTERVAL_MS).unref();
  app.addHook("onReady", deleteAbandoned);
  app.addHook("onClose", async () => clearInterval(timer));
}

/** Deletes uploads of requests that ended without deleting them. */
export async function deleteAbandonedFiles(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > ABANDONED_MS) await rm(file, { force: true });
  }
}

async function readFile(part: MultipartFile, maxBytes: number): Promise<UploadedFile | null> {
  const content = await part.toBuffer();
  if (content.byteLength > maxBytes) throw fileTooLarge(part.fieldname, maxBytes);
  return content.byteLength > 0 ? { filename: part.filename ?? "", content } : null;
}

async function writeFile(part: MultipartFile, maxBytes: number, folder: string): Promise<UploadedOnDisk | null> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${randomUUID()}.part`);
  try {
    await pipeline(part.file, createWriteStream(file, { flags: "wx" }));
    const { size } = await stat(file);
    if (part.file.truncated || size > maxBytes) throw fileTooLarge(part.fieldname, maxBytes);
    if (size > 0) return { filename: part.filename ?? "", file };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  await rm(file, { force: true });
  return null;
}

function fileTooLarge(field: string, maxBytes: number): ApiError {
  const message = `This file is too large. The limit is ${Math.floor(maxBytes / 1024 / 1024)} MB.`;
  return ApiError.ofField(field, message, "payload_too_large");
}
