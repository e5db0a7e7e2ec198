import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { ListedStock } from "../../../contract/admin/stock.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../platform/http/csv-download.ts";
import type { LotRule } from "./manage-lots.ts";
import { listStock } from "./read-stock.ts";
import { listReservations } from "./reservations.ts";
import { adjustBy, countBy, listed, listMovementsOf, readAllStock, readSizePage, receiveBy } from "./staff-stock.ts";

const PAGE_SIZE = 50;

interface Deps {
  db: Database;
  /** Injected, because the module settings is in the same layer. */
  readRule: () => Promise<LotRule>;
}

export function stockAdminRoutes(admin: FastifyInstance, { db, readRule }: Deps): void {
  handleAdmin(admin, adminEndpoints.listStock, async ({ query: { tab, q, after }, staff }) => {
    const seesCosts = staff.permissions.has("view_costs");
    const sizes = await listStock(db, { onlyLow: tab === "low", q, after, max: PAGE_SIZE + 1 });
    return {
      data: {
        sizes: sizes.slice(0, PAGE_SIZE).map((size) => listed(size, seesCosts)),
        hasMore: sizes.length > PAGE_SIZE,
      },
    };
  });
  handleAdmin(admin, adminEndpoints.exportStock, async ({ query: { tab, q }, reply, staff }) => {
    return csvResponse(
      reply,
      "stock.csv",
      recordsOf(readAllStock(db, { onlyLow: tab === "low", q }, staff.permissions.has("view_costs"))),
    );
  });
  handleAdmin(admin, adminEndpoints.readStock, async ({ params, staff }) => ({
    data: await readSizePage(db, params.sku, staff.permissions.has("view_costs")),
  }));
  handleAdmin(admin, adminEndpoints.listMovements, async ({ params, query: { before } }) => ({
    data: await listMovementsOf(db, params.sku, {
      before: before === undefined ? undefined : Number(before),
      max: PAGE_SIZE,
    }),
  }));
  handleAdmin(admin, adminEndpoints.listReservations, async ({ params, staff }) => ({
    data: await listReservations(db, params.sku, { namesCustomers: staff.permissions.has("view_orders") }),
  }));
  handleAdmin(admin, adminEndpoints.receiveStock, async ({ params, body, staff: actor }) => ({
    data: await receiveBy(db, params.sku, body, { actor, rule: await readRule() }),
  }));
  handleAdmin(admin, adminEndpoints.adjustStock, async ({ params, body, staff: actor }) => ({
    data: await adjustBy(db, params.sku, body, { actor, rule: await readRule() }),
  }));
  handleAdmin(admin, adminEndpoints.countStock, async ({ body, staff: actor }) => ({
    data: await countBy(db, body, { actor, rule: await readRule() }),
  }));
}

const HEADER = ["sku", "title", "size", "on_hand", "reserved", "available", "withheld", "cost", "units_without_cost"];

async function* recordsOf(sizes: AsyncIterable<ListedStock>): AsyncGenerator<string[]> {
  yield HEADER;
  for await (const { sku, title, size, onHand, reserved, available, withheld, cost, uncosted } of sizes)
    yield [sku, title, size, ...[onHand, reserved, available, withheld, cost ?? "", uncosted ?? ""].map(String)];
}
