import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { Call } from "../../contract/call.ts";
import { Refusal } from "../failures.ts";
import { nestParts } from "./part-names.ts";

/** A file that came with a form. Its name and type are what the sender says; only the content tells what it is. */
export interface UploadedFile {
  filename: string;
  content: Buffer;
}

/** Text parts of one form, and the bytes of one text: more than any form of the shop needs. */
const MAX_TEXTS = 50;
const MAX_TEXT_BYTES = 64 * 1024;

/**
 * Reads a multipart body: its texts, nested by their names, and its files. A file part without a file counts as missing.
 * @throws Refusal when it is no multipart body, a file is too large, or there is a file that the call does not take
 */
export async function readMultipart(
  request: FastifyRequest,
  allowed: NonNullable<Call["files"]>,
): Promise<{ body: Record<string, unknown>; files: Record<string, UploadedFile> }> {
  if (!request.isMultipart()) throw new Refusal("unsupportedMediaType", "Send this as multipart/form-data.");
  const texts: [string, string][] = [];
  const files: Record<string, UploadedFile> = {};
  const limits = {
    fields: MAX_TEXTS,
    fieldSize: MAX_TEXT_BYTES,
    files: Object.keys(allowed).length,
    fileSize: Math.max(...Object.values(allowed).map(({ maxBytes }) => maxBytes)),
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") texts.push([part.fieldname, String(part.value)]);
      else {
        const content = await readFile(part, allowed[part.fieldname]?.maxBytes);
        if (content.byteLength > 0) files[part.fieldname] = { filename: part.filename ?? "", content };
      }
    }
  } catch (error) {
    const { code, statusCode, part } = error as { code?: string; statusCode?: number; part?: MultipartFile };
    // Told by whichever notices first, the file or the form that it is in.
    if (code === "FST_REQ_FILE_TOO_LARGE" && part)
      throw fileTooLarge(part.fieldname, allowed[part.fieldname]?.maxBytes ?? limits.fileSize);
    // What the parser itself cannot make sense of comes without a status: a body that was cut off, or one without its boundary.
    if (error instanceof Refusal || statusCode) throw error;
    throw new Refusal("badRequest", "This form could not be read. Please send it again.");
  }
  return { body: nestParts(texts), files };
}

async function readFile(part: MultipartFile, maxBytes: number | undefined): Promise<Buffer> {
  if (maxBytes === undefined) throw new Refusal("badRequest", `There is no file ${part.fieldname} in this form.`);
  const content = await part.toBuffer();
  if (content.byteLength > maxBytes) throw fileTooLarge(part.fieldname, maxBytes);
  return content;
}

function fileTooLarge(field: string, maxBytes: number): Refusal {
  const message = `This file is too large; at most ${Math.floor(maxBytes / 1024 / 1024)} MB can be sent.`;
  return Refusal.ofField(field, message, "payloadTooLarge");
}
