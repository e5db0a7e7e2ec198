import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { draftOrdersOf } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { listStock } from "../../selling/stock/read-stock.ts";
import type { orderTerms } from "../checkout/order-terms.ts";
import { readAdminDraftOrder } from "./admin-draft-order.ts";
import { cancelDraftOrder } from "./cancel-draft-order.ts";
import { changeDraftOrder } from "./change-draft-order.ts";
import { createDraftOrder } from "./create-draft-order.ts";
import { listDraftOrders } from "./list-draft-orders.ts";

interface Deps {
  db: Database;
  readSender: (origin: string) => Promise<MailSender>;
  terms: ReturnType<typeof orderTerms>;
}

/** How many sizes the form's search offers. */
const MAX_FOUND = 20;

export function draftOrderAdminRoutes(admin: FastifyInstance, { db, readSender, terms }: Deps): void {
  handleAdmin(admin, adminEndpoints.listDraftOrders, async ({ query: { after }, staff }) => ({
    data: await listDraftOrders(db, after === undefined ? undefined : Number(after), { staff, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.findSizes, async ({ query: { q } }) => {
    const sizes = await listStock(db, { onlyLow: false, q, after: undefined, max: MAX_FOUND });
    return {
      data: sizes
        .filter(({ onSale }) => onSale)
        .map(({ sku, title, label, onHand, reserved }) => ({ sku, title, size: label, available: onHand - reserved })),
    };
  });
  handleAdmin(admin, adminEndpoints.createDraftOrder, async ({ staff: actor, body, request }) => {
    const origin = originOf(request);
    if (!body.preview) await consume(db, draftOrdersOf(actor.id), new Date());
    const priced = await createDraftOrder(db, body, {
      actor,
      sender: await readSender(origin),
      requested: await terms.request({ address: body.address }, "online"),
      rules: await terms.rules(origin, request.ip),
    });
    return { data: priced };
  });
  handleAdmin(admin, adminEndpoints.readAdminDraftOrder, async ({ staff, params, request }) => ({
    data: await readAdminDraftOrder(db, Number(params.id), {
      staff,
      terms,
      rules: await terms.rules(originOf(request), request.ip),
    }),
  }));
  handleAdmin(admin, adminEndpoints.changeDraftOrder, async ({ staff, params, body, request }) => {
    const origin = originOf(request);
    if (!body.preview && body.mail) await consume(db, draftOrdersOf(staff.id), new Date());
    const deps = { staff, sender: await readSender(origin), terms, rules: await terms.rules(origin, request.ip) };
    return { data: await changeDraftOrder(db, Number(params.id), body, deps) };
  });
  handleAdmin(admin, adminEndpoints.cancelDraftOrder, async ({ staff: actor, params }) => {
    await cancelDraftOrder(db, Number(params.id), { actor, now: new Date() });
    return { data: {} };
  });
}
