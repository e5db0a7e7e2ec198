import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../platform/http/csv-download.ts";
import { oldOrderRecords } from "../old-orders/old-orders.ts";
import { customerRecords } from "./customer-file.ts";
import { addNote, deleteNote, endAllSessions, endSessions, openCustomer } from "./customer-page.ts";
import { customerFilterOf, listCustomers } from "./find-customers.ts";

export function customerAdminRoutes(admin: FastifyInstance, { db }: { db: Database }): void {
  handleAdmin(admin, adminEndpoints.listCustomers, async ({ query }) => ({ data: await listCustomers(db, query) }));
  handleAdmin(admin, adminEndpoints.exportCustomers, async ({ query: { q }, staff, reply }) => {
    const filter = customerFilterOf(db, q);
    // Records that a search was used, without its text: entries of the audit log are never erased.
    const after = { isSearch: q !== undefined };
    const subject = { type: "customer" as const, id: "all" };
    await recordAudit(db, staff, { action: "customers.exported", subject, after }, new Date());
    return csvResponse(reply, "customers.csv", customerRecords(db, filter));
  });
  handleAdmin(admin, adminEndpoints.exportOldOrders, async ({ staff, reply }) => {
    const subject = { type: "customer" as const, id: "all" };
    await recordAudit(db, staff, { action: "customers.old_orders_exported", subject }, new Date());
    return csvResponse(reply, "old-orders.csv", oldOrderRecords(db));
  });
  handleAdmin(admin, adminEndpoints.readCustomer, async ({ params, staff }) => ({
    data: await openCustomer(db, params.id, staff),
  }));
  handleAdmin(admin, adminEndpoints.addCustomerNote, async ({ params, body, staff }) => ({
    data: await addNote(db, params.id, body.text, staff),
  }));
  handleAdmin(admin, adminEndpoints.deleteCustomerNote, async ({ params, staff }) => ({
    data: await deleteNote(db, params.id, Number(params.note), staff),
  }));
  handleAdmin(admin, adminEndpoints.endCustomerSessions, async ({ params, staff }) => ({
    data: await endSessions(db, params.id, staff),
  }));
  handleAdmin(admin, adminEndpoints.endAllSessions, async ({ staff }) => ({
    data: { ended: await endAllSessions(db, staff) },
  }));
}
