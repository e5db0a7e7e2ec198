import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { Database } from "../database/database.ts";
import { handleAdmin } from "../http/admin-endpoints.ts";
import { csvResponse } from "../http/csv-download.ts";
import { type AuditRecord, listAudit, readAudit, type SubjectNames, withNames } from "./list-audit.ts";
import { recordAudit } from "./record-audit.ts";

export function auditAdminRoutes(
  admin: FastifyInstance,
  { db, readNames }: { db: Database; readNames: SubjectNames },
): void {
  handleAdmin(admin, adminEndpoints.listAudit, async ({ query, staff }) => {
    const { entries, hasMore } = await listAudit(db, query);
    return { data: { entries: await withNames(entries, readNames, staff.permissions), hasMore } };
  });
  handleAdmin(admin, adminEndpoints.exportAudit, async ({ query, staff, reply }) => {
    const subject = { type: "audit" as const, id: "log" };
    await recordAudit(db, staff, { action: "audit.exported", subject, after: query }, new Date());
    return csvResponse(reply, "audit-log.csv", recordsOf(readAudit(db, query)));
  });
}

const HEADER = ["time", "actor", "role", "action", "subject", "id", "before", "after", "request"];

async function* recordsOf(entries: AsyncIterable<AuditRecord>): AsyncGenerator<string[]> {
  yield HEADER;
  for await (const { at, actor, role, action, subject, before, after, requestId } of entries)
    yield [at, actor, role, action, subject.type, subject.id, text(before), text(after), requestId];
}

const text = (value: Record<string, unknown> | null) => (value === null ? "" : JSON.stringify(value));
