/** Names for the subjects of the audit log, whose entries have only their ids. */

import { inArray } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { AuditSubject } from "../../../contract/admin/audit-names.ts";
import type { SubjectNames } from "../../platform/audit/list-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  apiToken,
  category,
  customer,
  newsletterCampaign,
  offer,
  product,
  productImport,
  purchase,
  staffMember,
  staffRole,
  supplier,
  webhookEndpoint,
} from "../../platform/database/schema.ts";
import { SETTING_FORMS } from "../../selling/settings/setting-forms.ts";

const MAX_BIGINT_DIGITS = 15;
const isRowId = (id: string) => /^\d+$/.test(id) && id.length <= MAX_BIGINT_DIGITS;
const isUuid = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);

/** The columns with the id and the name, for subjects whose id is not their name. */
const COLUMNS: Partial<Record<AuditSubject, { id: PgColumn; name: PgColumn; isId?: (id: string) => boolean }>> = {
  campaign: { id: newsletterCampaign.id, name: newsletterCampaign.subject },
  category: { id: category.id, name: category.name },
  customer: { id: customer.publicId, name: customer.name, isId: isUuid },
  import: { id: productImport.id, name: productImport.fileName },
  offer: { id: offer.id, name: offer.name },
  product: { id: product.id, name: product.title },
  purchase: { id: purchase.id, name: purchase.documentNumber },
  role: { id: staffRole.id, name: staffRole.name },
  staff: { id: staffMember.id, name: staffMember.name },
  supplier: { id: supplier.id, name: supplier.name },
  token: { id: apiToken.id, name: apiToken.name },
  webhook: { id: webhookEndpoint.id, name: webhookEndpoint.url },
};
const SETTING_LABELS = new Map(Object.entries(SETTING_FORMS).map(([name, { label }]) => [name, label]));

/**
 * Reads the names that subjects of one kind have now; those that are deleted have none.
 * @param permissions of the reader: only those who may see customers read their names
 */
export const auditSubjectNames =
  (db: Database): SubjectNames =>
  async (type, ids, permissions) => {
    if (type === "setting") return SETTING_LABELS;
    const columns = Object.hasOwn(COLUMNS, type) ? COLUMNS[type as AuditSubject] : undefined;
    if (!columns || (type === "customer" && !permissions.has("view_customers"))) return new Map();
    const { id, name, isId = isRowId } = columns;
    const known = ids.filter(isId);
    if (known.length === 0) return new Map();
    const rows = await db.select({ id, name }).from(id.table).where(inArray(id, known));
    return new Map(rows.map((row) => [String(row.id), String(row.name)]));
  };
