import type { Database } from "../../platform/database/database.ts";
import { deleteExpiredInvitations } from "./invitations.ts";
import { deleteExpiredStaffSessions } from "./sessions.ts";
import { deleteOldFailures } from "./sign-in-records.ts";

/** Deletes expired sessions and invitations of staff, and sign-ins that failed long ago. Nothing depends on it; it keeps the tables small. */
export async function deleteExpiredOfStaff(db: Database, now: Date): Promise<void> {
  await deleteExpiredStaffSessions(db);
  await deleteExpiredInvitations(db, now);
  await deleteOldFailures(db, now);
}
