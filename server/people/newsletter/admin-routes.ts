import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { unsubscribePage } from "../../../contract/contact/newsletter.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../platform/http/csv-download.ts";
import {
  listSubscribersBefore,
  readSubscriber,
  readSubscribers,
  resumeByStaff,
  unsubscribeByStaff,
} from "./staff-subscribers.ts";

export function newsletterAdminRoutes(
  admin: FastifyInstance,
  { db, shopOrigin }: { db: Database; shopOrigin: string },
): void {
  handleAdmin(admin, adminEndpoints.listSubscribers, async ({ query }) => ({
    data: await listSubscribersBefore(db, query),
  }));
  handleAdmin(admin, adminEndpoints.exportSubscribers, async ({ query, staff, reply }) => {
    // Records that a search was used, without its text: entries of the audit log are never erased.
    const after = { state: query.state, isSearch: query.q !== undefined };
    const subject = { type: "newsletter" as const, id: "subscribers" };
    await recordAudit(db, staff, { action: "newsletter.exported", subject, after }, new Date());
    return csvResponse(reply, "subscribers.csv", recordsOf(readSubscribers(db, query), shopOrigin));
  });
  handleAdmin(admin, adminEndpoints.readSubscriber, async ({ params }) => ({
    data: await readSubscriber(db, Number(params.id)),
  }));
  handleAdmin(admin, adminEndpoints.unsubscribeForSubscriber, async ({ params, staff }) => ({
    data: await unsubscribeByStaff(db, Number(params.id), staff),
  }));
  handleAdmin(admin, adminEndpoints.resumeSubscriber, async ({ params, staff }) => ({
    data: await resumeByStaff(db, Number(params.id), staff),
  }));
}

const HEADER = [
  "email",
  "state",
  "signed_up_at",
  "confirmed_at",
  "unsubscribed_at",
  "consent_record",
  "unsubscribe_link",
];

/** @param shopOrigin the setting SHOP_ORIGIN; empty for the origin of each sign-up */
async function* recordsOf(
  subscribers: ReturnType<typeof readSubscribers>,
  shopOrigin: string,
): AsyncGenerator<string[]> {
  yield HEADER;
  for await (const { row, consents } of subscribers) {
    const record = consents.map(({ event, at, place, wording }) =>
      [event, at.toISOString(), place, wording].filter(Boolean).join(", "),
    );
    const times = [row.signedUpAt, row.confirmedAt, row.unsubscribedAt].map((at) => at?.toISOString() ?? "");
    const link =
      row.state === "confirmed" ? (shopOrigin || row.shopOrigin) + unsubscribePage(row.unsubscribeToken) : "";
    yield [row.email, row.state, ...times, record.join("\n"), link];
  }
}
