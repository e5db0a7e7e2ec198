import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { toPaise } from "../../base/money.ts";
import { handle } from "../../platform/http/endpoints.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { storePhoto, type UploadDeps } from "../../platform/media/uploads.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { findOrder, lockOrderOf } from "../orders/find-order.ts";
import { readOrder } from "../orders/read-orders.ts";
import { storeRefundAccount } from "../payments/refund-account.ts";
import { cancelOrder, cancelUnits } from "./cancel-order.ts";
import { previewCancellation, previewReturn } from "./preview-removal.ts";
import { refundAccountsOf, returnPhotosOf } from "./rate-limits.ts";
import { listExchangeSizes } from "./requested-exchange.ts";
import { requestReturn, requireReturnable } from "./return-order.ts";

export interface PostPurchaseDeps extends UploadDeps {
  shopSettings: ShopSettingsReader;
  readSender: (origin: string) => Promise<MailSender>;
}

export function postPurchaseRoutes(
  app: FastifyInstance,
  { db, media, shopSettings, readSender }: PostPurchaseDeps,
): void {
  handle(app, endpoints.cancelOrder, async ({ customer, params, body, origin }) => {
    const rules = await shopSettings.current();
    const sender = await readSender(origin);
    const cancelled = await db.transaction(async (trx) => {
      const order = await lockOrderOf(trx, customer.id, params.number);
      // Cancelled already, by an earlier request or by the shop.
      if (!body.lines && order.state === "cancelled") return order;
      const shownPaise = body.amount === undefined ? undefined : toPaise(body.amount);
      const cancellation = { cause: "customer", shownPaise, sender, now: new Date() } as const;
      return body.lines ? cancelUnits(trx, order, body.lines, cancellation) : cancelOrder(trx, order, cancellation);
    });
    return { data: await readOrder(db, cancelled, rules) };
  });
  handle(app, endpoints.previewCancellation, async ({ customer, params, body }) => ({
    data: await previewCancellation(db, await findOrder(db, customer.id, params.number), body.lines),
  }));
  handle(app, endpoints.listExchangeSizes, async ({ customer, params }) => ({
    data: await listExchangeSizes(db, await findOrder(db, customer.id, params.number)),
  }));
  handle(app, endpoints.previewReturn, async ({ customer, params, body }) => {
    const order = await findOrder(db, customer.id, params.number);
    return { data: await previewReturn(db, order, { ...body, ...returnRules(await shopSettings.current()) }) };
  });
  handle(app, endpoints.requestReturn, async ({ customer, params, body, origin }) => {
    const rules = await shopSettings.current();
    const sender = await readSender(origin);
    const requested = await db.transaction(async (trx) => {
      const order = await lockOrderOf(trx, customer.id, params.number);
      const { amount, defect: isDefect, ...request } = body;
      return requestReturn(trx, order, {
        ...request,
        isDefect,
        shownPaise: amount === undefined ? undefined : toPaise(amount),
        ...returnRules(rules),
        sender,
      });
    });
    return { data: await readOrder(db, requested, rules) };
  });
  handle(
    app,
    endpoints.uploadReturnPhoto,
    async ({ customer, params, files }) => {
      const now = new Date();
      const { RETURN_DAYS: returnDays } = await shopSettings.current();
      await requireReturnable(db, await findOrder(db, customer.id, params.number), returnDays, now, { isDefect: true });
      return { data: await storePhoto({ db, media }, customer.id, files.file?.file, now) };
    },
    { beforeFile: ({ id }) => consume(db, returnPhotosOf(id), new Date()) },
  );
  handle(app, endpoints.storeRefundAccount, async ({ customer, params, body, origin }) => {
    const rules = await shopSettings.current();
    const sender = await readSender(origin);
    const now = new Date();
    const order = await db.transaction(async (trx) => {
      const locked = await lockOrderOf(trx, customer.id, params.number);
      await consume(trx, refundAccountsOf(customer.id), now);
      await storeRefundAccount(trx, locked, body.upi_id, { sender, now });
      return locked;
    });
    return { data: await readOrder(db, order, rules) };
  });
}

/** What the owner's settings say about returns and exchanges now. */
const returnRules = (settings: Awaited<ReturnType<ShopSettingsReader["current"]>>) => ({
  returnDays: settings.RETURN_DAYS,
  refundsFees: settings.RETURN_REFUNDS_FEES,
  maxUnits: settings.MAX_UNITS_PER_PRODUCT,
  maxPaise: toPaise(settings.MAX_ORDER_RUPEES),
  now: new Date(),
});
