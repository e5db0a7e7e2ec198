import { asc, eq, inArray, sql } from "drizzle-orm";
import type { PersonalData } from "../../../contract/privacy/schemas.ts";
import { readGiftsTo } from "../../orders/orders/gift-receivers.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  agentCart,
  agentCheckout,
  cartItem,
  cashListEntry,
  contactAnswer,
  contactMessage,
  customerNote,
  draftOrder,
  knownNetwork,
  product,
  review,
  variant,
  wishlistItem,
} from "../../platform/database/schema.ts";
import { readPhoneConsents, readPhoneMessages } from "../../platform/phone-messages/consents.ts";
import { listAddresses } from "../accounts/address-book.ts";
import { readAccountConsents } from "../accounts/consents.ts";
import { isCashListingOf } from "../accounts/erase-account.ts";
import { listDevices } from "../accounts/sessions.ts";
import { findSubscription } from "../newsletter/find-subscription.ts";
import { readOldOrdersOf } from "../old-orders/old-orders.ts";
import { accountIdsOf, type Person } from "./person.ts";
import { readOrdersOf } from "./personal-orders.ts";
import { listRequestsOf } from "./requests.ts";

/** The parts of a copy that name somebody by an address. */
export type CopyPart =
  | "profile"
  | "orders"
  | "assistants"
  | "orders_before"
  | "gifts_received"
  | "newsletter"
  | "messages"
  | "cash_on_delivery"
  | "privacy_requests";

/** What a copy has even of somebody whom the shop does not know. */
const ALWAYS = ["about", "made_at", "privacy_requests", "shared_with"];

/** Whether the shop stores nothing about somebody but their request. */
export const isEmptyCopy = (data: PersonalData): boolean =>
  Object.entries(data).every(
    ([part, found]) => ALWAYS.includes(part) || found === null || (Array.isArray(found) && found.length === 0),
  );

/** Reads everything that the shop stores about somebody, except secrets such as the hash of the password. */
export async function readPersonalData(
  db: Database,
  person: Person,
  now: Date,
): Promise<PersonalData & Record<CopyPart, unknown>> {
  const { account, email, mobile } = person;
  const customerIds = accountIdsOf(person);
  const subscription = await findSubscription(db, email);
  return {
    about: "Everything this shop stores about you. Amounts are rupees, times are UTC.",
    made_at: now.toISOString(),
    profile: null,
    ...(account && (await readAccount(db, account))),
    orders: await readOrdersOf(db, customerIds),
    assistants: await readSentByAssistants(db, email),
    orders_before: await readOldOrdersOf(db, email),
    gifts_received: await readGiftsTo(db, mobile),
    reviews: await db
      .select({ product: product.title, review })
      .from(review)
      .innerJoin(product, eq(product.id, review.productId))
      .where(inArray(review.customerId, customerIds))
      .then((rows) =>
        rows.map(({ product: title, review: { id: _, productId: __, customerId: ___, ...written } }) => ({
          product: title,
          ...written,
        })),
      ),
    newsletter: subscription && {
      state: subscription.state,
      signed_up_at: subscription.signedUpAt,
      confirmed_at: subscription.confirmedAt,
      unsubscribed_at: subscription.unsubscribedAt,
    },
    messages: await readMessages(db, email),
    phone_consents: await readPhoneConsents(db, { customerIds, mobile }),
    phone_messages: await readPhoneMessages(db, { customerIds, mobile }),
    cash_on_delivery: await db
      .select({
        by: cashListEntry.kind,
        value: cashListEntry.value,
        blocked: cashListEntry.isBlocked,
        reason: cashListEntry.reason,
        since: cashListEntry.createdAt,
      })
      .from(cashListEntry)
      .where(isCashListingOf(person)),
    privacy_requests: await listRequestsOf(db, person),
    shared_with:
      "The payment provider, couriers, the mail service and, with your consent, WhatsApp and the SMS service get what they need for your orders, emails and messages; those that “measured_by” of an order names were told of it with your consent; nobody else gets anything.",
  };
}

/** Reads what shopping assistants have sent about somebody for carts and checkouts. */
async function readSentByAssistants(db: Database, email: string) {
  const columns = (table: typeof agentCart | typeof agentCheckout) =>
    db
      .select({ by: table.origin, content: table.content, sent_at: table.createdAt })
      .from(table)
      .where(eq(table.email, email));
  return [...(await columns(agentCart)), ...(await columns(agentCheckout))];
}

/** Reads what belongs to an account alone. */
async function readAccount(db: Database, account: NonNullable<Person["account"]>) {
  const { id: customerId, name, email, mobile, dateOfBirth, street, city, state, pincode, createdAt } = account;
  return {
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
    account_consents: await readAccountConsents(db, customerId),
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
