/** The register of incidents: personal data that was lost or disclosed. */

import * as z from "zod/mini";
import { email } from "../accounts/schemas.ts";
import { NOTICE_AUDIENCES, NOTICE_STATES } from "../privacy/schemas.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { day } from "./period.ts";

/** Maximum number of emails listed for one notice. */
export const MAX_LISTED_EMAILS = 500;

const long = (missing: string) =>
  textField({ missing, max: 5000, error: "Please use at most 5000 characters.", multiline: true });
const longOrEmpty = textField({
  max: 5000,
  error: "Please use at most 5000 characters.",
  multiline: true,
  mayBeEmpty: true,
});
const timestamp = z.iso.datetime({ error: "A time looks like 2026-11-25T10:30:00Z." });

export const incidentFields = {
  title: textField({ missing: "Please name the incident.", max: 120, error: "Please use at most 120 characters." }),
  description: long("Please say what happened."),
  affected: longOrEmpty,
  remedy: longOrEmpty,
  noticedAt: timestamp,
};

const listedIncident = z.object({
  _id: z.string(),
  title: z.string(),
  noticedAt: z.string(),
  /** The deadline for reporting the details to the Data Protection Board. */
  notificationDeadline: z.string(),
  boardNotifiedAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  isLate: z.boolean(),
});
export type ListedIncident = z.infer<typeof listedIncident>;

const notice = z.object({
  _id: z.string(),
  subject: z.string(),
  text: z.string(),
  audience: z.enum(NOTICE_AUDIENCES),
  orderedFrom: z.nullable(z.string()),
  orderedTo: z.nullable(z.string()),
  listed: z.number(),
  state: z.enum(NOTICE_STATES),
  sent: z.number(),
  by: z.string(),
  at: z.string(),
});

const staffIncident = z.object({
  ...listedIncident.shape,
  description: z.string(),
  affected: z.string(),
  remedy: z.string(),
  notices: z.array(notice),
  version: z.number(),
});
export type StaffIncident = z.infer<typeof staffIncident>;

const version = z.int();
const byId = z.object({ id: rowId("id must be digits.") });
const OF_INCIDENTS = { tag: "Customers", permission: "export_customers" } as const;
const CHANGE = { ...OF_INCIDENTS, params: byId, errorStatuses: [409], response: responseOf(staffIncident) } as const;

export const noticeBody = z.object({
  subject: textField({ missing: "Please write a subject.", max: 150, error: "Please use at most 150 characters." }),
  text: long("Please write the notice."),
  audience: z.enum(NOTICE_AUDIENCES, `audience must be one of ${NOTICE_AUDIENCES.join(", ")}.`),
  orderedFrom: z.optional(day),
  orderedTo: z.optional(day),
  emails: z._default(
    z.array(email).check(z.maxLength(MAX_LISTED_EMAILS, `Please list at most ${MAX_LISTED_EMAILS} emails.`)),
    [],
  ),
});

export const incidentEndpoints = {
  listIncidents: {
    ...OF_INCIDENTS,
    method: "GET",
    path: "/incidents",
    summary: "Incidents, newest first, 50 a page",
    query: z.object({ after: z.optional(rowId("after must be digits.")) }),
    response: responseOf(z.object({ incidents: z.array(listedIncident), hasMore: z.boolean() })),
  },
  readIncident: {
    ...OF_INCIDENTS,
    method: "GET",
    path: "/incidents/:id",
    summary: "One incident with its notices",
    params: byId,
    response: responseOf(staffIncident),
  },
  recordIncident: {
    ...OF_INCIDENTS,
    method: "POST",
    path: "/incidents",
    repeat: "key",
    summary: "Record an incident; its 72 hours count from when it was noticed",
    body: z.object(incidentFields),
    response: responseOf(staffIncident),
  },
  changeIncident: {
    ...CHANGE,
    method: "PATCH",
    path: "/incidents/:id",
    repeat: "seen",
    summary: "Change fields of an incident, say that the Board has the details, or close it",
    body: z.object({
      version,
      title: z.optional(incidentFields.title),
      description: z.optional(incidentFields.description),
      affected: z.optional(longOrEmpty),
      remedy: z.optional(longOrEmpty),
      noticedAt: z.optional(timestamp),
      boardNotified: z.optional(z.boolean()),
      closed: z.optional(z.boolean()),
    }),
  },
  countAffected: {
    ...OF_INCIDENTS,
    method: "POST",
    path: "/incidents/:id/affected",
    repeat: "harmless",
    summary: "How many customers a notice would go to",
    params: byId,
    body: noticeBody,
    response: responseOf(z.object({ customers: z.number() })),
  },
  sendIncidentNotice: {
    ...CHANGE,
    method: "POST",
    path: "/incidents/:id/notices",
    repeat: "key",
    summary: "Email the affected customers, as a job in batches",
    stepUp: true,
    body: z.object({
      ...noticeBody.shape,
      /** The number of recipients that the member has seen; another number is rejected. */
      customers: z.int(),
    }),
  },
  stopIncidentNotice: {
    ...CHANGE,
    method: "POST",
    path: "/incidents/:id/notices/:notice/stop",
    repeat: "harmless",
    summary: "Stop a notice that is being sent",
    params: z.object({ id: rowId("id must be digits."), notice: rowId("notice must be digits.") }),
  },
} as const satisfies Record<string, AdminEndpoint>;
