import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { toApiError } from "../http/errors.ts";
import { hasVersion } from "../http/etag.ts";
import { readRange } from "./byte-range.ts";
import type { MediaLibrary } from "./media-library.ts";
import { MEDIA_TYPES, readRenditionPath, readStoredPath } from "./paths.ts";

const YEAR_SECONDS = 31_536_000;

/**
 * Serves stored pictures with their renditions, and videos by the ranges that a player requests. The content of a path never changes, so
 * any cache may store it for a year.
 */
export async function mediaRoutes(app: FastifyInstance, { media }: { media: MediaLibrary }): Promise<void> {
  app.get<{ Params: { "*": string } }>("/*", async (request, reply) => {
    const path = `/${request.params["*"]}`;
    const served = servedAs(path);
    if (!served) return noSuchPicture(reply);
    const { type, etag } = served;
    const isVideo = type.startsWith("video/");
    const videoBytes = isVideo ? await media.videoSize(path) : null;
    const picture = isVideo ? null : await media.find(path);
    if (videoBytes === null && picture === null) return noSuchPicture(reply);
    reply
      .header("cache-control", `public, max-age=${YEAR_SECONDS}, immutable`)
      .header("etag", etag)
      // Pages of another origin show pictures when this server is the origin of a media host.
      .header("cross-origin-resource-policy", "cross-origin");
    if (hasVersion(request, etag)) return reply.code(304).send();
    reply.type(type);
    if (videoBytes !== null) return sendVideo(request, reply, { media, path, size: videoBytes, etag });
    // A browser may open an SVG as a page, in which no script may run.
    if (type === MEDIA_TYPES.svg)
      reply.header(
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
    return reply.send(picture);
  });

  app.setNotFoundHandler((_request, reply) => noSuchPicture(reply));
  app.setErrorHandler((error, request, reply) => {
    const apiError = toApiError(error);
    if (apiError.code === "internal_error") request.log.error({ err: error }, "picture failed");
    if (apiError.retryAfter !== undefined) reply.header("retry-after", apiError.retryAfter);
    const [path = ""] = request.url.split("?");
    const what = /\.(mp4|webm)$/.test(path) ? "video can’t be played" : "image can’t be shown";
    return plain(reply, apiError.statusCode, `This ${what} right now. Please try again in a moment.`);
  });
  app.addHook("onClose", () => media.close());
}

async function sendVideo(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { media, path, size, etag }: { media: MediaLibrary; path: string; size: number; etag: string },
): Promise<FastifyReply> {
  reply.header("accept-ranges", "bytes");
  const isSameVersion = headers["if-range"] === undefined || headers["if-range"] === etag;
  const range = isSameVersion ? readRange(headers.range, size) : undefined;
  if (range === "unsatisfiable") {
    reply.header("content-range", `bytes */${size}`);
    return plain(reply, 416, "There is no such part of this video.");
  }
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  reply.header("content-length", range ? range.end - range.start + 1 : size);
  const content = method === "HEAD" ? Readable.from([]) : await media.open(path, range);
  return content ? reply.send(content) : noSuchPicture(reply);
}

/** Returns type and ETag for a path; null for one that cannot be stored. */
function servedAs(path: string): { type: string; etag: string } | null {
  const stored = readStoredPath(path);
  if (stored) return { type: MEDIA_TYPES[stored.extension], etag: `"${stored.hash}"` };
  const rendition = readRenditionPath(path);
  return (
    rendition && {
      type: MEDIA_TYPES[rendition.format],
      etag: `"${rendition.hash}-${rendition.width}-${rendition.format}"`,
    }
  );
}

function noSuchPicture(reply: FastifyReply): FastifyReply {
  return plain(reply, 404, "No such picture.");
}

function plain(reply: FastifyReply, statusCode: number, text: string): FastifyReply {
  return reply
    .code(statusCode)
    .removeHeader("content-length")
    .removeHeader("etag")
    .header("cache-control", "no-cache")
    .type("text/plain; charset=utf-8")
    .send(`${text}\n`);
}
