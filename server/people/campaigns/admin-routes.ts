import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CampaignFields } from "../../../contract/admin/campaigns.ts";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { ContextDeps } from "../../platform/http/request-context.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { Limit } from "../../platform/rate-limits/limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { findMailProducts, readMailProducts } from "../../shop/catalogue/import/product-lookups.ts";
import { campaignEmail, problemsOf } from "./campaign-email.ts";
import { changeCampaign, createCampaign, deleteCampaign, listCampaigns, readCampaign } from "./campaigns.ts";
import { resumeCampaign, sendCampaign, stopCampaign } from "./send-campaign.ts";

interface Deps extends ContextDeps {
  shopSettings: ShopSettingsReader;
}

/** Limits the test emails of a member per hour. */
const testsOf = (memberId: number): Limit => ({ key: `campaign tests of ${memberId}`, limit: 30, windowSeconds: 3600 });

export function campaignAdminRoutes(admin: FastifyInstance, { db, readSender, shopSettings, settings }: Deps): void {
  const render = async (fields: CampaignFields, request: FastifyRequest) => {
    const products = await readMailProducts(db, fields.products);
    const sender = await readSender(originOf(request));
    const context = { sender, settings: await shopSettings.current(), products, mediaHost: settings.MEDIA_HOST };
    return { problems: problemsOf(fields, products), test: campaignEmail(fields, context, null) };
  };

  handleAdmin(admin, adminEndpoints.listCampaigns, async ({ query: { before } }) => ({
    data: await listCampaigns(db, before === undefined ? null : Number(before)),
  }));
  handleAdmin(admin, adminEndpoints.findCampaignProducts, async ({ query: { q } }) => ({
    data: await findMailProducts(db, q),
  }));
  handleAdmin(admin, adminEndpoints.previewCampaign, async ({ body, request }) => {
    const { problems, test } = await render(body, request);
    return { data: { problems, html: test.html, text: test.text } };
  });
  handleAdmin(admin, adminEndpoints.testCampaign, async ({ body, staff, request }) => {
    const now = new Date();
    const { test } = await render(body, request);
    await db.transaction(async (trx) => {
      await consume(trx, testsOf(staff.id), now);
      await queueMail(trx, { to: staff.email, ...test }, now);
    });
    return { data: { to: staff.email } };
  });
  handleAdmin(admin, adminEndpoints.createCampaign, async ({ body: { copyOf: of, ...fields }, staff, request }) => ({
    data: await createCampaign(
      db,
      { ...fields, copyOf: of === undefined ? undefined : Number(of) },
      staff,
      originOf(request),
    ),
  }));
  handleAdmin(admin, adminEndpoints.readCampaign, async ({ params }) => ({
    data: await readCampaign(db, Number(params.id)),
  }));
  handleAdmin(admin, adminEndpoints.changeCampaign, async ({ params, body, staff }) => ({
    data: await changeCampaign(db, Number(params.id), body, staff),
  }));
  handleAdmin(admin, adminEndpoints.deleteCampaign, async ({ params, staff }) => {
    await deleteCampaign(db, Number(params.id), staff);
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.sendCampaign, async ({ params, body, staff, request }) => ({
    data: await sendCampaign(db, Number(params.id), body, staff, originOf(request)),
  }));
  handleAdmin(admin, adminEndpoints.stopCampaign, async ({ params, staff }) => ({
    data: await stopCampaign(db, Number(params.id), staff),
  }));
  handleAdmin(admin, adminEndpoints.resumeCampaign, async ({ params, staff }) => ({
    data: await resumeCampaign(db, Number(params.id), staff),
  }));
}
