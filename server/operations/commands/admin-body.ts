/** What `npm run admin` sends: the fields of the body, of which the state that was seen may be read from the shop, or a file. */

import { createReadStream } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { text } from "node:stream/consumers";
import type { InjectOptions } from "fastify";
import type { AdminEndpoint } from "../../../contract/admin/endpoint.ts";
import { ApiError } from "../../base/errors.ts";
import { fieldsOf, findSeen, hasPreview, readerOf, seenFieldOf } from "./admin-endpoints.ts";
import { bodyOf, type TypedRequest } from "./admin-request.ts";
import type { CommandContext } from "./context.ts";

export type Payload = Pick<InjectOptions, "payload" | "headers">;

/** Reads the data of another endpoint's response. */
export type ReadData = (endpoint: AdminEndpoint, params: TypedRequest["params"]) => Promise<unknown>;

/** @throws ApiError for a file that cannot be read, and for a state that was not seen */
export async function payloadOf(
  context: Pick<CommandContext, "path" | "note">,
  endpoint: AdminEndpoint,
  typed: TypedRequest,
  readData: ReadData,
): Promise<Payload> {
  if (endpoint.files || endpoint.accepts) return fileOf(context, endpoint, typed);
  if (!endpoint.body) return {};
  const { input } = typed.own;
  const body = bodyOf(endpoint, input === undefined ? {} : await readJson(context, input), typed.body);
  const fields = fieldsOf(endpoint);
  const seen = seenFieldOf(fields);
  if (!seen || body[seen.name] !== undefined) return { payload: body };
  const isPreviewed = hasPreview(fields);
  if (isPreviewed && body.preview !== true)
    throw ApiError.ofField(
      seen.name,
      `Do the same with --preview first: it prints what would happen, and the --${seen.name} with which it does.`,
    );
  const [, reader] = readerOf(endpoint) ?? [];
  const data = reader && (await readData(reader, typed.params));
  const value = findSeen(data, seen.name, { ...typed.params, ...body });
  if (value === undefined) throw ApiError.ofField(seen.name, `--${seen.name} is required.`);
  if (isPreviewed) context.note(`To do it, give --${seen.name} ${value} instead of --preview.`);
  return { payload: { ...body, [seen.name]: value } };
}

async function fileOf(
  context: Pick<CommandContext, "path">,
  { files = {}, accepts }: AdminEndpoint,
  { own: { file }, body }: TypedRequest,
): Promise<Payload> {
  if (file === undefined) throw ApiError.ofField("file", "Give --file, the file to send.");
  const path = context.path(file);
  await orUnreadable(access(path), file);
  if (accepts) return { payload: createReadStream(path), headers: { "content-type": accepts } };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  const content = await orUnreadable(readFile(path), file);
  for (const part of Object.keys(files)) form.append(part, new Blob([new Uint8Array(content)]), basename(path));
  return { payload: form };
}

async function readJson(context: Pick<CommandContext, "path">, name: string): Promise<unknown> {
  const reading = name === "-" ? text(process.stdin) : readFile(context.path(name), "utf8");
  const content = await orUnreadable(reading, name, "input");
  try {
    return JSON.parse(content);
  } catch (error) {
    throw ApiError.ofField("input", `${name} can’t be read as JSON: ${(error as Error).message}.`);
  }
}

const orUnreadable = <T>(reading: Promise<T>, name: string, field = "file"): Promise<T> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    throw ApiError.ofField(field, `${name} can’t be read (${error.code ?? error.message}).`);
  });
