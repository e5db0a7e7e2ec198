import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { MAX_TAB_COUNT } from "../../../contract/admin/orders.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import type { AdminEvents } from "./admin-events.ts";
import { countSoldOutSoon } from "./reorder.ts";
import type { ReorderRule } from "./reorder-proposal.ts";
import { scheduleRollUp } from "./roll-up.ts";
import { readSalesOverview } from "./sales-overview.ts";
import { searchEverything } from "./search-everything.ts";
import { countWaiting } from "./waiting.ts";

const EVENT_STREAM = "text/event-stream";
/** A stream without events, for a client that waits for the end. */
async function* none(): AsyncGenerator<string> {
  yield ":\n\n";
}

interface RouteDeps {
  db: Database;
  adminEvents: AdminEvents;
  /** Reads the state of the go-live list; null in a demo. Injected, because the module setup comes later in its group. */
  goLive: (() => Promise<{ open: number; guide: boolean }>) | null;
  readReorderRule: () => Promise<ReorderRule>;
}

export function reportAdminRoutes(
  admin: FastifyInstance,
  { db, adminEvents, goLive, readReorderRule }: RouteDeps,
): void {
  handleAdmin(admin, adminEndpoints.readHome, async ({ staff: { permissions } }) => {
    const seesSales = permissions.has("view_reports");
    if (seesSales) await scheduleRollUp(db, { withToday: true });
    const [work, soon] = await Promise.all([
      countWaiting(db, permissions),
      permissions.has("book_purchases") ? readReorderRule().then((rule) => countSoldOutSoon(db, rule)) : null,
    ]);
    if (soon !== null) work.push({ kind: "sold_out_soon", count: Math.min(soon, MAX_TAB_COUNT), dueBy: null });
    const { open, guide } = (permissions.has("edit_settings") && (await goLive?.())) || { open: 0, guide: false };
    return {
      data: {
        work: open === 0 ? work : [...work, { kind: "go_live" as const, count: open, dueBy: null }],
        guide,
        sales: seesSales ? await readSalesOverview(db, new Date()) : null,
      },
    };
  });
  handleAdmin(admin, adminEndpoints.streamEvents, async ({ staff, request, reply }) => {
    // Prevents proxies from buffering, which would delay the events.
    reply.header("x-accel-buffering", "no");
    return request.headers.accept?.includes(EVENT_STREAM) ? adminEvents.stream(staff.permissions) : none();
  });
  handleAdmin(admin, adminEndpoints.searchEverything, async ({ query, staff }) => ({
    data: await searchEverything(db, query.q, staff.permissions),
  }));
}
