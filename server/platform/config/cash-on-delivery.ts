import { z } from "zod";
import { plainNumber } from "../../../contract/written-numbers.ts";
import { flag, optionalParts, wholeNumber } from "./formats.ts";
import { define } from "./setting.ts";

/**
 * Nobody may receive this much in cash, or more, from one person in a day, for one transaction, or for one occasion (section 186 of the
 * Income-tax Act, 2025; before, section 269ST of that of 1961). The penalty is the whole amount.
 */
export const FORBIDDEN_CASH_RUPEES = 200_000;
const MAX_CASH_RUPEES = FORBIDDEN_CASH_RUPEES - 1;

/** Cash on delivery: who can choose it, its fee and its advance. */
export const CASH_ON_DELIVERY = {
  CASH_ON_DELIVERY: define({
    scope: "shop",
    meaning: "Whether customers can pay in cash on delivery.",
    schema: flag,
    default: "false",
  }),
  CASH_MIN_RUPEES: define({
    scope: "shop",
    meaning: "Minimum value of the goods, after offers, for cash on delivery, in rupees.",
    schema: wholeNumber(1, 20_000_000),
    default: "1",
  }),
  CASH_MAX_RUPEES: define({
    scope: "shop",
    meaning:
      "Maximum value of the goods, after offers, for cash on delivery, in rupees. The law forbids taking ₹2,00,000 or more in cash.",
    schema: wholeNumber(1, MAX_CASH_RUPEES),
    default: "5000",
    // Earlier releases accepted more.
    repair: (text) => (/^\d+$/.test(text) && Number(text) > MAX_CASH_RUPEES ? String(MAX_CASH_RUPEES) : text),
  }),
  CASH_FEE_RUPEES: define({
    scope: "shop",
    meaning: "Fee for cash on delivery, in rupees, tax included.",
    schema: wholeNumber(0, 10_000),
    default: "0",
  }),
  CASH_FEE_WAIVED: define({
    scope: "shop",
    meaning: "Whether the fee for cash on delivery is waived if the order is paid online before it is shipped.",
    schema: flag,
    default: "true",
  }),
  CASH_EXCLUDED_PINCODES: define({
    scope: "shop",
    meaning: "Pincodes, or their first digits, without cash on delivery, separated by |.",
    schema: optionalParts
      .transform((parts) => parts.map(plainNumber))
      .refine(
        (parts) => parts.every((part) => /^[1-9]\d{0,5}$/.test(part)),
        "must be pincodes or their first digits, separated by |",
      ),
    default: "",
  }),
  CASH_EXCLUDED_CATEGORIES: define({
    scope: "shop",
    meaning: "Slugs of categories whose products cannot be paid in cash on delivery, separated by |.",
    schema: optionalParts,
    default: "",
  }),
  CASH_MAX_OPEN_ORDERS: define({
    scope: "shop",
    meaning: "How many orders for cash on delivery a customer may have that are not delivered yet.",
    schema: wholeNumber(1, 1000),
    default: "2",
  }),
  CASH_MAX_REFUSED: define({
    scope: "shop",
    meaning: "After how many refused parcels a customer can only pay online.",
    schema: wholeNumber(1, 1000),
    default: "1",
  }),
  CASH_CONFIRM_HOURS: define({
    scope: "shop",
    meaning: "For how many hours an order for cash on delivery waits for its confirmation and reserves its stock.",
    schema: wholeNumber(1, 168),
    default: "1",
  }),
  CASH_ADVANCE: define({
    scope: "shop",
    meaning:
      "The part of an order for cash on delivery that is paid online in advance: rupees, such as 200, or a percentage of the order, such as 20%. Empty: none.",
    schema: z
      .string()
      .trim()
      .regex(/^(|[1-9]\d{0,4}|[1-9]\d?%)$/, "must be rupees from 1 to 99999, a percentage from 1% to 99%, or empty")
      .transform((text): { rupees: number } | { percent: number } | null => {
        if (text === "") return null;
        return text.endsWith("%") ? { percent: Number(text.slice(0, -1)) } : { rupees: Number(text) };
      }),
    default: "",
  }),
  CASH_ADVANCE_FROM_RUPEES: define({
    scope: "shop",
    meaning: "From which value of the goods, after offers, the advance is asked for, in rupees.",
    schema: wholeNumber(1, 20_000_000),
    default: "1",
  }),
  CASH_ADVANCE_FOR_RISK: define({
    scope: "shop",
    meaning:
      "Whether a customer with too many refused parcels or open orders can still order for cash on delivery with the advance.",
    schema: flag,
    default: "false",
  }),
} as const;
