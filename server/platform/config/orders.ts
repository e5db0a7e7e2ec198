/** Limits, dates, prices and documents of orders, and the payment window. */

import { z } from "zod";
import { BRAND_COLOR } from "../../../contract/brand-colors.ts";
import { SHORT_WEEKDAYS } from "../../../contract/dates.ts";
import {
  FIRST_PREFIXES,
  FIXED_PREFIXES,
  MAX_DOCUMENT_NUMBER,
  MAX_DOCUMENT_PREFIX,
} from "../../../contract/orders/document-prefixes.ts";
import { ORDER_PREFIX } from "../../../contract/orders/order-number.ts";
import { plainCode } from "../../../contract/written-numbers.ts";
import { colour, flag, line, lines, wholeNumber } from "./formats.ts";
import { define } from "./setting.ts";

const documentPrefix = z
  .string()
  .overwrite(plainCode)
  .regex(
    new RegExp(`^[A-Z][A-Z0-9]{0,${MAX_DOCUMENT_PREFIX - 1}}$`),
    `must be 1 to ${MAX_DOCUMENT_PREFIX} letters from A to Z and digits, a letter first, such as AB: the law gives a number ${MAX_DOCUMENT_NUMBER} characters, and the year and six digits follow`,
  )
  .refine(
    (prefix) => !FIXED_PREFIXES.some((fixed) => fixed === prefix),
    `must not be ${FIXED_PREFIXES.join(", ")}, which begin the numbers of delivery challans and vouchers`,
  );

export const ORDERS = {
  ORDER_PREFIX: define({
    scope: "shop",
    meaning:
      "What Order IDs begin with, such as the shop’s initials: AB makes AB-7Q4M-2XKD. Earlier orders keep their ID, and are still found by it.",
    schema: z
      .string()
      .overwrite(plainCode)
      .regex(ORDER_PREFIX, "must be 1 to 6 letters from A to Z and digits, a letter first, such as AB"),
    default: "KW",
    beforeLive: "it is the demo’s",
  }),
  INVOICE_PREFIX: define({
    scope: "shop",
    meaning:
      "What the numbers of invoices begin with: AB makes AB/26-27/000001. Another one begins another series; orders placed before keep theirs.",
    schema: documentPrefix,
    default: FIRST_PREFIXES.invoice,
    beforeLive: "it is the demo’s",
  }),
  CREDIT_NOTE_PREFIX: define({
    scope: "shop",
    meaning:
      "What the numbers of credit notes begin with: CN makes CN/26-27/000001. Another one begins another series; orders placed before keep theirs.",
    schema: documentPrefix,
    default: FIRST_PREFIXES.credit_note,
  }),
  MAX_UNITS_PER_PRODUCT: define({
    formerName: "MOST_PIECES",
    scope: "shop",
    meaning: "Maximum quantity of one product per order.",
    schema: wholeNumber(1, 1000),
    default: "20",
  }),
  MAX_ORDER_RUPEES: define({
    formerName: "MOST_ORDER_RUPEES",
    scope: "shop",
    meaning: "Maximum total of an order, in rupees; the payment provider’s account has its own limit.",
    schema: wholeNumber(1, 20_000_000),
    default: "500000",
  }),
  LOT_MIN_DAYS: define({
    scope: "shop",
    meaning: "How many days a lot must remain good to be sold; with 0 it is sold until its last good day.",
    schema: wholeNumber(0, 3650),
    default: "30",
  }),
  REORDER_LEAD_DAYS: define({
    scope: "shop",
    meaning:
      "How many days pass from an order at a supplier until its units are in the shop, for the proposals of what to reorder.",
    schema: wholeNumber(0, 365),
    default: "14",
  }),
  REORDER_COVER_DAYS: define({
    scope: "shop",
    meaning: "How many days reordered units are to last from their arrival, for the proposals of what to reorder.",
    schema: wholeNumber(7, 365),
    default: "30",
  }),
  RETURN_DAYS: define({
    scope: "shop",
    meaning: "How many days after delivery a customer can request a return; the refund policy shows the same number.",
    schema: wholeNumber(0, 365),
    default: "7",
  }),
  RETURN_REFUNDS_FEES: define({
    scope: "shop",
    meaning:
      "Whether a return that is not the shop’s fault also refunds shipping and fees, such as for cash on delivery and gift wrap.",
    schema: flag,
    default: "true",
  }),
  WORKING_DAYS: define({
    scope: "shop",
    meaning: "Days of the week on which parcels leave and travel, separated by |, for the promised delivery dates.",
    schema: lines.transform((names, context) => {
      const days = names.map((name) => SHORT_WEEKDAYS.indexOf(name));
      if (days.includes(-1)) context.addIssue({ code: "custom", message: `must be of ${SHORT_WEEKDAYS.join(", ")}` });
      return days;
    }),
    default: "Mon|Tue|Wed|Thu|Fri|Sat",
  }),
  COURIERS_DECIDE: define({
    scope: "shop",
    meaning:
      "Whether the shop sells only where a courier of its accounts delivers, and in cash only where one collects it. false for a shop that also ships with other couriers.",
    schema: flag,
    default: "true",
  }),
  GIFT_WRAP_RUPEES: define({
    scope: "shop",
    meaning: "Price of gift wrap, in rupees, tax included; 0 for free. Empty: none is offered.",
    schema: z.union(
      [z.literal("").transform(() => null), wholeNumber(0, 10_000)],
      "must be a whole number from 0 to 10000, or empty",
    ),
    default: "",
  }),
  DOCUMENT_SERIES: define({
    scope: "deployment",
    meaning:
      "In how many series invoices and credit notes are numbered; the same for all instances. More than one only for hundreds of orders a second, which would wait for one counter.",
    schema: wholeNumber(1, 100),
    default: "1",
  }),
  PAYMENT_BRAND: define({
    scope: "shop",
    meaning: "Name at the top of the payment window.",
    schema: line,
    default: "Kewra",
    beforeLive: "it is the demo’s name",
  }),
  PAYMENT_DESCRIPTION: define({
    scope: "shop",
    meaning: "Description in the payment window.",
    schema: line,
    default: "Test Transaction",
    beforeLive: "the text calls the payment a test",
  }),
  PAYMENT_PREFILL: define({
    scope: "shop",
    meaning:
      "Name, email and phone number that prefill the payment window where the customer’s are unknown, separated by |.",
    schema: lines.refine((parts) => parts.length === 3, "must be a name, an email and a phone number separated by |"),
    default: "Kewra Customer|customer@kewra.example|+919000014160",
    beforeLive: "they are placeholders",
    defaultUnfit: true,
  }),
  PAYMENT_THEME_COLOR: define({
    scope: "shop",
    meaning: "Colour of the payment window.",
    schema: colour(),
    default: BRAND_COLOR,
    beforeLive: "it is the demo’s green",
  }),
} as const;
