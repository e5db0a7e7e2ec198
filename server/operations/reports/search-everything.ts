/** Searches orders, customers and products. Each part reads an index, so that it is as fast in a large shop as in a small one. */

import { eq, inArray, sql } from "drizzle-orm";
import type { Permission } from "../../../contract/admin/permissions.ts";
import type { Found } from "../../../contract/admin/search.ts";
import { badgeOf } from "../../../contract/orders/badges.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { conditionOf } from "../../orders/orders/staff/find-by-search.ts";
import { listAllOrders } from "../../orders/orders/staff/list-all-orders.ts";
import type { Database } from "../../platform/database/database.ts";
import { customer, product } from "../../platform/database/schema.ts";
import { productMatches } from "../../selling/search/staff-search.ts";

const MAX = 5;
/** How many orders are read to find customers by name. */
const MAX_ORDERS = 30;

export async function searchEverything(
  db: Database,
  typed: string,
  permissions: ReadonlySet<Permission>,
): Promise<Found> {
  const [maySeeOrders, maySeeCustomers] = [permissions.has("view_orders"), permissions.has("view_customers")];
  const orders = maySeeOrders || maySeeCustomers ? await findOrders(db, typed, permissions) : [];
  return {
    orders: maySeeOrders
      ? orders
          .slice(0, MAX)
          .map((order) => ({ number: order.number, customer: order.customerName, badge: badgeOf(order) }))
      : [],
    customers: maySeeCustomers ? await findCustomers(db, typed, orders) : [],
    products: permissions.has("view_products") ? await findProducts(db, typed) : [],
  };
}

async function findOrders(db: Database, typed: string, permissions: ReadonlySet<Permission>): Promise<OrderRow[]> {
  try {
    return (await listAllOrders(db, { matching: await conditionOf(db, typed, permissions) }, MAX_ORDERS)).orders;
  } catch (error) {
    // Words that are too short for a customer's name may still match a product; details that the role does not see match nothing.
    if (error instanceof ApiError && error.code === "bad_request") return [];
    throw error;
  }
}

/** Finds customers by email, including those without orders, or by the name on their orders. */
async function findCustomers(db: Database, typed: string, orders: readonly OrderRow[]): Promise<Found["customers"]> {
  const ids = [...new Set(orders.map(({ customerId }) => customerId))].slice(0, MAX);
  const which = typed.includes("@") ? eq(customer.email, canonicalEmail(typed)) : inArray(customer.id, ids);
  if (!typed.includes("@") && ids.length === 0) return [];
  const { publicId, name, email } = customer;
  return db.select({ _id: publicId, name, email }).from(customer).where(which).limit(MAX);
}

const findProducts = async (db: Database, typed: string): Promise<Found["products"]> =>
  db
    .select({ _id: sql<string>`${product.id}::text`, title: product.title, slug: product.slug })
    .from(product)
    .where(await productMatches(db, typed))
    .limit(MAX);
