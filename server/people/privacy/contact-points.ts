/**
 * Where the shop has addresses of people: emails, mobile numbers and postal addresses. What must reach everybody concerned reads them here,
 * and each says what a copy of somebody's data and an erasure do with it. A new table or column fails contact-points.test.ts until it stands here.
 */

import { type SQL, sql } from "drizzle-orm";
import type { PersonKind } from "../../../contract/privacy/schemas.ts";
import {
  agentCart,
  agentCheckout,
  cashListEntry,
  contactMessage,
  customer,
  customerOrder,
  mail,
  newsletterSubscriber,
  oldOrder,
  oneTimeCode,
  privacyRequest,
  resetToken,
  staffInvitation,
  staffMember,
} from "../../platform/database/schema.ts";
import { ERASED_DOMAIN } from "../accounts/erase-account.ts";
import type { CopyPart } from "./personal-data.ts";

/** Rows of one kind of people. Each expression is null where the shop does not have it. */
interface ContactSource {
  from: SQL;
  where?: SQL;
  email: SQL;
  name?: SQL;
  mobile?: SQL;
  /** The postal address in one line. */
  address?: SQL;
  /** The columns that it reads, as `table.column`. */
  columns: readonly string[];
  /** The part of a copy of somebody's data with these rows, or why there is none. */
  copy: { part: CopyPart } | { omitted: string };
  /** Whether an erasure leaves an email or number there, and why. */
  erasure: "erased" | { kept: string };
}

const ofAddress = (address: SQL) =>
  sql`concat_ws(', ', ${address} ->> 'street', ${address} ->> 'city', ${address} ->> 'state', ${address} ->> 'pincode')`;
const shippingAddress = ofAddress(sql`${customerOrder.shippingAddress}`);

const OF_LAW = "the law wants orders and invoices for eight years";
const BLOCKED = "a block ends a year later, so that closing an account does not lift it; what allows is erased";
const MINUTES = "valid for minutes";
const A_MONTH = "deleted a month after it was sent";
const EMPLOYED = "of those who work for the shop, not of its customers";

/** The sources of each kind, each with everybody of it, whatever has become of account, order or subscription. */
export const CONTACT_SOURCES: Readonly<Record<PersonKind, readonly [ContactSource, ...ContactSource[]]>> = {
  accounts: [
    {
      from: sql`${customer}`,
      // A deleted account has no address any more; its orders do.
      where: sql`${customer.closedAt} is null`,
      email: sql`${customer.email}`,
      name: sql`${customer.name}`,
      mobile: sql`${customer.mobile}`,
      address: sql`concat_ws(', ', nullif(${customer.street}, ''), nullif(${customer.city}, ''), nullif(${customer.state}, ''), nullif(${customer.pincode}, ''))`,
      columns: ["customer.email", "customer.mobile", "customer.street"],
      copy: { part: "profile" },
      erasure: "erased",
    },
  ],
  orders: [
    {
      from: sql`${customerOrder}`,
      email: sql`${customerOrder.email}`,
      name: sql`${customerOrder.customerName}`,
      mobile: sql`${customerOrder.mobile}`,
      address: shippingAddress,
      columns: [
        "customer_order.email",
        "customer_order.mobile",
        "customer_order.shipping_address",
        "customer_order.billing_address",
      ],
      copy: { part: "orders" },
      erasure: { kept: OF_LAW },
    },
    {
      from: sql`${oldOrder}`,
      email: sql`${oldOrder.email}`,
      name: sql`${oldOrder.name}`,
      columns: ["old_order.email"],
      copy: { part: "orders_before" },
      erasure: "erased",
    },
  ],
  gift_receivers: [
    {
      from: sql`${customerOrder}`,
      where: sql`jsonb_typeof(${customerOrder.gift} -> 'receiver') = 'object'`,
      email: sql`null::text`,
      name: sql`${customerOrder.gift} -> 'receiver' ->> 'name'`,
      mobile: sql`${customerOrder.gift} -> 'receiver' ->> 'mobile'`,
      address: shippingAddress,
      columns: ["customer_order.gift"],
      copy: { part: "gifts_received" },
      erasure: "erased",
    },
  ],
  assistants: [
    {
      from: sql`${agentCart}`,
      where: sql`${agentCart.email} is not null`,
      email: sql`${agentCart.email}`,
      columns: ["agent_cart.email", "agent_cart.content"],
      copy: { part: "assistants" },
      erasure: "erased",
    },
    {
      from: sql`${agentCheckout}`,
      where: sql`${agentCheckout.email} is not null`,
      email: sql`${agentCheckout.email}`,
      columns: ["agent_checkout.email", "agent_checkout.content"],
      copy: { part: "assistants" },
      erasure: "erased",
    },
  ],
  subscribers: [
    {
      from: sql`${newsletterSubscriber}`,
      email: sql`${newsletterSubscriber.email}`,
      columns: ["newsletter_subscriber.email"],
      copy: { part: "newsletter" },
      erasure: { kept: "the proof of consent" },
    },
  ],
  messages: [
    {
      from: sql`${contactMessage}`,
      email: sql`${contactMessage.email}`,
      name: sql`${contactMessage.name}`,
      mobile: sql`${contactMessage.phone}`,
      address: sql`${contactMessage.address}`,
      columns: ["contact_message.email", "contact_message.phone", "contact_message.address"],
      copy: { part: "messages" },
      erasure: "erased",
    },
  ],
  cash_lists: [
    {
      from: sql`${cashListEntry}`,
      where: sql`${cashListEntry.kind} = 'email'`,
      email: sql`${cashListEntry.value}`,
      columns: ["cash_list_entry.value"],
      copy: { part: "cash_on_delivery" },
      erasure: { kept: BLOCKED },
    },
    {
      // The emails of the orders with a listed mobile number; without any, the number alone.
      from: sql`${cashListEntry} left join ${customerOrder} on ${customerOrder.mobile} = ${cashListEntry.value}`,
      where: sql`${cashListEntry.kind} = 'mobile'`,
      email: sql`${customerOrder.email}`,
      name: sql`${customerOrder.customerName}`,
      mobile: sql`${cashListEntry.value}`,
      columns: ["cash_list_entry.value"],
      copy: { part: "cash_on_delivery" },
      erasure: { kept: BLOCKED },
    },
  ],
  codes: [
    {
      from: sql`${oneTimeCode}`,
      email: sql`${oneTimeCode.email}`,
      columns: ["one_time_code.email"],
      copy: { omitted: MINUTES },
      erasure: "erased",
    },
    {
      from: sql`${resetToken}`,
      email: sql`${resetToken.email}`,
      columns: ["reset_token.email"],
      copy: { omitted: MINUTES },
      erasure: "erased",
    },
  ],
  mails: [
    {
      from: sql`${mail}`,
      email: sql`${mail.recipient}`,
      columns: ["mail.recipient"],
      copy: { omitted: "the recipient has the emails" },
      erasure: { kept: A_MONTH },
    },
    {
      from: sql`${mail}`,
      where: sql`${mail.replyTo} is not null`,
      email: sql`${mail.replyTo}`,
      columns: ["mail.reply_to"],
      copy: { omitted: "the message is in the copy" },
      erasure: { kept: A_MONTH },
    },
  ],
  staff: [
    {
      from: sql`${staffMember}`,
      email: sql`${staffMember.email}`,
      name: sql`${staffMember.name}`,
      columns: ["staff_member.email"],
      copy: { omitted: EMPLOYED },
      erasure: { kept: EMPLOYED },
    },
    {
      from: sql`${staffInvitation}`,
      email: sql`${staffInvitation.email}`,
      columns: ["staff_invitation.email"],
      copy: { omitted: EMPLOYED },
      erasure: { kept: EMPLOYED },
    },
  ],
  privacy_requests: [
    {
      from: sql`${privacyRequest}`,
      where: sql`${privacyRequest.email} not like ${`%${ERASED_DOMAIN}`}`,
      email: sql`${privacyRequest.email}`,
      mobile: sql`${privacyRequest.mobile}`,
      columns: ["privacy_request.email", "privacy_request.mobile"],
      copy: { part: "privacy_requests" },
      erasure: "erased",
    },
  ],
};

const OWN = "the customer's, whom the notice reaches by the account";
const OF_ORDER = "the customer's of an order, whom the notice reaches by the order";
const OF_NOTICE = "the recipients of a notice";
const SHORT = "addresses of login and sign-up attempts, for a day at most; codes and accounts have the email";
const OF_SHOP = "the shop's own or a business's, or published";

/** The other columns with an address, or a text that may have one, and why a notice does not read them. */
export const OTHER_COLUMNS: Readonly<Record<string, string>> = {
  "printed_label.receiver_hash": "a hash, from which no address can be read",
  "erased_email.email_hash": "a keyed hash, from which no email can be read",
  "product_move_part.bytes":
    "a file of a move; one with customers or orders is deleted once it is stored, or after a week",
  "staff_sign_in_failure.email_hash": "a keyed hash, from which no email can be read",
  "address.street": OWN,
  "address.mobile": OWN,
  "customer.profile_image": OWN,
  "courier_push.body":
    "of a parcel, whose customer the notice reaches by the order; emptied when it is read, unless it is not understood: then kept for 30 days",
  "failed_delivery.mobile": OF_ORDER,
  "failed_delivery.note": OF_ORDER,
  "parcel_booking.receiver_hash": "a hash, from which no address can be read",
  "courier_label.pdf": OF_ORDER,
  "parcel_scan.text": OF_ORDER,
  "phone_consent.mobile": OF_ORDER,
  "phone_consent.mobile_hash": "a keyed hash, from which no number can be read",
  "phone_message.mobile": OF_ORDER,
  "phone_message.values": OF_ORDER,
  "phone_number.mobile": OF_ORDER,
  "draft_order.mobile": OWN,
  "draft_order.address": OWN,
  "draft_order.message": OWN,
  "customer_note.text": OWN,
  "privacy_request.message": "of a request, whose requester the notice reaches",
  "privacy_request.reason": "of a request, whose requester the notice reaches",
  "privacy_request.identification": "of a request, whose requester the notice reaches",
  "customer_order.seller": OF_SHOP,
  "issued_document.content": OF_ORDER,
  "order_note.text": OF_ORDER,
  "payment.detail": OF_ORDER,
  "payment.failure": OF_ORDER,
  "refund.payout_to": OF_ORDER,
  "refund.note": OF_ORDER,
  "dispute_text.text": OF_ORDER,
  "dispute.explanation": OF_ORDER,
  "contact_answer.text": "to the sender of a message, whom the notice reaches",
  "mail.subject": "of a mail, whose recipient the notice reaches",
  "mail.text": "of a mail, whose recipient the notice reaches",
  "mail.html": "of a mail, whose recipient the notice reaches",
  "mail.last_error": "of a mail, whose recipient the notice reaches",
  "incident.description": "written by staff, not read by programs",
  "incident.affected": "written by staff, not read by programs",
  "incident_letter.contact": OF_SHOP,
  "incident_letter.emails": OF_NOTICE,
  "incident_recipient.email": OF_NOTICE,
  "incident_recipient.message_id": OF_NOTICE,
  "rate_limit.key": SHORT,
  "setting.value": OF_SHOP,
  "content_page.sections": OF_SHOP,
  "content_version.text": OF_SHOP,
  "content_list.entries": OF_SHOP,
  "faq.answer": OF_SHOP,
  "product.manufacturer": OF_SHOP,
  "product.packer": OF_SHOP,
  "product.importer": OF_SHOP,
};

/** Normalises an email in SQL as `canonicalEmail` does; null for what cannot be one. */
const sqlEmail = (email: SQL) => sql`case when ${email} like '%_@_%' then lower(btrim(${email})) end`;

/** Selects the people of a source: kind, email, name, mobile, address; the last four may be null. */
export function selectPeople(kind: PersonKind, { from, where, ...source }: ContactSource, only?: SQL): SQL {
  const { email, name = sql`null::text`, mobile = sql`null::text`, address = sql`null::text` } = source;
  const conditions = [where, only].filter((condition) => condition !== undefined);
  return sql`select ${kind}::text as kind, ${sqlEmail(email)} as email, nullif(btrim(${name}), '') as name,
    nullif(btrim(${mobile}), '') as mobile, nullif(${address}, '') as address
    from ${from}${conditions.length > 0 ? sql` where ${sql.join(conditions, sql` and `)}` : sql``}`;
}
