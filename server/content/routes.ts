import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../failures.ts";
import { serveCall } from "../http/calls.ts";
import { currentSettings } from "../settings/settings.ts";
import { findPage, listBanners, listBrandImages, listFaqs, listTestimonials } from "./content.ts";

interface Parts {
  db: Database;
  environment: Record<string, string | undefined>;
}

export function contentRoutes(app: FastifyInstance, { db, environment }: Parts): void {
  const readSettings = () => currentSettings(db, environment);
  serveCall(app, calls.listFaqs, async () => ({ data: await listFaqs(db, readSettings) }));
  serveCall(app, calls.listTestimonials, async () => ({ data: await listTestimonials(db) }));
  serveCall(app, calls.listBrandImages, async () => ({ data: await listBrandImages(db) }));
  serveCall(app, calls.listBanners, async ({ query }) => ({
    data: await listBanners(db, {
      device: query.mobile_banner === "true" ? "phone" : "desktop",
      placements: query.placement ?? ["hero"],
    }),
  }));
  serveCall(app, calls.readPage, async ({ params }) => {
    const data = await findPage(db, params.slug, readSettings);
    if (!data) throw new Refusal("notFound", "There is no such page.");
    return { data };
  });
}
