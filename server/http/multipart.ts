import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "../../contract/endpoint.ts";
import { cleanLine } from "../../contract/text.ts";
import { ApiError } from "../errors.ts";
import { nestParts } from "./part-names.ts";

/** A file that came with a form. Its name and type are what the sender says; only the content tells what it is. */
export interface UploadedFile {
  filename: string;
  content: Buffer;
}

/** The same, too large for the memory: on the disk, until the call is answered. */
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
    /** Folder for what is uploaded to the disk; decorated by the app before its calls are served. */
    uploads: string;
  }
}

/** Folder for files that are too large for memory, until their request is handled. */
export const uploadsFolder = (dataDir: string) => join(dataDir, "uploads");

/** Text parts of one form, and the bytes of one text: more than any form of the shop needs. */
const MAX_TEXTS = 50;
const MAX_TEXT_BYTES = 64 * 1024;
/** Of a part's name, when it is told to its sender. */
const MAX_SHOWN_NAME = 40;

/**
 * Reads a multipart body: its texts, nested by their names, and its files. A file part without a file counts as missing. Files on the
 * disk are to be deleted with `dropFiles`.
 * @param beforeFile is asked before the bytes of a file are received; may throw
 * @throws ApiError when it is no multipart body, a file is too large, or there is a file that the call does not take
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
    // One too many is told by its name.
    files: Object.keys(allowed).length + 1,
    fileSize: Math.max(...Object.values(allowed).map(({ maxBytes }) => maxBytes)),
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") texts.push([part.fieldname, String(part.value)]);
      else {
        const { maxBytes, toDisk = false } = allowed[part.fieldname] ?? {};
        if (maxBytes === undefined) throw oddFile(part.fieldname, "This form has no such file.");
        if (files[part.fieldname]) throw oddFile(part.fieldname, "Please send one file here.");
        if (part.filename) await beforeFile?.();
        const file = toDisk ? await writeFile(part, maxBytes, request.server.uploads) : await readFile(part, maxBytes);
        if (file) files[part.fieldname] = file;
      }
    }
  } catch (error) {
    // The rest is received and thrown away, so that the response reaches a client that is still sending, and its next request is read.
    request.raw.unpipe();
    request.raw.resume();
    await dropFiles(files);
    const { code, statusCode, part } = error as { code?: string; statusCode?: number; part?: MultipartFile };
    // Told by whichever notices first, the file or the form that it is in.
    if (code === "FST_REQ_FILE_TOO_LARGE" && part)
      throw fileTooLarge(part.fieldname, allowed[part.fieldname]?.maxBytes ?? limits.fileSize);
    // What the parser itself cannot make sense of comes without a status: a body that was cut off, or one without its boundary.
    if (code && TOO_MANY_PARTS.includes(code)) throw new ApiError("payload_too_large", "This form has too many parts.");
    if (error instanceof ApiError || statusCode) throw error;
    throw new ApiError("bad_request", "We couldn’t read this form. Please try again.");
  }
  return { body: nestParts(texts), files };
}

const TOO_MANY_PARTS = ["FST_PARTS_LIMIT", "FST_FILES_LIMIT", "FST_FIELDS_LIMIT"];

function oddFile(name: string, message: string): ApiError {
  return ApiError.ofField(cleanLine(name).slice(0, MAX_SHOWN_NAME) || "file", message, "bad_request");
}

/** Deletes what was uploaded to the disk and has not been moved elsewhere. */
export async function dropFiles(files: Form["files"]): Promise<void> {
  for (const uploaded of Object.values(files)) if ("file" in uploaded) await rm(uploaded.file, { force: true });
}

/** An upload has minutes; what lies there for an hour is of a server that ended meanwhile. */
const ABANDONED_MS = 60 * 60_000;

/** Deletes uploads that nobody is going to finish. */
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
