/** Planned price changes, and GST rates of later days. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { day } from "./period.ts";
import { sizePrices } from "./product-fields.ts";
import { adminProduct } from "./products.ts";

const time = (error: string) =>
  textField({ max: 40, pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/, error });
const id = rowId("id must be digits.");
const PRICES = {
  tag: "Products",
  permission: "edit_prices",
  errorStatuses: [409],
  response: responseOf(adminProduct),
} as const;

export const priceChangeEndpoints = {
  planPrice: {
    ...PRICES,
    method: "POST",
    path: "/sizes/:id/price-changes",
    repeat: "key",
    summary: "Plan a price of a size from a time on, or until another, after which the former price applies again",
    params: z.object({ id }),
    body: z.object({
      price: sizePrices.price,
      /** The MRP, if it is above the price. */
      originalPrice: sizePrices.originalPrice,
      /** The statement that the packs in stock will carry the new MRP then; needed to raise it while there are any. */
      packsCarryMrp: sizePrices.packsCarryMrp,
      startsAt: time("Please choose a day and a time."),
      endsAt: z.optional(time("Please choose a day and a time, or none.")),
    }),
  },
  cancelPrice: {
    ...PRICES,
    method: "DELETE",
    path: "/price-changes/:id",
    repeat: "seen",
    summary: "Cancel a planned price, or end a running one now: the former price applies again",
    params: z.object({ id }),
  },
  deleteLaterRate: {
    ...PRICES,
    method: "DELETE",
    path: "/sizes/:id/gst-rates/:day",
    repeat: "seen",
    summary: "Delete a GST rate of a size that applies from a later day",
    params: z.object({
      id,
      day,
    }),
  },
} as const satisfies Record<string, AdminEndpoint>;
