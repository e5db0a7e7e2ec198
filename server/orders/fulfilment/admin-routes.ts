import type { FastifyInstance } from "fastify";
import { DOCUMENTS_WITH_PHONE, maySee } from "../../../contract/admin/contact-details.ts";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { OrderAction } from "../../../contract/admin/order-actions.ts";
import type { Selection } from "../../../contract/admin/order-bulk.ts";
import { ORDER_BADGES } from "../../../contract/orders/badges.ts";
import { ApiError } from "../../base/errors.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../platform/http/csv-download.ts";
import { permissionMissing, type Staff } from "../../platform/http/staff-sessions.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import type { LotRule } from "../../selling/stock/manage-lots.ts";
import { selectedNumbers } from "../orders/staff/selected-orders.ts";
import type { ApplyAction, StaffActions } from "../orders/staff/staff-actions.ts";
import { deliverParcel, markParcelLost, receiveParcelBack, sendParcelOut } from "./change-parcel.ts";
import { deliverOrder, packOrder, processOrder, sendOutForDelivery, shipOrder } from "./fulfil-order.ts";
import { markOrderLost, receiveOrderBack } from "./mark-lost.ts";
import { printOrders } from "./print-orders.ts";
import { deliverReplacement, shipReplacement } from "./replacements.ts";
import { readLotPage, readLotReceivers, recallBy, recallOrdersBy, reinstateBy } from "./staff-recall.ts";
import { correctParcel, undoStep } from "./undo-step.ts";

interface Deps {
  db: Database;
  media: MediaLibrary;
  staffActions: StaffActions;
  readRule: () => Promise<LotRule>;
  readSender: (origin: string) => Promise<MailSender>;
  readSettings: () => Promise<ShopSettings>;
}

export function fulfilmentAdminRoutes(
  admin: FastifyInstance,
  { db, media, staffActions: { act, actWithMoney, changeEach }, readRule, readSender, readSettings }: Deps,
): void {
  handleAdmin(admin, adminEndpoints.readLot, async ({ params, query: { after }, staff }) => ({
    data: await readLotPage(db, params.number, staff, after === undefined ? 0 : Number(after)),
  }));
  handleAdmin(admin, adminEndpoints.recallLot, async ({ params, body, staff: actor }) => ({
    data: await recallBy(db, params.number, body.reason, { actor, rule: await readRule() }),
  }));
  handleAdmin(admin, adminEndpoints.recallOrders, async ({ params, body: { mail, after }, staff: actor }) => ({
    data: await recallOrdersBy(
      db,
      params.number,
      { mail, after: after === undefined ? 0 : Number(after) },
      { actor, readSender },
    ),
  }));
  handleAdmin(admin, adminEndpoints.exportLotReceivers, async ({ params, staff: actor, reply }) =>
    csvResponse(reply, "receivers-to-call.csv", await readLotReceivers(db, params.number, actor)),
  );
  handleAdmin(admin, adminEndpoints.reinstateLot, async ({ params, staff: actor }) => ({
    data: await reinstateBy(db, params.number, { actor, rule: await readRule() }),
  }));
  handleAdmin(admin, adminEndpoints.processOrder, async (input) => ({
    data: await act("process", input, (trx, order, { now }) => processOrder(trx, order, now)),
  }));
  handleAdmin(admin, adminEndpoints.packOrder, async (input) => ({
    data: await act("pack", input, (trx, order, { now }) => packOrder(trx, order, now)),
  }));
  handleAdmin(admin, adminEndpoints.shipOrder, async (input) => {
    const { version: _, labelChecked: isLabelChecked = false, ewayBill, ...parcel } = input.body;
    const apply = act(
      "ship",
      input,
      (trx, order, context) => shipOrder(trx, order, { ...parcel, ewayBill, isLabelChecked }, context),
      { ...parcel, ...(ewayBill && { ewayBill }), ...(isLabelChecked && { labelChecked: true }) },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.changeParcel, async (input) => {
    const { awb } = input.params;
    const { state } = input.body;
    const apply = state === "delivered" ? deliverParcel : sendParcelOut;
    const details = { awb, parcel: state };
    return {
      data: await act("order.parcel_changed", input, (trx, order, context) => apply(trx, order, awb, context), details),
    };
  });
  handleAdmin(admin, adminEndpoints.creditParcel, async (input) => {
    const { awb } = input.params;
    const { state, keepOffers: keepsOffers, sendAgain: sendsAgain, restock } = input.body;
    if (state === "lost" && restock) throw ApiError.ofField("restock", "Nothing of a lost parcel can be restocked.");
    const apply = state === "lost" ? markParcelLost : receiveParcelBack;
    const details = {
      awb,
      parcel: state,
      ...(keepsOffers && { keepOffers: true }),
      ...(sendsAgain && { sendAgain: true }),
      ...(restock && { restock }),
    };
    return {
      data: await actWithMoney(
        "order.parcel_changed",
        input,
        (trx, order, context) => apply(trx, order, awb, { ...context, keepsOffers, sendsAgain, restock }),
        details,
      ),
    };
  });
  handleAdmin(admin, adminEndpoints.sendOrderOut, async (input) => ({
    data: await act("out-for-delivery", input, sendOutForDelivery),
  }));
  handleAdmin(admin, adminEndpoints.deliverOrder, async (input) => ({
    data: await act("deliver", input, deliverOrder),
  }));
  handleAdmin(admin, adminEndpoints.markLost, async (input) => ({
    data: await actWithMoney("lost", input, markOrderLost),
  }));
  handleAdmin(admin, adminEndpoints.receiveParcelBack, async (input) => ({
    data: await actWithMoney("came-back", input, receiveOrderBack),
  }));
  handleAdmin(admin, adminEndpoints.shipReplacement, async (input) => {
    const { courier, awb } = input.body;
    const apply = act(
      "ship-replacement",
      input,
      (trx, order, context) => shipReplacement(trx, order, { courier, awb }, context),
      { courier, awb },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.deliverReplacement, async (input) => ({
    data: await act("deliver-replacement", input, (trx, order, { now }) => deliverReplacement(trx, order, now)),
  }));
  handleAdmin(admin, adminEndpoints.correctParcel, async (input) => {
    const { version: _, ...parcel } = input.body;
    const { awb } = input.params;
    const apply = act(
      "order.parcel_corrected",
      input,
      (trx, order, context) => correctParcel(trx, order, awb, parcel, context),
      { ...parcel, insteadOf: awb },
    );
    return { data: await apply };
  });
  handleAdmin(admin, adminEndpoints.undoOrderStep, async (input) => ({
    data: await act("undo-step", input, undoStep),
  }));
  const changeSelected = async (
    action: OrderAction,
    { staff, body }: { staff: Staff; body: Selection },
    apply: ApplyAction,
  ) => {
    const orders = (await selectedNumbers(db, body, staff.permissions)).map((number) => ({ number }));
    return { data: { results: await changeEach(action, staff, orders, () => apply) } };
  };
  handleAdmin(admin, adminEndpoints.packOrders, (input) =>
    changeSelected("pack", input, (trx, order, { now }) => packOrder(trx, order, now)),
  );
  handleAdmin(admin, adminEndpoints.sendOrdersOut, (input) =>
    changeSelected("out-for-delivery", input, sendOutForDelivery),
  );
  handleAdmin(admin, adminEndpoints.deliverOrders, (input) => changeSelected("deliver", input, deliverOrder));
  handleAdmin(admin, adminEndpoints.undoOrderSteps, ({ staff, body: { state, numbers } }) =>
    changeSelected("undo-step", { staff, body: { numbers } }, (trx, order, context) => {
      if (order.state === state) return undoStep(trx, order, context);
      const is = `is ${ORDER_BADGES[order.state]}, no longer ${ORDER_BADGES[state]}`;
      throw new ApiError("wrong_order_state", `Order ${order.number} ${is}.`);
    }),
  );
  handleAdmin(admin, adminEndpoints.shipOrders, async ({ staff, body }) => {
    const results = await changeEach(
      "ship",
      staff,
      body.parcels,
      ({ courier, awb }) =>
        (trx, order, context) =>
          shipOrder(trx, order, { courier, awb }, context),
      ({ courier, awb }) => ({ courier, awb }),
    );
    return { data: { results } };
  });
  handleAdmin(admin, adminEndpoints.printOrders, async ({ query, reply, staff }) => {
    const { document, numbers } = query;
    if (DOCUMENTS_WITH_PHONE.includes(document) && !maySee("phone", staff.permissions))
      throw permissionMissing("fulfil_orders");
    const content = await printOrders(
      { db, media },
      document,
      [...new Set(numbers.toUpperCase().split(","))],
      await readSettings(),
    );
    reply.header("content-disposition", `inline; filename="${document}s.pdf"`);
    return content;
  });
}
