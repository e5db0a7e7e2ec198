/** The register of incidents: personal data that was lost or disclosed. */

import * as z from "zod/mini";
import { email } from "../accounts/schemas.ts";
import { INCIDENT_STEPS, NOTICE_AUDIENCES, NOTICE_STATES, type NoticePart, PERSON_KINDS } from "../privacy/schemas.ts";
import { responseFields } from "../response-fields.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { day } from "./period.ts";

/** Maximum number of emails listed for one notice. */
const MAX_LISTED_EMAILS = 500;

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

const clock = z.object({
  step: z.enum(INCIDENT_STEPS),
  /** Null for what the law demands without delay. */
  dueAt: z.nullable(z.string()),
  doneAt: z.nullable(z.string()),
  /** False if it does not apply, such as CERT-In for what is no cyber incident. */
  isNeeded: z.boolean(),
  isLate: z.boolean(),
});
export type IncidentClock = z.infer<typeof clock>;

const listedIncident = z.object({
  _id: z.string(),
  title: z.string(),
  noticedAt: z.string(),
  /** The deadline for reporting the details to the Data Protection Board. */
  notificationDeadline: z.string(),
  boardNotifiedAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  /** Every step of the law, in the order of their deadlines. */
  clocks: z.array(clock),
  /** Whether any of them is late. */
  isLate: z.boolean(),
});
export type ListedIncident = z.infer<typeof listedIncident>;

const PART = 3000;
const part = (missing: string) =>
  textField({ missing, max: PART, error: `Please use at most ${PART} characters.`, multiline: true });
/** The parts of a notice, which rule 7 (1) demands. */
export const noticeTexts = {
  subject: textField({ missing: "Please write a subject.", max: 150, error: "Please use at most 150 characters." }),
  nature: part("Please say what happened: to which data, how much of it, when and where."),
  consequences: part("Please say what it may mean for these people."),
  measures: part("Please say what you have done, and what you are doing."),
  advice: part("Please say what these people can do to protect themselves."),
  contact: part("Please name whom they can ask, with an email or a phone number."),
} satisfies Record<"subject" | NoticePart, z.ZodMiniString>;

const notice = z.object({
  _id: z.string(),
  ...responseFields(noticeTexts),
  /** The whole text of a notice of an earlier release, whose parts are empty. */
  text: z.string(),
  audience: z.enum(NOTICE_AUDIENCES),
  kinds: z.array(z.enum(PERSON_KINDS)),
  orderedFrom: z.nullable(z.string()),
  orderedTo: z.nullable(z.string()),
  state: z.enum(NOTICE_STATES),
  /** Number of emails that it goes to; of those that are queued; and of those that were not delivered. */
  recipients: z.number(),
  sent: z.number(),
  failed: z.number(),
  /** Number of people without an email. */
  withoutEmail: z.number(),
  by: z.string(),
  at: z.string(),
});
export type IncidentNotice = z.infer<typeof notice>;

const staffIncident = z.object({
  ...listedIncident.shape,
  ...responseFields(incidentFields),
  notices: z.array(notice),
  version: z.number(),
});
export type StaffIncident = z.infer<typeof staffIncident>;

const version = z.int();
const byId = z.object({ id: rowId("id must be digits.") });
const byNotice = z.object({ id: rowId("id must be digits."), notice: rowId("notice must be digits.") });
const OF_INCIDENTS = { tag: "Customers", permission: "export_customers" } as const;
const CHANGE = { ...OF_INCIDENTS, params: byId, errorStatuses: [409], response: responseOf(staffIncident) } as const;

const noticeBody = z.object({
  ...noticeTexts,
  audience: z.enum(NOTICE_AUDIENCES, `audience must be one of ${NOTICE_AUDIENCES.join(", ")}.`),
  kinds: z._default(
    z
      .array(z.enum(PERSON_KINDS, `kinds must be of ${PERSON_KINDS.join(", ")}.`))
      .check(z.maxLength(PERSON_KINDS.length, "Please choose each kind once.")),
    [],
  ),
  orderedFrom: z.optional(day),
  orderedTo: z.optional(day),
  emails: z._default(
    z.array(email).check(z.maxLength(MAX_LISTED_EMAILS, `Please list at most ${MAX_LISTED_EMAILS} emails.`)),
    [],
  ),
});

const noticePreview = z.object({
  /** The people of each kind that the audience has; somebody of several kinds counts in each. */
  kinds: z.array(z.object({ kind: z.enum(PERSON_KINDS), people: z.number(), withoutEmail: z.number() })),
  /** Number of emails that it would go to, each once. */
  emails: z.number(),
  /** Number of further emails that have got these words already. */
  alreadySent: z.number(),
  /** Number of listed emails that the shop does not have; it goes to them, too. */
  unknown: z.number(),
  withoutEmail: z.number(),
  mail: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
});
export type NoticePreview = z.infer<typeof noticePreview>;

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
    summary: "Record an incident; its deadlines count from when it was noticed",
    body: z.object(incidentFields),
    response: responseOf(staffIncident),
  },
  changeIncident: {
    ...CHANGE,
    method: "PATCH",
    path: "/incidents/:id",
    repeat: "seen",
    summary: "Change fields of an incident, tick off its steps, or close it",
    body: z.object({
      version,
      ...z.partial(z.object(incidentFields)).shape,
      certInReported: z.optional(z.boolean()),
      certInExempt: z.optional(z.boolean()),
      boardInformed: z.optional(z.boolean()),
      othersContacted: z.optional(z.boolean()),
      boardNotified: z.optional(z.boolean()),
      closed: z.optional(z.boolean()),
    }),
  },
  previewIncidentNotice: {
    ...OF_INCIDENTS,
    method: "POST",
    path: "/incidents/:id/notices/preview",
    repeat: "harmless",
    summary: "Whom a notice would reach, by kind, and the email as they will read it",
    params: byId,
    body: noticeBody,
    response: responseOf(noticePreview),
  },
  sendIncidentNotice: {
    ...CHANGE,
    method: "POST",
    path: "/incidents/:id/notices",
    repeat: "key",
    summary: "Email the affected people, as a job in batches; nobody gets the same words twice",
    stepUp: true,
    body: noticeBody,
  },
  exportUnreached: {
    ...OF_INCIDENTS,
    method: "GET",
    path: "/incidents/:id/notices/:notice/unreached.csv",
    summary: "The affected people whom no email reaches, as a CSV file: without an email, or not delivered",
    params: byNotice,
    errorStatuses: [404],
    produces: "text/csv",
  },
  stopIncidentNotice: {
    ...CHANGE,
    method: "POST",
    path: "/incidents/:id/notices/:notice/stop",
    repeat: "harmless",
    summary: "Stop a notice that is being sent",
    params: byNotice,
  },
} as const satisfies Record<string, AdminEndpoint>;
