import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { handleAdmin } from "../http/admin-endpoints.ts";
import type { Staff } from "../http/staff-sessions.ts";
import type { MailSender } from "../mail/sender.ts";
import { readForStaff } from "../orders/admin-orders.ts";
import { findAnyOrder, lockOrderByNumber } from "../orders/find-order.ts";
import type { OrderAction } from "../orders/order-actions.ts";
import { type OrderRow, requireVersion } from "../orders/order-row.ts";
import type { ShopSettingsReader } from "../settings/shop-settings.ts";
import { deliverOrder, packOrder, processOrder, sendOutForDelivery, shipOrder } from "./fulfil-order.ts";

interface Deps {
  db: Database;
  shopSettings: ShopSettingsReader;
  readSender: (origin: string) => Promise<MailSender>;
}

interface Change {
  sender: MailSender;
  returnDays: number;
  now: Date;
}

export function fulfilmentAdminRoutes(admin: FastifyInstance, { db, shopSettings, readSender }: Deps): void {
  /** Runs one step on an order that the caller has seen in this version, in a transaction that locks it. */
  async function take(
    step: OrderAction,
    { staff, params, body }: { staff: Staff; params: { number: string }; body: { version: number } },
    apply: (trx: DatabaseOrTransaction, order: OrderRow, change: Change) => Promise<OrderRow>,
    details: Record<string, string> = {},
  ): Promise<{ data: AdminOrder }> {
    const { RETURN_DAYS } = await shopSettings.current();
    // Before the transaction, because it uses a connection of its own.
    const sender = await readSender((await findAnyOrder(db, params.number)).shopOrigin);
    await db.transaction(async (trx) => {
      const order = await lockOrderByNumber(trx, params.number);
      requireVersion(order, body.version);
      const change = { sender, returnDays: RETURN_DAYS, now: new Date() };
      const { state } = await apply(trx, order, change);
      const subject = { type: "order", id: order.number };
      const values = { before: { state: order.state }, after: { state, ...details } };
      await recordAudit(trx, staff, { action: `order.${step}`, subject, ...values }, change.now);
    });
    return { data: await readForStaff(db, await findAnyOrder(db, params.number), RETURN_DAYS) };
  }

  handleAdmin(admin, adminEndpoints.processOrder, (input) =>
    take("process", input, (trx, order, { now }) => processOrder(trx, order, now)),
  );
  handleAdmin(admin, adminEndpoints.packOrder, (input) =>
    take("pack", input, (trx, order, { now }) => packOrder(trx, order, now)),
  );
  handleAdmin(admin, adminEndpoints.shipOrder, (input) => {
    const { courier, awb } = input.body;
    return take("ship", input, (trx, order, change) => shipOrder(trx, order, { courier, awb }, change), {
      courier,
      awb,
    });
  });
  handleAdmin(admin, adminEndpoints.sendOrderOut, (input) => take("out-for-delivery", input, sendOutForDelivery));
  handleAdmin(admin, adminEndpoints.deliverOrder, (input) => take("deliver", input, deliverOrder));
}
