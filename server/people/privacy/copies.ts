/** The copy of somebody's data that answers a request: a JSON file, which is made when its email is sent. */

import { eq } from "drizzle-orm";
import type { PersonalData } from "../../../contract/privacy/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { privacyRequest } from "../../platform/database/schema.ts";
import type { MailAttachment } from "../../platform/mail/transport.ts";
import { personOf } from "./person.ts";
import { readPersonalData } from "./personal-data.ts";
import { emailOf, type RequestRow } from "./requests.ts";

const PREFIX = "personal-data:";

/** The name of a copy for the outbox. */
export const copyReference = (reference: string) => `${PREFIX}${reference}`;

/** Reads the copy that answers a request, and whom it goes to. @throws ApiError (409) once the data is erased */
export async function readCopy(
  db: Database,
  row: RequestRow,
  now: Date,
): Promise<{ email: string; name: string | null; data: PersonalData }> {
  const person = await personOf(db, row);
  const email = emailOf(row, person.account);
  if (email === null) throw new ApiError("conflict", "The data is erased: there is nothing to export.");
  return { email, name: person.account?.name ?? null, data: await readPersonalData(db, person, now) };
}

/** @returns a function that makes the copy of a reference; null if it names something else. @throws ApiError (409) once it is erased */
export function copyAttachments(db: Database): (name: string) => Promise<MailAttachment | null> {
  return async (name) => {
    if (!name.startsWith(PREFIX)) return null;
    const reference = name.slice(PREFIX.length);
    const [row] = await db.select().from(privacyRequest).where(eq(privacyRequest.reference, reference));
    if (!row) throw new Error(`there is no request ${reference}`);
    const { data } = await readCopy(db, row, new Date());
    return {
      filename: `${reference}.json`,
      contentType: "application/json",
      content: Buffer.from(JSON.stringify(data, null, 2)),
    };
  };
}
