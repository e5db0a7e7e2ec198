import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { FEED_CHANNEL_CODES, FEED_CHANNELS } from "../../../contract/feeds.ts";
import { ApiError } from "../../base/errors.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import type { Database, ReadDatabase } from "../../platform/database/database.ts";
import { accepts } from "../../platform/http/accepted-encodings.ts";
import { isNotModified } from "../../platform/http/etag.ts";
import { REVALIDATE } from "../../platform/http/shared-cache-headers.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import type { ReadShipping } from "../../shop/catalogue/products.ts";
import type { FeedFile, FeedFiles } from "./feed-files.ts";
import { readFeedShop } from "./feed-shop.ts";
import { recordVisit } from "./feed-visits.ts";
import { createRowsReader } from "./read-rows.ts";
import { writeFeed } from "./write-feed.ts";

interface Deps {
  db: Database;
  read: ReadDatabase;
  settings: DeploymentSettings;
  shopSettings: ShopSettingsReader;
  readShipping: ReadShipping;
  files: FeedFiles;
}

/** Serves the product feeds that the owner has switched on. */
export function feedRoutes(app: FastifyInstance, { db, read, files, ...deps }: Deps): void {
  const readRows = createRowsReader(read, deps.readShipping);
  for (const channel of FEED_CHANNEL_CODES) {
    const { path, contentType, setting } = FEED_CHANNELS[channel];
    app.get(path, async (request, reply) => {
      if (!(await deps.shopSettings.current())[setting]) throw new ApiError("not_found");
      const shop = await readFeedShop(request, deps);
      const key = { channel, origin: shop.origin };
      reply.type(contentType).headers({
        "cache-control": REVALIDATE,
        vary: "accept-encoding",
        // robots.txt does not close feeds, because the services obey it, too.
        "x-robots-tag": "noindex",
      });
      const found = files.find(key);
      // Makes no feed only to say how long it is.
      if (request.method === "HEAD") return found ? send(request, reply, found) : reply.send();
      const file = found ?? (await files.make(key, () => writeFeed(channel, shop, readRows)));
      recordVisit(db, channel, request.headers["user-agent"] ?? "", new Date()).catch((err: unknown) =>
        request.log.warn({ err }, "the visit of a feed was not recorded"),
      );
      return send(request, reply, file);
    });
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { path, hash, bytes }: FeedFile): FastifyReply {
  const compressed = accepts(request, "gzip");
  if (isNotModified(request, reply, compressed ? `${hash}-gzip` : hash)) return reply.send();
  if (compressed) reply.headers({ "content-encoding": "gzip", "content-length": bytes });
  if (request.method === "HEAD") return reply.send();
  const content = createReadStream(path);
  if (compressed) return reply.send(content);
  // An error of the file ends the response, which reports it.
  return reply.send(pipeline(content, createGunzip(), () => {}));
}
