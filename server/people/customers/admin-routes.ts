import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { addNote, deleteNote, endAllSessions, endSessions, openCustomer } from "./customer-page.ts";
import { listCustomers } from "./find-customers.ts";

export function customerAdminRoutes(admin: FastifyInstance, { db }: { db: Database }): void {
  handleAdmin(admin, adminEndpoints.listCustomers, async ({ query }) => ({ data: await listCustomers(db, query) }));
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
