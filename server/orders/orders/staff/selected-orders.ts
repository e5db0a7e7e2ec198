import { MAX_BULK, type Selection } from "../../../../contract/admin/order-bulk.ts";
import type { Permission } from "../../../../contract/admin/permissions.ts";
import { ApiError } from "../../../base/errors.ts";
import type { Database } from "../../../platform/database/database.ts";
import { toOrderFilter } from "./admin-orders.ts";
import { listAllOrders } from "./list-all-orders.ts";

type Filter = NonNullable<Selection["filter"]>;

/** Lists the numbers of the orders that match a filter, newest first, at most `MAX_BULK`. */
export async function matchOrders(
  db: Database,
  filter: Filter,
  permissions: ReadonlySet<Permission>,
): Promise<{ numbers: string[]; hasMore: boolean }> {
  const { orders, hasMore } = await listAllOrders(db, await toOrderFilter(db, filter, permissions), MAX_BULK);
  return { numbers: orders.map(({ number }) => number), hasMore };
}

/**
 * Returns the orders of a bulk action.
 * @throws ApiError (409) if the filter matches another number of orders than the caller has seen, (422) without a selection
 */
export async function selectedNumbers(
  db: Database,
  { numbers, filter, expected }: Selection,
  permissions: ReadonlySet<Permission>,
): Promise<string[]> {
  if (numbers) return [...new Set(numbers)];
  if (!filter || expected === undefined) throw ApiError.ofField("numbers", "Please choose an order.");
  const matching = await matchOrders(db, filter, permissions);
  if (matching.hasMore || matching.numbers.length !== expected)
    throw new ApiError(
      "conflict",
      `${matching.hasMore ? `More than ${MAX_BULK}` : matching.numbers.length} orders match now, not ${expected}. Nothing was changed: look at the list again, please.`,
    );
  return matching.numbers;
}
