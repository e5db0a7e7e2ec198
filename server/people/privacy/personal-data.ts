import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { PersonalData } from "../../../contract/privacy/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  cartItem,
  cashListEntry,
  contactAnswer,
  contactMessage,
  customer,
  customerNote,
  draftOrder,
  knownNetwork,
  product,
  review,
  variant,
  wishlistItem,
} from "../../platform/database/schema.ts";
import { listAddresses } from "../accounts/address-book.ts";
import { readAccountConsents } from "../accounts/consents.ts";
import { listDevices } from "../accounts/sessions.ts";
import { findSubscription } from "../newsletter/find-subscription.ts";
import { readOrdersOf } from "./personal-orders.ts";
import { listOwnRequests } from "./requests.ts";

/** Reads everything that the shop stores about a customer, except secrets such as the hash of the password. @throws ApiError (404) */
export async function readPersonalData(db: Database, customerId: number, now: Date): Promise<PersonalData> {
  const [account] = await db.select().from(customer).where(eq(customer.id, customerId));
  if (!account) throw new ApiError("not_found", "There is no such customer.");
  const { name, email, mobile, dateOfBirth, street, city, state, pincode, createdAt } = account;
  const subscription = await findSubscription(db, email);
  return {
    about: "Everything this shop stores about you. Amounts are rupees, times are UTC.",
    made_at: now.toISOString(),
    profile: {
      name,
      email,
      mobile,
      date_of_birth: dateOfBirth,
      address: { street, city, state, pincode },
      picture: account.profileImage,
      linked_to_google: account.googleSubject !== null,
      since: createdAt.toISOString(),
    },
    addresses: (await listAddresses(db, customerId)).map(({ _id: _, ...address }) => address),
    orders: await readOrdersOf(db, customerId),
    prepared_orders: await db
      .select({
        name: draftOrder.name,
        mobile: draftOrder.mobile,
        address: draftOrder.address,
        message: draftOrder.message,
        prepared_at: draftOrder.createdAt,
      })
      .from(draftOrder)
      .where(eq(draftOrder.customerId, customerId)),
    cart: await db
      .select({
        product: cartItem.title,
        size: cartItem.label,
        quantity: cartItem.quantity,
        added_at: cartItem.addedAt,
      })
      .from(cartItem)
      .where(eq(cartItem.customerId, customerId)),
    wishlist: await db
      .select({ product: product.title, size: variant.label })
      .from(wishlistItem)
      .innerJoin(product, eq(product.id, wishlistItem.productId))
      .leftJoin(variant, eq(variant.id, wishlistItem.variantId))
      .where(eq(wishlistItem.customerId, customerId)),
    reviews: await db
      .select({ product: product.title, review })
      .from(review)
      .innerJoin(product, eq(product.id, review.productId))
      .where(eq(review.customerId, customerId))
      .then((rows) =>
        rows.map(({ product: title, review: { id: _, productId: __, customerId: ___, ...written } }) => ({
          product: title,
          ...written,
        })),
      ),
    account_consents: await readAccountConsents(db, customerId),
    newsletter: subscription && {
      state: subscription.state,
      signed_up_at: subscription.signedUpAt,
      confirmed_at: subscription.confirmedAt,
      unsubscribed_at: subscription.unsubscribedAt,
    },
    messages: await readMessages(db, email),
    notes_of_staff: await db
      .select({ text: customerNote.text, at: customerNote.at })
      .from(customerNote)
      .where(eq(customerNote.customerId, customerId)),
    devices: (await listDevices(db, customerId, 0)).map(({ userAgent, createdAt: since, lastUsedAt }) => ({
      browser: userAgent,
      since,
      last_used_at: lastUsedAt,
    })),
    // The network itself is stored only as a hash.
    known_networks: await db
      .select({ last_login_at: knownNetwork.seenAt })
      .from(knownNetwork)
      .where(eq(knownNetwork.customerId, customerId)),
    cash_on_delivery: await db
      .select({
        by: cashListEntry.kind,
        value: cashListEntry.value,
        blocked: cashListEntry.isBlocked,
        reason: cashListEntry.reason,
        since: cashListEntry.createdAt,
      })
      .from(cashListEntry)
      .where(
        or(
          and(eq(cashListEntry.kind, "email"), eq(cashListEntry.value, email)),
          and(eq(cashListEntry.kind, "mobile"), eq(cashListEntry.value, mobile)),
        ),
      ),
    privacy_requests: await listOwnRequests(db, customerId),
    shared_with:
      "The payment provider, couriers and the mail service get what they need for your orders and emails; nobody else does.",
  };
}

async function readMessages(db: Database, email: string): Promise<object[]> {
  const messages = await db
    .select()
    .from(contactMessage)
    .where(eq(sql`lower(${contactMessage.email})`, email))
    .orderBy(asc(contactMessage.id));
  const answers = await db
    .select()
    .from(contactAnswer)
    .where(
      inArray(
        contactAnswer.messageId,
        messages.map(({ id }) => id),
      ),
    );
  return messages.map(({ id, reference, name, phone, address, message, createdAt }) => ({
    reference,
    name,
    phone,
    address,
    message,
    at: createdAt,
    answers: answers.filter(({ messageId }) => messageId === id).map(({ text, at }) => ({ text, at })),
  }));
}
