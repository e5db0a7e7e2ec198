import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../../contract/admin/endpoints.ts";
import { formatCalendarDay } from "../../../../contract/dates.ts";
import { noteFailedDelivery } from "../../../orders/fulfilment/fulfil-order.ts";
import { readParcels } from "../../../orders/orders/read-parcels.ts";
import type { StaffActions } from "../../../orders/orders/staff/staff-actions.ts";
import type { Database } from "../../../platform/database/database.ts";
import { handleAdmin } from "../../../platform/http/admin-endpoints.ts";
import { answerFailedDelivery } from "./answer-failed-delivery.ts";
import { closeFailedDelivery, listFailedDeliveries, readListed } from "./list-failed-deliveries.ts";
import { openFailedDelivery } from "./open-failed-delivery.ts";

interface Deps {
  db: Database;
  staffActions: StaffActions;
}

export function failedDeliveryAdminRoutes(admin: FastifyInstance, { db, staffActions: { act } }: Deps): void {
  handleAdmin(admin, adminEndpoints.noteFailedDelivery, async (input) => {
    const { again, reason } = input.body;
    const apply = act(
      "delivery-failed",
      input,
      async (trx, order, context) => {
        const changed = await noteFailedDelivery(trx, order, again, context.now);
        const parcel = (await readParcels(trx, order.id)).at(-1);
        const failure = { reason, detail: "", at: context.now, again: formatCalendarDay(again) };
        if (parcel) await openFailedDelivery(trx, changed, parcel, failure, context);
        return changed;
      },
      { again, reason },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.listFailedDeliveries, async ({ query, staff }) => ({
    data: await listFailedDeliveries(db, query, staff, new Date()),
  }));
  handleAdmin(admin, adminEndpoints.answerFailedDelivery, async ({ params, body, staff }) => {
    const [id, now] = [Number(params.id), new Date()];
    await answerFailedDelivery(db, id, body, { actor: staff, now });
    return { data: await readListed(db, id, staff, now) };
  });
  handleAdmin(admin, adminEndpoints.closeFailedDelivery, async ({ params, body, staff }) => {
    const [id, now] = [Number(params.id), new Date()];
    await closeFailedDelivery(db, id, body, { actor: staff, now });
    return { data: await readListed(db, id, staff, now) };
  });
}
