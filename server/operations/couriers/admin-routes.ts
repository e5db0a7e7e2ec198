import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { isoDayInIndia } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import { findAnyOrder, findKnownOrders, findOrders } from "../../orders/orders/find-order.ts";
import { readOpenBooking } from "../../orders/orders/open-booking.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import type { ApplyAction, StaffActions } from "../../orders/orders/staff/staff-actions.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import {
  type AccountRow,
  addAccount,
  changeAccount,
  checkAccount,
  findAccount,
  listAccounts,
  toAccount,
} from "./accounts.ts";
import { handOver, listBookings, markCancelled, readBookings, requestBooking } from "./bookings.ts";
import { askToCancel } from "./cancel-booking.ts";
import { fetchLabelAgain, printLabels, replaceLabel } from "./labels.ts";
import { readContent, readProposal, requireContent } from "./parcel-content.ts";
import { requestPickup } from "./pickups.ts";
import type { CourierProviders } from "./providers.ts";

interface Deps {
  db: Database;
  providers: CourierProviders;
  staffActions: StaffActions;
}

export function courierAdminRoutes(admin: FastifyInstance, { db, providers, staffActions }: Deps): void {
  const { act, changeEach } = staffActions;
  const readOf = async (number: string) => ({ data: await readBookings(db, await findAnyOrder(db, number)) });

  handleAdmin(admin, adminEndpoints.listCourierAccounts, async () => ({ data: await listAccounts(db, providers) }));
  handleAdmin(admin, adminEndpoints.createCourierAccount, async ({ body, staff: actor }) => ({
    data: toAccount(await addAccount(db, body, { actor, now: new Date() }), providers),
  }));
  handleAdmin(admin, adminEndpoints.changeCourierAccount, async ({ params, body, staff: actor }) => ({
    data: toAccount(await changeAccount(db, Number(params.id), body, { actor, now: new Date() }), providers),
  }));
  handleAdmin(admin, adminEndpoints.checkCourierAccount, async ({ params, staff: actor }) => ({
    data: await checkAccount({ db, providers }, Number(params.id), { actor, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.requestPickup, async ({ params, body, staff: actor }) => ({
    data: await requestPickup({ db, providers }, Number(params.id), body.day, { actor, now: new Date() }),
  }));

  handleAdmin(admin, adminEndpoints.readBookings, ({ params }) => readOf(params.number));
  handleAdmin(admin, adminEndpoints.bookParcel, async ({ params, body: { account: id, ...packing }, staff }) => {
    const account = await findAccount(db, Number(id));
    await act(
      "order.booking_requested",
      { params, staff, body: {} },
      async (trx, order, { now }) => void (await requestBooking(trx, order, { account, packing }, now)),
      { account: account.label, ...packing },
    );
    return readOf(params.number);
  });
  handleAdmin(admin, adminEndpoints.cancelBooking, async ({ params, staff }) => {
    const booking = await askToCancel({ db, providers }, params.number);
    await act(
      "order.booking_cancelled",
      { params, staff, body: {} },
      (trx, order, { now }) => markCancelled(trx, order, booking, now),
      { awb: booking.awb },
    );
    return readOf(params.number);
  });
  handleAdmin(admin, adminEndpoints.fetchCourierLabel, async ({ params, staff }) => {
    const fetched = await fetchLabelAgain({ db, providers }, params.number);
    await act(
      "order.label_fetched",
      { params, staff, body: {} },
      (trx, order, { now }) => replaceLabel(trx, order, fetched, now),
      { awb: fetched.booking.awb },
    );
    return readOf(params.number);
  });
  handleAdmin(admin, adminEndpoints.handOverParcel, async ({ params, staff }) => {
    const open = await readOpenBooking(db, (await findAnyOrder(db, params.number)).id);
    await act("ship", { params, staff, body: {} }, handOver, { courier: open?.courier, awb: open?.awb });
    return readOf(params.number);
  });

  handleAdmin(admin, adminEndpoints.bookParcels, async ({ body, staff }) => {
    const account = await findAccount(db, Number(body.account));
    const orders = [...new Set(body.numbers)].map((number) => ({ number }));
    const apply = bookAsPacked(account);
    return {
      data: {
        results: await changeEach(
          "order.booking_requested",
          staff,
          orders,
          () => apply,
          () => ({
            account: account.label,
          }),
        ),
      },
    };
  });
  handleAdmin(admin, adminEndpoints.handOverParcels, async ({ body, staff }) => {
    const numbers = [...new Set(body.numbers)];
    const known = await listBookings(db, await findKnownOrders(db, numbers));
    const detailsOf = ({ number }: { number: string }) => {
      const booking = known.find((one) => one.number === number)?.booking;
      return { courier: booking?.courier, awb: booking?.awb };
    };
    const orders = numbers.map((number) => ({ number }));
    return { data: { results: await changeEach("ship", staff, orders, () => handOver, detailsOf) } };
  });
  handleAdmin(admin, adminEndpoints.listBookings, async ({ query }) => ({
    data: await listBookings(db, await findOrders(db, listOf(query.numbers))),
  }));
  handleAdmin(admin, adminEndpoints.printCourierLabels, async ({ query, reply }) => {
    const content = await printLabels(db, listOf(query.numbers));
    reply.header("content-disposition", `inline; filename="courier-labels-${isoDayInIndia(new Date())}.pdf"`);
    return content;
  });
}

const listOf = (numbers: string) => [...new Set(numbers.toUpperCase().split(","))];

/** Books a parcel as the same content was packed last, or as its single size is. */
const bookAsPacked =
  (account: AccountRow): ApplyAction =>
  async (trx, order: OrderRow, { now }) => {
    const { grams, lengthMm, widthMm, heightMm } = await readProposal(
      trx,
      requireContent(order, await readContent(trx, order)),
    );
    if (grams === null || lengthMm === null || widthMm === null || heightMm === null)
      throw new ApiError(
        "conflict",
        `What is in the parcel of order ${order.number} was never packed before. Weigh and measure it on the order’s page.`,
      );
    await requestBooking(trx, order, { account, packing: { grams, lengthMm, widthMm, heightMm } }, now);
  };
