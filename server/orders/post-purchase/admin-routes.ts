import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { EditEffect } from "../../../contract/admin/order-edits.ts";
import { toPaise } from "../../base/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import type { StaffActions } from "../orders/staff/staff-actions.ts";
import { cancelOrder, cancelUnits } from "./cancel-order.ts";
import { editItems } from "./edit-items.ts";
import { withdrawEdit } from "./end-edit.ts";
import { exchangeReturn } from "./exchange.ts";
import { listReturns } from "./list-returns.ts";
import { acceptReturn, approveReturn, declineReturn, receiveReturn } from "./return-actions.ts";
import { refundGoodwill, refundShipping, refundUnits } from "./staff-credits.ts";

export function postPurchaseAdminRoutes(
  admin: FastifyInstance,
  { db, staffActions: { act, actWithMoney } }: { db: Database; staffActions: StaffActions },
): void {
  handleAdmin(admin, adminEndpoints.cancelAnyOrder, async (input) => {
    const { reason, lines, keepOffers: keepsOffers } = input.body;
    const apply = actWithMoney(
      "cancel",
      input,
      async (trx, order, context) => {
        await requireAction(trx, order, "cancel");
        const cancellation = { cause: "staff", reason, keepsOffers, ...context } as const;
        return lines ? cancelUnits(trx, order, lines, cancellation) : cancelOrder(trx, order, cancellation);
      },
      { reason, ...(lines && { lines }), ...keeping(keepsOffers) },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.editOrderItems, async (input) => {
    const { reason, remove, add } = input.body;
    let edit: EditEffect | undefined;
    const apply = actWithMoney(
      "edit",
      input,
      async (trx, order, context) => {
        const edited = await editItems(trx, order, { remove, add, reason }, context);
        edit = edited.effect;
        return edited.order;
      },
      { reason, remove, add },
    );
    const result = await apply;
    if (!edit) throw new Error(`order ${input.params.number} was not edited`);
    return { data: { ...result, edit } };
  });
  handleAdmin(admin, adminEndpoints.withdrawOrderEdit, async (input) => ({
    data: await act("withdraw-edit", input, withdrawEdit),
  }));
  handleAdmin(admin, adminEndpoints.refundUnits, async (input) => {
    const { lines, restock, keepOffers: keepsOffers } = input.body;
    const apply = actWithMoney(
      "refund",
      input,
      (trx, order, context) => refundUnits(trx, order, lines, { restock, keepsOffers, ...context }),
      { lines, restock, ...keeping(keepsOffers) },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.refundShipping, async (input) => {
    const { amount, reason } = input.body;
    const apply = actWithMoney(
      "refund-shipping",
      input,
      (trx, order, context) => refundShipping(trx, order, { amountPaise: toPaise(amount), reason, ...context }),
      { amount, reason },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.refundGoodwill, async (input) => {
    const { amount, reason } = input.body;
    const apply = actWithMoney(
      "goodwill",
      input,
      (trx, order, context) => refundGoodwill(trx, order, { amountPaise: toPaise(amount), reason, ...context }),
      { amount, reason },
    );
    return { data: await apply };
  });

  handleAdmin(admin, adminEndpoints.listReturns, async ({ query }) => ({ data: await listReturns(db, query) }));
  handleAdmin(admin, adminEndpoints.approveReturn, async (input) => {
    const { version: _, decisionReason, ...pickUp } = input.body;
    const apply = act(
      "return-approve",
      input,
      (trx, order, context) => approveReturn(trx, order, pickUp, { ...context, decisionReason }),
      { decisionReason, ...pickUp },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.receiveReturn, async (input) => {
    const { lines } = input.body;
    const apply = act(
      "return-receive",
      input,
      (trx, order, context) => receiveReturn(trx, order, { units: lines, ...context }),
      lines && { lines },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.acceptReturn, async (input) => {
    const { decisionReason, restock, replace, exchange, keepOffers: keepsOffers } = input.body;
    const acceptance = { decisionReason, restock, replace };
    let effect: EditEffect | null = null;
    const apply = actWithMoney(
      "return-accept",
      input,
      async (trx, order, context) => {
        if (!exchange) return acceptReturn(trx, order, { ...acceptance, keepsOffers, ...context });
        const exchanged = await exchangeReturn(trx, order, { ...acceptance, exchange, keepsOffers }, context);
        effect = exchanged.effect;
        return exchanged.order;
      },
      { ...acceptance, ...(exchange && { exchange }), ...keeping(keepsOffers) },
    );
    const result = await apply;
    return { data: { ...result, exchange: effect } };
  });
  handleAdmin(admin, adminEndpoints.declineReturn, async (input) => {
    const { decisionReason, answer: reason } = input.body;
    const apply = act(
      "return-decline",
      input,
      (trx, order, context) => declineReturn(trx, order, { reason, decisionReason, ...context }),
      { decisionReason, reason },
    );
    return { data: await apply };
  });
}

/** Records that staff let the rest of an order keep its offers. */
const keeping = (keepsOffers: boolean) => (keepsOffers ? { keepOffers: true } : {});
