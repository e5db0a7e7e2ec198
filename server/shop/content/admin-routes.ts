import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { storeShopPicture } from "../catalogue/editing/shop-picture.ts";
import { listDocuments, previewDocument, readDocument, readVersion, saveDocument } from "./content-documents.ts";
import { findLinkTargets } from "./link-targets.ts";

interface Deps {
  db: Database;
  media: MediaLibrary;
  shopSettings: ShopSettingsReader;
  uploads: string;
}

export function contentAdminRoutes(admin: FastifyInstance, { db, media, shopSettings, uploads }: Deps): void {
  handleAdmin(admin, adminEndpoints.listContent, async () => ({ data: await listDocuments(db) }));
  handleAdmin(admin, adminEndpoints.findLinkTargets, async ({ query: { q } }) => ({
    data: await findLinkTargets(db, q),
  }));
  handleAdmin(admin, adminEndpoints.readContent, async ({ params }) => ({ data: await readDocument(db, params.name) }));
  handleAdmin(admin, adminEndpoints.readContentVersion, async ({ params }) => ({
    data: await readVersion(db, params.name, Number(params.version)),
  }));
  handleAdmin(admin, adminEndpoints.previewContent, async ({ params, body }) => ({
    data: await previewDocument(params.name, body.text, { db, media, settings: await shopSettings.current() }),
  }));
  handleAdmin(admin, adminEndpoints.uploadContentPicture, async ({ files: { file } }) => ({
    // Which document it is for is known only when that is saved; each may use the pictures of all.
    data: await storeShopPicture(media, file, { folder: "banners", name: "picture" }),
  }));
  handleAdmin(admin, adminEndpoints.saveContent, async ({ params, body, staff }) => ({
    data: await saveDocument(db, params.name, body, { media, uploads, actor: staff }),
  }));
}
