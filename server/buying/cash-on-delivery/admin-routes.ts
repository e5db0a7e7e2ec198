import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { inspectRefused } from "../../orders/orders/inspect-refused.ts";
import type { StaffActions } from "../../orders/orders/staff/staff-actions.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../platform/http/csv-download.ts";
import { countCashOrders, exportCashOrders, listCashOrders } from "./list-cash-orders.ts";
import { listOverdueCash, readRemittances } from "./list-remittances.ts";
import { addCashListing, listCashListings, removeCashListing } from "./staff-cash-list.ts";
import { addUtr, readRecorded, uploadRemittance } from "./staff-remittances.ts";
import { undoWriteOffCash, writeOffCash } from "./write-off-cash.ts";

interface Deps {
  db: Database;
  /** The folder for uploads. */
  uploads: string;
  staffActions: StaffActions;
}

export function cashAdminRoutes(admin: FastifyInstance, { db, uploads, staffActions }: Deps): void {
  handleAdmin(admin, adminEndpoints.listCashOrders, async ({ query, staff }) => ({
    data: await listCashOrders(db, query, { staff, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.exportCashOrders, async ({ query, reply, staff }) =>
    csvResponse(reply, `cash-${query.tab}.csv`, await exportCashOrders(db, query, { staff, now: new Date() })),
  );
  handleAdmin(admin, adminEndpoints.countCashOrders, async () => ({ data: await countCashOrders(db, new Date()) }));
  handleAdmin(admin, adminEndpoints.inspectRefused, async ({ staff, params, body: { restock } }) => {
    await staffActions.act(
      "order.refused_parcel_inspected",
      { staff, params, body: {} },
      (trx, order, { now }) => inspectRefused(trx, order, { restock, now }),
      { restock },
    );
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.writeOffCash, async ({ staff, params, body: { reason, remitted } }) => {
    await staffActions.act(
      "order.cash_written_off",
      { staff, params, body: {} },
      async (trx, order, { now }) => {
        await writeOffCash(trx, order, { seen: remitted, now });
      },
      { remitted, reason },
    );
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.undoWriteOffCash, async ({ staff, params, body }) => ({
    data: await staffActions.act(
      "undo-write-off-cash",
      { staff, params, body },
      (trx, order) => undoWriteOffCash(trx, order),
      { reason: body.reason },
    ),
  }));
  handleAdmin(admin, adminEndpoints.readRemittances, async ({ query }) => ({
    data: await readRemittances(db, query, new Date()),
  }));
  handleAdmin(admin, adminEndpoints.listOverdueCash, async ({ query: { days } }) => ({
    data: await listOverdueCash(db, { days: Number(days), now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.readRemittance, async ({ query }) => ({
    data: await readRecorded(db, query.reference),
  }));
  handleAdmin(admin, adminEndpoints.uploadRemittance, async ({ query, staff: actor, request }) => {
    const { reference, utr = null, receivedOn, digest } = query;
    const upload = { reference, utr, receivedOn, digest, body: request.body };
    return { data: await uploadRemittance(db, uploads, upload, { actor, now: new Date() }) };
  });
  handleAdmin(admin, adminEndpoints.addUtr, async ({ body, staff: actor }) => {
    await addUtr(db, body, { actor, now: new Date() });
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.listCashListings, async ({ query }) => ({
    data: await listCashListings(db, query),
  }));
  handleAdmin(admin, adminEndpoints.addCashListing, async ({ body, staff: actor }) => {
    await addCashListing(db, body, { actor, now: new Date() });
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.removeCashListing, async ({ params, staff: actor }) => {
    await removeCashListing(db, params.subject, { actor, now: new Date() });
    return { data: {} };
  });
}
