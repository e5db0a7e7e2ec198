import { stringify } from "csv-stringify/sync";
import type { FastifyInstance } from "fastify";
import type { AuditEntry } from "../../contract/admin/audit.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { Database } from "../database/database.ts";
import { handleAdmin } from "../http/admin-endpoints.ts";
import { listAudit, readAudit } from "./list-audit.ts";
import { recordAudit } from "./record-audit.ts";

export function auditAdminRoutes(admin: FastifyInstance, { db }: { db: Database }): void {
  handleAdmin(admin, adminEndpoints.listAudit, async ({ query }) => ({ data: await listAudit(db, query) }));
  handleAdmin(admin, adminEndpoints.exportAudit, async ({ query, staff, reply }) => {
    const subject = { type: "audit", id: "log" };
    await recordAudit(db, staff, { action: "audit.exported", subject, after: query }, new Date());
    reply.header("content-disposition", 'attachment; filename="audit-log.csv"');
    return toCsv(readAudit(db, query));
  });
}

const HEADER = ["time", "actor", "role", "action", "subject", "id", "before", "after", "request"];

async function* toCsv(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  const line = (cells: string[]) => stringify([cells], { record_delimiter: "windows", escape_formulas: true });
  // Without the byte order mark, spreadsheet programs assume another encoding.
  yield `\uFEFF${line(HEADER)}`;
  for await (const { at, actor, role, action, subject, before, after, requestId } of entries)
    yield line([at, actor, role, action, subject.type, subject.id, text(before), text(after), requestId]);
}

const text = (value: Record<string, unknown> | null) => (value === null ? "" : JSON.stringify(value));
