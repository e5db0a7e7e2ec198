import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { Database } from "../database/database.ts";
import { handleAdmin } from "../http/admin-endpoints.ts";
import { toPaise } from "../money.ts";
import { requireAction } from "../orders/order-actions.ts";
import type { StaffActions } from "../orders/staff-actions.ts";
import { cancelOrder, cancelUnits } from "./cancel-order.ts";
import { listReturns } from "./list-returns.ts";
import { acceptReturn, approveReturn, declineReturn, receiveReturn } from "./return-actions.ts";
import { refundGoodwill, refundShipping, refundUnits } from "./staff-credits.ts";

export function postPurchaseAdminRoutes(
  admin: FastifyInstance,
  { db, staffActions: { act, actWithMoney } }: { db: Database; staffActions: StaffActions },
): void {
  handleAdmin(admin, adminEndpoints.cancelAnyOrder, async (input) => {
    const { reason, lines } = input.body;
    const apply = actWithMoney(
      "cancel",
      input,
      async (trx, order, change) => {
        requireAction(order, "cancel");
        const cancellation = { cause: "staff", reason, ...change } as const;
        return lines ? cancelUnits(trx, order, lines, cancellation) : cancelOrder(trx, order, cancellation);
      },
      { reason, ...(lines && { lines }) },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.refundUnits, async (input) => {
    const { lines, restock } = input.body;
    const apply = actWithMoney(
      "refund",
      input,
      (trx, order, change) => refundUnits(trx, order, lines, { restock, ...change }),
      { lines, restock },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.refundShipping, async (input) => {
    const { amount, reason } = input.body;
    const apply = actWithMoney(
      "refund-shipping",
      input,
      (trx, order, change) => refundShipping(trx, order, { amountPaise: toPaise(amount), reason, ...change }),
      { amount, reason },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.refundGoodwill, async (input) => {
    const { amount, reason } = input.body;
    const apply = actWithMoney(
      "goodwill",
      input,
      (trx, order, change) => refundGoodwill(trx, order, { amountPaise: toPaise(amount), reason, ...change }),
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
      (trx, order, change) => approveReturn(trx, order, pickUp, { ...change, decisionReason }),
      { decisionReason, ...pickUp },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.receiveReturn, async (input) => {
    const { lines } = input.body;
    const apply = act(
      "return-receive",
      input,
      (trx, order, change) => receiveReturn(trx, order, { units: lines, ...change }),
      lines && { lines },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.acceptReturn, async (input) => {
    const { decisionReason, restock, replace } = input.body;
    const acceptance = { decisionReason, restock, replace };
    const apply = actWithMoney(
      "return-accept",
      input,
      (trx, order, change) => acceptReturn(trx, order, { ...acceptance, ...change }),
      acceptance,
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.declineReturn, async (input) => {
    const { decisionReason, answer: reason } = input.body;
    const apply = act(
      "return-decline",
      input,
      (trx, order, change) => declineReturn(trx, order, { reason, decisionReason, ...change }),
      { decisionReason, reason },
    );
    return { data: await apply };
  });
}
