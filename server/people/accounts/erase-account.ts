/**
 * Erases an account. The customer's row, which orders and remaining reviews refer to, stays without personal data; orders and invoices
 * retain their copies of name and addresses as the law requires. Everything else is deleted. Triggers reject concurrent requests that would
 * store something afterwards.
 */

import { and, desc, eq, exists, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import { formatDay } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import { daysAfter } from "../../base/time.ts";
import { stopPurchaseEvents } from "../../orders/measurement/consents.ts";
import { isGiftTo } from "../../orders/orders/gift-receivers.ts";
import { OPEN_STATES } from "../../orders/orders/lifecycle.ts";
import { hasOpenRefund } from "../../orders/payment-records/refunds.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import {
  address,
  agentCart,
  agentCheckout,
  cartCode,
  cartItem,
  cartSample,
  cashListEntry,
  courierLabel,
  customer,
  customerNote,
  customerOrder,
  draftOrder,
  failedDelivery,
  incidentNotice,
  incidentRecipient,
  knownNetwork,
  oneTimeCode,
  orderNote,
  orderReturn,
  orderReturnPhoto,
  packedParcel,
  parcelBooking,
  parcelScan,
  privacyRequest,
  resetToken,
  review,
  reviewUpload,
  shipment,
  wishlistItem,
} from "../../platform/database/schema.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { queueRemoval } from "../../platform/media/removal.ts";
import { erasePhoneData } from "../../platform/phone-messages/consents.ts";
import { publishAuthor, publishReviews } from "../../shop/reviews/reviews.ts";
import { deleteClosedMessagesOf } from "../contact/delete-messages.ts";
import { unsubscribeEmail } from "../newsletter/unsubscribe.ts";
import { deleteOldOrdersOf } from "../old-orders/old-orders.ts";
import { rememberErasure } from "./erased-emails.ts";
import { accountClosedEmail } from "./notice-emails.ts";
import { deleteProfileImage } from "./profile-image.ts";
import { endSessionsOf } from "./sessions.ts";

/** The domain of the placeholders for erased emails. */
export const ERASED_DOMAIN = "@closed.invalid";

/** For how long a block from cash on delivery survives an erasure, so that closing an account does not lift it. */
const BLOCKED_DAYS = 365;

/** Replaces the author's name on retained reviews. */
const FORMER_NAME = "Former customer";

interface Owner {
  id: number;
  publicId: string;
  email: string;
  name: string;
  mobile: string;
  profileImage: string | null;
}

/**
 * Erases the account of a customer whose row is locked and open, and emails the customer about it.
 * @returns files of deleted reviews, for `deleteUploads` after the commit
 */
export async function eraseAccount(
  trx: DatabaseOrTransaction,
  owner: Owner,
  options: { deleteReviews: boolean; sender: MailSender; codeSecret: string; now: Date },
): Promise<string[]> {
  const { id, email } = owner;
  await publishAuthor(trx, id);
  const files = await eraseTraces(trx, { email, mobile: "", customerIds: [id] }, options);
  await endSessionsOf(trx, id);
  for (const table of [address, cartCode, cartSample, cartItem, customerNote, draftOrder, wishlistItem, knownNetwork])
    await trx.delete(table).where(eq(table.customerId, id));
  const isBlocked = (await trx.$count(cashListEntry, isCashListingOf({ email, mobile: "" }))) > 0;
  await queueMail(trx, { to: email, ...accountClosedEmail(options.sender, owner.name, { isBlocked }) }, options.now);
  await trx
    .update(customer)
    .set({
      email: `closed-${owner.publicId}${ERASED_DOMAIN}`,
      name: FORMER_NAME,
      profileImage: null,
      passwordHash: null,
      googleSubject: null,
      dateOfBirth: null,
      mobile: "",
      street: "",
      city: "",
      state: "",
      pincode: "",
      closedAt: options.now,
    })
    .where(eq(customer.id, id));
  if (owner.profileImage !== null) await deleteProfileImage(trx, owner.profileImage);
  return files;
}

/** By what somebody is found. */
interface Traces {
  /** In lower case. */
  email: string;
  /** That staff has confirmed: who could type the number of a blocked buyer would take it off the list. Empty without one. */
  mobile: string;
  customerIds: readonly number[];
}

/**
 * Deletes what is stored about somebody outside of the account's own tables, with an account or without: closed messages, staff's notes and
 * photos of returns of the orders, couriers' labels, texts of requests, and entries of lists; ends the newsletter, and what services are still to be told.
 * @returns files of deleted reviews, for `deleteUploads` after the commit
 */
export async function eraseTraces(
  trx: DatabaseOrTransaction,
  traces: Traces,
  { deleteReviews: withReviews, codeSecret, now }: { deleteReviews: boolean; codeSecret: string; now: Date },
): Promise<string[]> {
  const { email, customerIds } = traces;
  await rememberErasure(trx, email, { codeSecret, now });
  await deleteOldOrdersOf(trx, email);
  await deleteClosedMessagesOf(trx, email);
  await trx.delete(agentCart).where(eq(agentCart.email, email));
  // What became an order stays known as that, without what was sent.
  await trx.update(agentCheckout).set({ content: null, email: null }).where(eq(agentCheckout.email, email));
  await deleteReturnPhotos(trx, customerIds);
  await trx.delete(orderNote).where(inArray(orderNote.orderId, ordersOf(trx, customerIds)));
  await emptyBookings(trx, customerIds);
  await stopPurchaseEvents(trx, customerIds);
  await erasePhoneData(trx, traces, codeSecret);
  const files = withReviews ? await deleteReviews(trx, customerIds) : [];
  await eraseRequestsOf(trx, email, customerIds);
  await deleteContactEntries(trx, traces, now);
  await unsubscribeEmail(trx, email, "The data was erased", now);
  return files;
}

const ordersOf = (trx: DatabaseOrTransaction, customerIds: readonly number[]) =>
  trx
    .select({ id: customerOrder.id })
    .from(customerOrder)
    .where(inArray(customerOrder.customerId, [...customerIds]));

/** Deletes couriers' labels and packers' photos of parcels, and empties what couriers have said about parcels; who carried them, and what for, stays with the orders. */
async function emptyBookings(trx: DatabaseOrTransaction, customerIds: readonly number[]): Promise<void> {
  const bookings = trx
    .select({ id: parcelBooking.id })
    .from(parcelBooking)
    .innerJoin(customerOrder, eq(customerOrder.id, parcelBooking.orderId))
    .where(inArray(customerOrder.customerId, [...customerIds]));
  const parcels = trx
    .select({ id: shipment.id })
    .from(shipment)
    .innerJoin(customerOrder, eq(customerOrder.id, shipment.orderId))
    .where(inArray(customerOrder.customerId, [...customerIds]));
  await trx.delete(courierLabel).where(inArray(courierLabel.bookingId, bookings));
  const { orderId } = packedParcel;
  await trx
    .update(packedParcel)
    .set({ photo: null })
    .where(inArray(orderId, ordersOf(trx, customerIds)));
  await trx.update(parcelScan).set({ text: "" }).where(inArray(parcelScan.bookingId, bookings));
  await trx
    .update(failedDelivery)
    .set({ detail: "", mobile: "", note: "", providerAnswer: "" })
    .where(inArray(failedDelivery.shipmentId, parcels));
  await trx.update(parcelBooking).set({ detail: "" }).where(inArray(parcelBooking.id, bookings));
}

/** Empties the texts of requests, and replaces the email of closed ones; an open one has to be answered yet. */
async function eraseRequestsOf(trx: DatabaseOrTransaction, email: string, customerIds: readonly number[]) {
  const { customerId, reference, state } = privacyRequest;
  const texts = { message: "", mobile: "", identification: "", reason: "" };
  await trx
    .update(privacyRequest)
    .set(texts)
    .where(inArray(customerId, [...customerIds]));
  await trx
    .update(privacyRequest)
    .set({ ...texts, email: sql`lower('closed-' || ${reference} || ${ERASED_DOMAIN})` })
    .where(and(eq(privacyRequest.email, email), ne(state, "open")));
}

/** The entries for somebody on the lists for cash on delivery. */
export const isCashListingOf = ({ email, mobile }: Pick<Traces, "email" | "mobile">) =>
  or(
    and(eq(cashListEntry.kind, "email"), eq(cashListEntry.value, email)),
    and(eq(cashListEntry.kind, "mobile"), eq(cashListEntry.value, mobile)),
  );

/** Deletes email and mobile number from lists that name customers by them. What blocks them from cash ends a year later. */
async function deleteContactEntries(trx: DatabaseOrTransaction, { email, mobile }: Traces, now: Date) {
  const endsAt = daysAfter(now, BLOCKED_DAYS);
  const listings = isCashListingOf({ email, mobile });
  await trx.delete(cashListEntry).where(and(listings, eq(cashListEntry.isBlocked, false)));
  await trx
    .update(cashListEntry)
    .set({ reason: `The data was erased; the block ends on ${formatDay(endsAt)}.`, endsAt })
    .where(listings);
  const others = sql`select listed from jsonb_array_elements_text(${incidentNotice.emails}) as listed where lower(trim(listed)) <> ${email}`;
  await trx
    .update(incidentNotice)
    .set({ emails: sql`to_jsonb(array(${others}))` })
    .where(sql`jsonb_array_length(${incidentNotice.emails}) > (select count(*) from (${others}) as others)`);
  // The email of a notice that is being sent stays until it has the notice, which the law demands.
  const stopped = trx
    .select({ one: sql`1` })
    .from(incidentNotice)
    .where(and(eq(incidentNotice.id, incidentRecipient.noticeId), eq(incidentNotice.state, "stopped")));
  await trx
    .delete(incidentRecipient)
    .where(and(eq(incidentRecipient.email, email), or(isNotNull(incidentRecipient.messageId), exists(stopped))));
}

/**
 * Deletes codes and reset links of an email. Call it before the customer is locked, as everywhere, so that concurrent requests do not
 * deadlock.
 */
export async function deleteCodesOf(trx: DatabaseOrTransaction, email: string): Promise<void> {
  await trx.delete(oneTimeCode).where(eq(oneTimeCode.email, email));
  await trx.delete(resetToken).where(eq(resetToken.email, email));
}

/**
 * Lists the numbers of orders that prevent an erasure, newest first: open orders, and those with a pending refund.
 * @param receiver the mobile number of a receiver of gifts, whose orders count too
 */
export async function listOpenOrders(
  db: DatabaseOrTransaction,
  customerIds: readonly number[],
  receiver = "",
): Promise<string[]> {
  const open = await db
    .select({ number: customerOrder.number })
    .from(customerOrder)
    .where(
      and(
        or(inArray(customerOrder.customerId, [...customerIds]), isGiftTo(receiver)),
        or(inArray(customerOrder.state, [...OPEN_STATES]), hasOpenRefund(db)),
      ),
    )
    .orderBy(desc(customerOrder.id));
  return open.map(({ number }) => number);
}

/** @throws ApiError (409) */
export async function requireNoOpenOrders(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  const open = await listOpenOrders(trx, [customerId]);
  const [first] = open;
  if (!first) return;
  const which =
    open.length === 1
      ? `Order ${first} is still open.`
      : `${open.length} of your orders are still open, ${first} among them.`;
  throw new ApiError(
    "open_orders",
    `${which} You can delete your account once every order has been delivered, cancelled or refunded.`,
  );
}

/** Deletes the photos of the customers' returns, with their files. */
async function deleteReturnPhotos(trx: DatabaseOrTransaction, customerIds: readonly number[]): Promise<void> {
  const own = trx
    .select({ id: orderReturn.id })
    .from(orderReturn)
    .innerJoin(customerOrder, eq(customerOrder.id, orderReturn.orderId))
    .where(inArray(customerOrder.customerId, [...customerIds]));
  const deleted = await trx
    .delete(orderReturnPhoto)
    .where(inArray(orderReturnPhoto.returnId, own))
    .returning({ path: orderReturnPhoto.path });
  await queueRemoval(
    trx,
    deleted.map(({ path }) => path),
  );
}

/** @returns the files of the reviews, for `deleteUploads` */
async function deleteReviews(trx: DatabaseOrTransaction, customerIds: readonly number[]): Promise<string[]> {
  const files = await trx
    .select({ path: reviewUpload.path })
    .from(reviewUpload)
    .where(inArray(reviewUpload.customerId, [...customerIds]))
    .for("update");
  const deleted = await trx
    .delete(review)
    .where(inArray(review.customerId, [...customerIds]))
    .returning({ productId: review.productId });
  publishReviews(
    trx,
    deleted.map(({ productId }) => productId),
  );
  return files.map(({ path }) => path);
}
