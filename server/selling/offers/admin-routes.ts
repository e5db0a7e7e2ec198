import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { findChoices } from "./find-choices.ts";
import { changeOfferBy, createOfferBy, endOfferBy, listOffersFor, readOfferPage } from "./staff-offers.ts";

const PAGE_SIZE = 50;

export function offerAdminRoutes(admin: FastifyInstance, { db }: { db: Database }): void {
  handleAdmin(admin, adminEndpoints.listOffers, async ({ query: { before, ...filter } }) => ({
    data: await listOffersFor(db, { ...filter, before: before === undefined ? undefined : Number(before) }, PAGE_SIZE),
  }));
  handleAdmin(admin, adminEndpoints.readOffer, async ({ params, staff }) => ({
    data: await readOfferPage(db, Number(params.id), staff),
  }));
  handleAdmin(admin, adminEndpoints.findOfferChoices, async ({ query: { kind, q } }) => ({
    data: await findChoices(db, kind, q),
  }));
  handleAdmin(admin, adminEndpoints.createOffer, async ({ body, staff }) => ({
    data: await createOfferBy(db, body, staff),
  }));
  handleAdmin(admin, adminEndpoints.changeOffer, async ({ params, body, staff }) => ({
    data: await changeOfferBy(db, Number(params.id), body, staff),
  }));
  handleAdmin(admin, adminEndpoints.endOffer, async ({ params, staff }) => ({
    data: await endOfferBy(db, Number(params.id), staff),
  }));
}
