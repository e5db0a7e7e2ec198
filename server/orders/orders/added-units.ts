/** Units that staff adds to an order: which they are, what they cost, and where they stand in it. */

import { eq, inArray, max } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { type Paise, paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { type AgreedUnits, orderItem, product, variant } from "../../platform/database/schema.ts";
import type { UncoveredUnits } from "../../selling/offers/cover-added.ts";
import type { PricedUnits } from "../../selling/offers/price-removal.ts";
import { currentGstPercent } from "../../selling/variants/gst-rate.ts";
import { isPurchasable } from "../../selling/variants/published.ts";
import { findBySkus } from "../../selling/variants/size-names.ts";
import { variantPicture } from "../../selling/variants/variant-picture.ts";
import type { CreditableItem, LineUnits } from "./invoice/credit-notes.ts";
import { itemName } from "./item-name.ts";

/** Units of a size that are to be added. */
export interface RequestedUnits {
  sku: string;
  quantity: number;
  /** The size and the price that its customer has agreed to; by default the SKU's, as long as it is for sale. */
  agreed?: Pick<AgreedUnits, "variantId" | "pricePaise" | "originalPricePaise">;
}

/** The field of a request that names them: of an edit, or of the exchange for a return. */
export type AddedField = "add" | "exchange";

type Item = typeof orderItem.$inferSelect;

/** Units that are about to be added to an order. */
export interface AddedUnits extends PricedUnits {
  item: Pick<Item, "productId" | "variantId" | "sku" | "title" | "label" | "image" | "hsn">;
  /** Whether the item is part of the order already, and only its quantity rises. */
  isMore: boolean;
  /** What one unit costs a new order. */
  todayPaise: Paise;
}

/** Why a size that goes cannot come as well. */
const BOTH: Readonly<Record<AddedField, string>> = {
  add: "is both removed and added. Please choose one of them.",
  exchange: "is what comes back. To send the same again, replace it.",
};

interface Sizes {
  field: AddedField;
  /** The owner's maximum units of one product per order. */
  maxUnits: number;
  /** The units that are removed at the same time. */
  removed: readonly LineUnits[];
  /** Whether units of a size that the order has join its item: an item on an invoice stays as it is. */
  joinsItems: boolean;
  /** How many positions the terms of the order know; also those of items that are gone. */
  known: number;
}

/**
 * Reads the sizes that are to be added: at the order's price if it has the size, else at today's.
 * @param items of the order
 * @throws ApiError (422) at the field for an unknown SKU, one that is not for sale or removed as well, or too many units
 */
export async function readAdded(
  db: DatabaseOrTransaction,
  orderId: number,
  items: readonly CreditableItem[],
  requested: readonly RequestedUnits[],
  { field, maxUnits, removed, joinsItems, known }: Sizes,
): Promise<(AddedUnits & UncoveredUnits)[]> {
  const found = await findBySkus(
    db,
    requested.map(({ sku }) => sku),
  );
  const [last] = await db
    .select({ position: max(orderItem.position) })
    .from(orderItem)
    .where(eq(orderItem.orderId, orderId));
  const first = Math.max(known, (last?.position ?? -1) + 1);
  const sizes = await readSizes(db, [
    ...[...found.values()].map(({ id }) => id),
    ...requested.flatMap(({ agreed }) => agreed?.variantId ?? []),
  ]);
  const added: (AddedUnits & UncoveredUnits)[] = [];
  for (const [at, { sku, quantity, agreed }] of requested.entries()) {
    const size = sizes.get(agreed?.variantId ?? found.get(sku)?.id ?? 0);
    if (!size) throw ApiError.ofField(`${field}.${at}.sku`, `No size has the SKU ${sku}.`);
    const name = itemName(size);
    if (!size.isForSale && !agreed) throw ApiError.ofField(`${field}.${at}.sku`, `${name} is not for sale.`);
    const same = items.find((item) => item.variantId === size.variantId);
    if (same && removed.some(({ position }) => position === same.position))
      throw ApiError.ofField(`${field}.${at}.sku`, `${name} ${BOTH[field]}`);
    const before = added.find(({ variantId }) => variantId === size.variantId);
    if (before) before.quantity += quantity;
    else
      added.push({
        position: same && joinsItems ? same.position : first + added.length,
        isMore: same !== undefined && joinsItems,
        like: same?.position ?? null,
        productId: size.productId,
        variantId: size.variantId,
        quantity,
        todayPaise: size.pricePaise,
        pricePaise: paise((agreed ?? same ?? size).pricePaise),
        originalPricePaise: optionalPaise((agreed ?? same ?? size).originalPricePaise),
        gstPercent: size.gstPercent ?? same?.gstPercent ?? 0,
        categoryIds: [size.categoryId, size.subcategoryId].filter((id) => typeof id === "number"),
        grams: size.weightGrams ?? 0,
        item: {
          productId: size.productId,
          variantId: size.variantId,
          sku: size.sku,
          title: size.title,
          label: size.label,
          image: size.image,
          hsn: size.hsn,
        },
      });
    requireAtMost(
      maxUnits,
      { productId: size.productId, name, field: `${field}.${at}.quantity` },
      { items, removed, added },
    );
  }
  return added;
}

const optionalPaise = (amount: number | null): Paise | null => (amount === null ? null : paise(amount));

function requireAtMost(
  maxUnits: number,
  { productId, name, field }: { productId: number; name: string; field: string },
  {
    items,
    removed,
    added,
  }: { items: readonly CreditableItem[]; removed: readonly LineUnits[]; added: readonly PricedUnits[] },
): void {
  const sum = (units: readonly { quantity: number }[]) => units.reduce((all, { quantity }) => all + quantity, 0);
  const own = items.filter((item) => item.productId === productId);
  const gone = removed.filter(({ position }) => own.some((item) => item.position === position));
  const units = sum(own) - sum(gone) + sum(added.filter((one) => one.productId === productId));
  if (units > maxUnits)
    throw ApiError.ofField(
      field,
      `An order can have up to ${maxUnits} units of one product; with these it would have ${units} of ${name}.`,
    );
}

async function readSizes(db: DatabaseOrTransaction, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const rows = await db
    .select({
      variantId: variant.id,
      productId: product.id,
      sku: variant.sku,
      title: product.title,
      label: variant.label,
      image: variantPicture,
      hsn: variant.hsn,
      pricePaise: variant.pricePaise,
      originalPricePaise: variant.originalPricePaise,
      gstPercent: currentGstPercent,
      weightGrams: variant.weightGrams,
      categoryId: product.categoryId,
      subcategoryId: product.subcategoryId,
      isForSale: isPurchasable,
    })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(inArray(variant.id, [...ids]));
  return new Map(rows.map((row) => [row.variantId, row]));
}
