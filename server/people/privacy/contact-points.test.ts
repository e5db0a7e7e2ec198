/**
 * Nobody whose address the shop has can be forgotten by a notice: each table with an address is a source of contact-points.ts, or stands here
 * with the reason. A new table or column fails until somebody has decided.
 */

import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import * as schema from "../../platform/database/schema.ts";
import { CONTACT_SOURCES, OTHER_COLUMNS } from "./contact-points.ts";

/** Tables without an address of a person. */
const HOLDS_NO_ADDRESS: readonly string[] = [
  "agent_order_notice",
  "agent_platform",
  "account_consent",
  "api_token",
  "audit_entry",
  "banner",
  "brand_image",
  "cart_code",
  "cart_item",
  "cart_sample",
  "cash_remittance",
  "category",
  "category_slug",
  "claim_proof",
  "cost_layer",
  "cost_movement",
  "courier_account",
  "courier_service",
  "courier_charge",
  "courier_charge_share",
  "credit_note",
  "credit_note_counter",
  "credit_note_line",
  "delivery_challan",
  "delivery_challan_counter",
  "draft_order_former_link",
  "draft_order_item",
  "feed_visit",
  "fetched_picture",
  "further_invoice",
  "gst_month",
  "gst_rate",
  "idempotency_key",
  "invoice_counter",
  "job",
  "known_network",
  "lot",
  "lot_allocation",
  "milestone",
  "moved_account",
  "moved_people_file",
  "newsletter_campaign",
  "newsletter_confirmation",
  "newsletter_consent",
  "newsletter_recipient",
  "not_found_path",
  "offer",
  "offer_code",
  "offer_redemption",
  "order_edit",
  "order_event",
  "order_exchange",
  "order_item",
  "order_return",
  "order_return_line",
  "order_return_missed_parcel",
  "order_return_parcel",
  "order_return_photo",
  "order_return_requested_size",
  "order_terms",
  "packed_parcel",
  "payment_session",
  "phone_incoming",
  "phone_template",
  "price_change",
  "product_file_stock",
  "product_import",
  "product_import_line",
  "product_import_part",
  "product_import_picture",
  "product_move",
  "product_slug",
  "redirect",
  "provider_event",
  "purchase",
  "purchase_event",
  "purchase_line",
  "receipt_voucher",
  "receipt_voucher_counter",
  "refund_voucher",
  "refund_voucher_counter",
  "review",
  "review_upload",
  "sales_cohort",
  "sales_day",
  "sales_day_change",
  "sales_day_group",
  "sales_day_product",
  "sales_day_state",
  "sales_variant",
  "saved_view",
  "search_word",
  "service_check",
  "session",
  "settled_item",
  "shipment",
  "shipment_item",
  "shipping_holiday",
  "shipping_method",
  "shipping_rate",
  "shipping_version",
  "shipping_zone",
  "signing_key",
  "staff_passkey",
  "staff_recovery_code",
  "staff_role",
  "staff_session",
  "sold_out_time",
  "stock",
  "stock_movement",
  "supplier",
  "testimonial",
  "used_nonce",
  "variant",
  "webhook_delivery",
  "webhook",
  "weight_difference",
  "wishlist_item",
];

const tables = (Object.values(schema) as unknown[]).filter((table): table is PgTable => is(table, PgTable));
const inShop = tables.filter((table) => getTableConfig(table).schema === undefined);
const columns = inShop.flatMap((table) =>
  Object.values(getTableColumns(table)).map((column) => ({
    name: `${getTableName(table)}.${column.name}`,
    type: column.getSQLType(),
  })),
);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const names = columns.map(({ name }) => snake(name));
const sources = Object.values(CONTACT_SOURCES).flatMap((found) => found.flatMap((source) => source.columns));
const tableOf = (column: string) => column.split(".")[0] ?? "";

/** Names of columns that hold an address of a person, whatever their table. */
const ADDRESS = /mail|recipient|reply_to|mobile|phone|address|street|receiver|gift|contact|payout|upi/;
const TEXTUAL = /^(text|jsonb)/;

it("every column whose name says address is a source, or is listed with a reason", () => {
  const textual = columns.filter(({ type }) => TEXTUAL.test(type)).map(({ name }) => snake(name));
  const known = [...sources, ...Object.keys(OTHER_COLUMNS)];
  expect(textual.filter((name) => ADDRESS.test(name.split(".")[1] ?? "") && !known.includes(name))).toEqual([]);
});

it("every table is a source, has listed columns, or is listed as one without addresses", () => {
  const decided = new Set<string>([...[...sources, ...Object.keys(OTHER_COLUMNS)].map(tableOf), ...HOLDS_NO_ADDRESS]);
  expect(inShop.map(getTableName).filter((name) => !decided.has(name))).toEqual([]);
});

it("lists no table or column that is gone", () => {
  expect([...sources, ...Object.keys(OTHER_COLUMNS)].filter((name) => !names.includes(name))).toEqual([]);
  const all = inShop.map(getTableName);
  expect(HOLDS_NO_ADDRESS.filter((name) => !all.includes(name))).toEqual([]);
});

it("every source says what a copy and an erasure do with it, with a reason for what is left out or stays", () => {
  const all = Object.values(CONTACT_SOURCES).flat();
  const reasons = all.flatMap(({ copy, erasure }) => [
    "part" in copy ? copy.part : copy.omitted,
    erasure === "erased" ? erasure : erasure.kept,
  ]);
  expect(reasons).toHaveLength(2 * all.length);
  expect(reasons.filter((reason) => !reason.trim())).toEqual([]);
});
