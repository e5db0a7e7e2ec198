import type { FastifyInstance, FastifyRequest } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { isoDayInIndia } from "../../../contract/dates.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../platform/http/csv-download.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { ContextDeps } from "../../platform/http/request-context.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import {
  answerMessage,
  changeMessage,
  type From,
  listMessagesFor,
  openMessage,
  readGrievances,
  recordGrievance,
} from "./answer-messages.ts";
import { acknowledgeBy, resolveBy } from "./grievance-clock.ts";
import { deleteMessage } from "./stored-messages.ts";

const PAGE_SIZE = 50;

interface Deps extends Pick<ContextDeps, "db" | "readSender"> {
  /** Injected, because the module settings is in the same layer. */
  readSettings: () => Promise<Pick<ShopSettings, "GRIEVANCE_OFFICER" | "GRIEVANCE_ADDRESS">>;
}

export function messageAdminRoutes(admin: FastifyInstance, { db, readSender, readSettings }: Deps): void {
  const fromOf = async (actor: Staff, request: FastifyRequest): Promise<From> => {
    const { GRIEVANCE_OFFICER: name, GRIEVANCE_ADDRESS: address } = await readSettings();
    return { sender: await readSender(originOf(request)), officer: { name, address }, actor };
  };

  handleAdmin(admin, adminEndpoints.listMessages, async ({ query: { after, ...filter } }) => ({
    data: await listMessagesFor(
      db,
      { ...filter, after: after === undefined ? undefined : Number(after) },
      PAGE_SIZE,
      new Date(),
    ),
  }));
  handleAdmin(admin, adminEndpoints.readMessage, async ({ params, staff }) => ({
    data: await openMessage(db, Number(params.id), staff),
  }));
  handleAdmin(admin, adminEndpoints.recordGrievance, async ({ body, staff, request }) => ({
    data: await recordGrievance(db, body, await fromOf(staff, request)),
  }));
  handleAdmin(admin, adminEndpoints.answerMessage, async ({ params, body, staff, request }) => ({
    data: await answerMessage(db, Number(params.id), body, await fromOf(staff, request)),
  }));
  handleAdmin(admin, adminEndpoints.changeMessage, async ({ params, body, staff, request }) => ({
    data: await changeMessage(db, Number(params.id), body, await fromOf(staff, request)),
  }));
  handleAdmin(admin, adminEndpoints.deleteMessage, async ({ params, staff }) => {
    await deleteMessage(db, Number(params.id), staff);
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.exportGrievances, async ({ query, staff, reply }) => {
    const subject = { type: "message" as const, id: "grievances" };
    await recordAudit(db, staff, { action: "message.register_exported", subject, after: query }, new Date());
    return csvResponse(reply, "grievances.csv", recordsOf(readGrievances(db, query)));
  });
}

const HEADER = [
  "ticket",
  "received",
  "name",
  "email",
  "phone",
  "grievance",
  "acknowledge_by",
  "acknowledged",
  "resolve_by",
  "resolved",
  "answers",
  "late",
];

async function* recordsOf(grievances: ReturnType<typeof readGrievances>): AsyncGenerator<string[]> {
  const day = (time: Date | null) => (time ? isoDayInIndia(time) : "");
  yield HEADER;
  for await (const {
    reference,
    createdAt,
    name,
    email,
    phone,
    message,
    answeredAt,
    closedAt,
    answers,
    isLate,
  } of grievances)
    yield [
      reference,
      day(createdAt),
      name,
      email,
      phone,
      message,
      day(acknowledgeBy(createdAt)),
      day(answeredAt ?? closedAt),
      day(resolveBy(createdAt)),
      day(closedAt),
      String(answers),
      isLate ? "yes" : "no",
    ];
}
