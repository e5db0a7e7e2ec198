import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { toApiError } from "../http/errors.ts";
import { isVideo, MEDIA_TYPES, readStoredPath, readVariantPath } from "./paths.ts";
import type { MediaStore } from "./store.ts";

const YEAR_SECONDS = 31_536_000;

/**
 * Serves stored pictures with their scaled copies, and videos by the parts that a player asks for. An address never changes its content,
 * so everyone may keep it for a year.
 */
export async function mediaRoutes(app: FastifyInstance, { store }: { store: MediaStore }): Promise<void> {
  await app.register(fastifyStatic, { serve: false });

  app.get<{ Params: { "*": string } }>("/*", async (request, reply) => {
    const address = `/${request.params["*"]}`;
    const stored = readStoredPath(address);
    if (stored && isVideo(stored)) {
      if (!(await store.has(address))) return noSuchPicture(reply);
      reply.header("cross-origin-resource-policy", "cross-origin");
      return reply.sendFile(address.slice(1), store.folder, { maxAge: YEAR_SECONDS * 1000, immutable: true });
    }
    const served = promiseOf(address);
    const content = served && (await store.find(address));
    if (!served || !content) return noSuchPicture(reply);
    reply
      .header("cache-control", `public, max-age=${YEAR_SECONDS}, immutable`)
      .header("etag", served.etag)
      // Pictures are shown by pages of another origin when this server stands behind a media host of its own.
      .header("cross-origin-resource-policy", "cross-origin");
    if (request.headers["if-none-match"]?.includes(served.etag)) return reply.code(304).send();
    // A drawing may be opened as a page of its own; whatever it holds, it runs nothing.
    if (served.type === MEDIA_TYPES.svg)
      reply.header(
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
    return reply.type(served.type).send(content);
  });

  app.setNotFoundHandler((_request, reply) => noSuchPicture(reply));
  app.setErrorHandler((error, request, reply) => {
    if ((error as FastifyError).statusCode === 416) return plain(reply, 416, "There is no such part of this video.");
    const refusal = toApiError(error);
    if (refusal.code === "internal_error") request.log.error({ err: error }, "picture failed");
    return plain(reply, refusal.statusCode, "This image can’t be shown right now. Please try again in a moment.");
  });
  app.addHook("onClose", () => store.close());
}

/** What an address promises; null when it is none that the store could have. */
function promiseOf(address: string): { type: string; etag: string } | null {
  const stored = readStoredPath(address);
  if (stored) return { type: MEDIA_TYPES[stored.extension], etag: `"${stored.hash}"` };
  const variant = readVariantPath(address);
  return variant && { type: MEDIA_TYPES[variant.format], etag: `"${variant.hash}-${variant.width}-${variant.format}"` };
}

function noSuchPicture(reply: FastifyReply): FastifyReply {
  return plain(reply, 404, "No such picture.");
}

function plain(reply: FastifyReply, statusCode: number, text: string): FastifyReply {
  return reply.code(statusCode).header("cache-control", "no-cache").type("text/plain; charset=utf-8").send(`${text}\n`);
}
