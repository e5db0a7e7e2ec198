import type { FastifyInstance } from "fastify";
import type { AuditEntry } from "../../contract/admin/audit.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { Database } from "../database/database.ts";
import { handleAdmin } from "../http/admin-endpoints.ts";
import { sendCsv } from "../http/csv-download.ts";
import { listAudit, readAudit } from "./list-audit.ts";
import { recordAudit } from "./record-audit.ts";

export function auditAdminRoutes(admin: FastifyInstance, { db }: { db: Database }): void {
  handleAdmin(admin, adminEndpoints.listAudit, async ({ query }) => ({ data: await listAudit(db, query) }));
  handleAdmin(admin, adminEndpoints.exportAudit, async ({ query, staff, reply }) => {
    const subject = { type: "audit", id: "log" };
    await recordAudit(db, staff, { action: "audit.exported", subject, after: query }, new Date());
    return sendCsv(reply, "audit-log.csv", recordsOf(readAudit(db, query)));
  });
}

const HEADER = ["time", "actor", "role", "action", "subject", "id", "before", "after", "request"];

async function* recordsOf(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string[]> {
  yield HEADER;
  for await (const { at, actor, role, action, subject, before, after, requestId } of entries)
    yield [at, actor, role, action, subject.type, subject.id, text(before), text(after), requestId];
}

const text = (value: Record<string, unknown> | null) => (value === null ? "" : JSON.stringify(value));
