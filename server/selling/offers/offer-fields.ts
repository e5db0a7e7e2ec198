/** An offer as the owner writes it, read from what is stored. */

import { asc, eq, inArray, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { OfferChoice, OfferPage } from "../../../contract/admin/offers.ts";
import { isoDayInIndia, justBefore } from "../../../contract/dates.ts";
import { toRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { category, customer, product, variant } from "../../platform/database/schema.ts";
import type { OfferRow } from "./manage-offers.ts";
import type { NewOffer } from "./new-offer.ts";
import { sizeName } from "./size-name.ts";

type OfferFields = Omit<OfferPage["fields"], "customers"> & { customers: string[] };

/** Reads what a change of an offer can set. What is deleted has no name, and is missing. */
export async function readFields(db: DatabaseOrTransaction, row: OfferRow): Promise<OfferFields> {
  const { conditions, startsAt, endsAt, minPaise, amountPaise } = row;
  const { products, categories, sets, samples = [] } = conditions;
  return {
    name: row.name,
    codes: row.codes,
    percent: row.percent,
    amount: amountPaise === null ? null : toRupees(amountPaise),
    buy: row.buyUnits,
    free: row.freeUnits,
    days: row.creditDays,
    products: await choicesOf(db, products, { id: product.id, value: product.slug, name: product.title }),
    categories: await choicesOf(db, categories, { id: category.id, value: category.slug, name: category.name }),
    sets: await choicesOf(db, sets, { id: product.id, value: product.slug, name: product.title }),
    samples: await samplesOf(db, samples),
    customers: (
      await choicesOf(db, conditions.customers, { id: customer.id, value: customer.email, name: customer.name })
    ).map(({ value }) => value),
    minimum: minPaise > 0 ? toRupees(minPaise) : null,
    firstOrder: row.firstOrderOnly,
    from: isoDayInIndia(startsAt),
    until: endsAt && isoDayInIndia(justBefore(endsAt)),
    maxUses: row.maxUses,
    maxUsesPerCustomer: row.maxUsesPerCustomer,
  };
}

async function choicesOf(
  db: DatabaseOrTransaction,
  ids: readonly number[],
  { id, value, name }: Record<"id" | "value" | "name", PgColumn>,
): Promise<OfferChoice[]> {
  if (ids.length === 0) return [];
  return db
    .select({ value: sql<string>`${value}`, name: sql<string>`${name}` })
    .from(id.table)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id));
}

async function samplesOf(db: DatabaseOrTransaction, ids: readonly number[]): Promise<OfferChoice[]> {
  if (ids.length === 0) return [];
  return db
    .select({ value: variant.sku, name: sizeName })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(inArray(variant.id, [...ids]))
    .orderBy(asc(variant.id));
}

/** Returns the fields as `createOffer` takes them. */
export function specOf({ kind }: Pick<OfferRow, "kind">, fields: OfferFields): NewOffer {
  const { products, categories, sets, samples, name, codes, customers, firstOrder, ...values } = fields;
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  return { kind, name, codes, customers, firstOrder, ...given, ...valuesOf({ products, categories, sets, samples }) };
}

/** Returns the fields as the audit log has them: emails must not get into it, only their number. */
export const toAudit = ({ products, categories, sets, samples, customers, ...fields }: OfferFields) => ({
  ...fields,
  ...valuesOf({ products, categories, sets, samples }),
  customers: customers.length,
});

const valuesOf = <Name extends string>(choices: Readonly<Record<Name, readonly OfferChoice[]>>) =>
  Object.fromEntries(
    Object.entries<readonly OfferChoice[]>(choices).map(([name, chosen]) => [name, chosen.map(({ value }) => value)]),
  ) as Record<Name, string[]>;

/** @param withEmails whether the reader may see them */
export const toResponse = (fields: OfferFields, withEmails: boolean): OfferPage["fields"] => ({
  ...fields,
  customers: withEmails ? fields.customers : null,
});
