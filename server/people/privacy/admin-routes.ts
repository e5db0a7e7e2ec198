import type { FastifyInstance, FastifyRequest } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../platform/http/csv-download.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { ContextDeps } from "../../platform/http/request-context.ts";
import { permissionMissing } from "../../platform/http/staff-sessions.ts";
import {
  confirmErasure,
  exportData,
  identifyRequester,
  recordRequest,
  recordRequestByEmail,
  rejectRequest,
  sendPersonalData,
} from "./decide-requests.ts";
import { previewNotice, sendNotice, stopNotice } from "./incident-notices.ts";
import { changeIncident, listIncidents, readIncident, recordIncident } from "./incidents.ts";
import { readUnreached, type Unreached } from "./notice-delivery.ts";
import { listRequests, readRequest } from "./requests.ts";

export function privacyAdminRoutes(
  admin: FastifyInstance,
  { db, readSender }: Pick<ContextDeps, "db" | "readSender">,
): void {
  const senderOf = (request: FastifyRequest) => readSender(originOf(request));
  const cursor = (after: string | undefined) => (after === undefined ? undefined : Number(after));

  handleAdmin(admin, adminEndpoints.listPrivacyRequests, async ({ query: { tab, after } }) => ({
    data: await listRequests(db, { tab, after: cursor(after) }),
  }));
  handleAdmin(admin, adminEndpoints.readPrivacyRequest, async ({ params }) => ({
    data: await readRequest(db, Number(params.id)),
  }));
  handleAdmin(admin, adminEndpoints.recordPrivacyRequest, async ({ body, staff, request }) => ({
    data: await recordRequest(db, body, staff, await senderOf(request)),
  }));
  handleAdmin(admin, adminEndpoints.recordRequestByEmail, async ({ body, staff, request }) => {
    // A recorded number is confirmed: what is stored about it belongs to the request.
    const { permission } = adminEndpoints.identifyRequester;
    if (body.mobile_no && !staff.permissions.has(permission)) throw permissionMissing(permission);
    return { data: await recordRequestByEmail(db, body, staff, await senderOf(request)) };
  });
  handleAdmin(admin, adminEndpoints.identifyRequester, async ({ params, body, staff }) => ({
    data: await identifyRequester(db, Number(params.id), body, staff),
  }));
  handleAdmin(admin, adminEndpoints.sendPersonalData, async ({ params, body, staff, request }) => ({
    data: await sendPersonalData(db, Number(params.id), body, staff, await senderOf(request)),
  }));
  handleAdmin(admin, adminEndpoints.exportPersonalData, async ({ params, staff }) => ({
    data: await exportData(db, Number(params.id), staff),
  }));
  handleAdmin(admin, adminEndpoints.eraseCustomer, async ({ params, body, staff }) => ({
    data: await confirmErasure(db, Number(params.id), body, staff),
  }));
  handleAdmin(admin, adminEndpoints.rejectPrivacyRequest, async ({ params, body, staff, request }) => ({
    data: await rejectRequest(db, Number(params.id), body, staff, await senderOf(request)),
  }));

  handleAdmin(admin, adminEndpoints.listIncidents, async ({ query }) => ({
    data: await listIncidents(db, cursor(query.after)),
  }));
  handleAdmin(admin, adminEndpoints.readIncident, async ({ params }) => ({
    data: await readIncident(db, Number(params.id)),
  }));
  handleAdmin(admin, adminEndpoints.recordIncident, async ({ body, staff }) => ({
    data: await recordIncident(db, body, staff),
  }));
  handleAdmin(admin, adminEndpoints.changeIncident, async ({ params, body, staff }) => ({
    data: await changeIncident(db, Number(params.id), body, staff),
  }));
  handleAdmin(admin, adminEndpoints.previewIncidentNotice, async ({ params, body, request }) => ({
    data: await previewNotice(db, Number(params.id), body, await senderOf(request)),
  }));
  handleAdmin(admin, adminEndpoints.sendIncidentNotice, async ({ params, body, staff, request }) => ({
    data: await sendNotice(db, Number(params.id), body, staff, originOf(request)),
  }));
  handleAdmin(admin, adminEndpoints.exportUnreached, async ({ params, staff, reply }) => {
    const people = await readUnreached(db, Number(params.id), Number(params.notice), staff);
    return csvResponse(reply, "people-to-call.csv", recordsOf(people));
  });
  handleAdmin(admin, adminEndpoints.stopIncidentNotice, async ({ params, staff }) => ({
    data: await stopNotice(db, Number(params.id), Number(params.notice), staff),
  }));
}

function* recordsOf(people: readonly Unreached[]): Generator<string[]> {
  yield ["reason", "kind", "name", "mobile", "email", "address"];
  for (const { reason, kind, name, mobile, email, address } of people)
    yield [reason, kind, name ?? "", mobile ?? "", email ?? "", address ?? ""];
}
