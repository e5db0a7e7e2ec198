import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { OrderFileFilter } from "../../../contract/admin/order-files.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../platform/http/csv-download.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import { changeAddress, changePhone } from "./change-address.ts";
import { resendMail } from "./mails/resend-mail.ts";
import { listForStaff, readNeighbours } from "./staff/admin-orders.ts";
import { courierRecords } from "./staff/courier-file.ts";
import { auditedFilter, fileFilterOf, orderRecords } from "./staff/order-file.ts";
import { addNote } from "./staff/order-notes.ts";
import { countTabs } from "./staff/order-tabs.ts";
import { matchOrders } from "./staff/selected-orders.ts";
import type { StaffActions } from "./staff/staff-actions.ts";

export function orderAdminRoutes(
  admin: FastifyInstance,
  { db, staffActions }: { db: Database; staffActions: StaffActions },
): void {
  const { act, read } = staffActions;
  handleAdmin(admin, adminEndpoints.listAllOrders, async ({ query, staff }) => ({
    data: await listForStaff(db, query, staff.permissions),
  }));
  handleAdmin(admin, adminEndpoints.countOrders, async () => ({ data: await countTabs(db) }));
  handleAdmin(admin, adminEndpoints.matchOrders, async ({ query, staff }) => ({
    data: await matchOrders(db, query, staff.permissions),
  }));
  /** Records who exports which orders. @returns the condition for them */
  async function chooseExported(staff: Staff, what: Record<string, unknown>, query: OrderFileFilter) {
    const filter = await fileFilterOf(db, query, staff.permissions);
    const after = { ...what, ...auditedFilter(query) };
    const subject = { type: "order" as const, id: "all" };
    await recordAudit(db, staff, { action: "orders.exported", subject, after }, new Date());
    return filter;
  }
  handleAdmin(admin, adminEndpoints.exportOrders, async ({ query: { rows, ...query }, staff, reply }) => {
    const filter = await chooseExported(staff, { rows }, query);
    return csvResponse(reply, rows === "orders" ? "orders.csv" : "order-lines.csv", orderRecords(db, filter, rows));
  });
  handleAdmin(admin, adminEndpoints.exportForCourier, async ({ query: { columns, ...query }, staff, reply }) => {
    const filter = await chooseExported(staff, { columns }, query);
    return csvResponse(
      reply,
      columns === "any" ? "parcels.csv" : `parcels-${columns}.csv`,
      courierRecords(db, filter, columns),
    );
  });
  handleAdmin(admin, adminEndpoints.readNeighbours, async ({ params, query, staff }) => ({
    data: await readNeighbours(db, params.number, query, staff.permissions),
  }));
  handleAdmin(admin, adminEndpoints.readAnyOrder, async ({ params, staff }) => ({
    data: await read(params.number, staff),
  }));
  handleAdmin(admin, adminEndpoints.addOrderNote, async (input) => {
    const note = { text: input.body.text, toCustomer: false, author: input.staff.name };
    return {
      data: await act("order.note_added", withoutVersion(input), (trx, order, context) =>
        addNote(trx, order, note, context),
      ),
    };
  });
  handleAdmin(admin, adminEndpoints.writeToCustomer, async (input) => {
    const note = { text: input.body.text, toCustomer: true, author: input.staff.name };
    return {
      data: await act("order.message_sent", withoutVersion(input), (trx, order, context) =>
        addNote(trx, order, note, context),
      ),
    };
  });
  handleAdmin(admin, adminEndpoints.resendMail, async (input) => {
    const { mail } = input.body;
    const apply = act(
      "order.email_resent",
      withoutVersion(input),
      (trx, order, context) => resendMail(trx, order, mail, context),
      {
        mail,
      },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.changePhone, async (input) => ({
    data: await act("order.phone_changed", input, (trx, order) => changePhone(trx, order, input.body.mobile)),
  }));
  handleAdmin(admin, adminEndpoints.changeAddress, async (input) => {
    const { version: _, ...change } = input.body;
    // Only the names of the fields: the audit log contains no customer's data.
    const fields = { fields: Object.keys(change) };
    return {
      data: await act(
        "order.address_changed",
        input,
        (trx, order, context) => changeAddress(trx, order, change, context),
        fields,
      ),
    };
  });
}

/** Applies a change without a version: a new note never overwrites another. */
const withoutVersion = <Input extends { staff: Staff; params: { number: string } }>({ staff, params }: Input) => ({
  staff,
  params,
  body: {},
});
