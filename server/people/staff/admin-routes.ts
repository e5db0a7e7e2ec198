import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { Me } from "../../../contract/admin/session.ts";
import { ApiError } from "../../base/errors.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { type ContextDeps, contextOf, type RequestContext } from "../../platform/http/request-context.ts";
import { readStaffCookie, setStaffCookie } from "../../platform/http/staff-cookies.ts";
import { logSecurityEvent } from "../accounts/security-events.ts";
import { signInToDemo } from "./demo-staff.ts";
import { DEVICE_COOKIE_SECONDS, newDeviceCookie, readDevice } from "./device.ts";
import { requireGrantable } from "./guards.ts";
import {
  acceptInvitation,
  type InvitationDeps,
  invite,
  openInvitation,
  renewInvitation,
  requireReplaceable,
  withdrawInvitation,
} from "./invitations.ts";
import { changeMemberRole, endSessionsOfMember, listStaff, removeMemberAs, resetMemberAs } from "./members.ts";
import { changeStaffPassword, describeStaff, endOwnSession, renewRecoveryCodes, stepUp } from "./own-account.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { addRole, changeRole, deleteRole, listRoles, lockRole, permissionsOf } from "./roles.ts";
import { addView, deleteView, listViews } from "./saved-views.ts";
import { endStaffSession, listOwnSessions, staffSessionCheck } from "./sessions.ts";
import { type SignedIn, signIn } from "./sign-in.ts";

export function staffAdminRoutes(admin: FastifyInstance, deps: ContextDeps): void {
  const { db, settings } = deps;
  const demo = settings.DEMO;
  const findStaff = staffSessionCheck(db);
  const deviceOf = (request: FastifyRequest, memberId: number) =>
    readDevice(settings.CODE_SECRET, readStaffCookie(request, "staff_device"), memberId);
  const invitationDeps = ({ sender, now }: RequestContext): InvitationDeps => ({ demo, sender, now });

  /** The link is in the response only where no email brings it. */
  const sent = (link: string) => ({ data: { link: demo || settings.SMTP_URL !== "" ? null : link } });

  function setSession(request: FastifyRequest, reply: FastifyReply, { memberId, token }: SignedIn): void {
    setStaffCookie(request, reply, { name: "staff_session", value: token, maxAgeSeconds: null });
    if (deviceOf(request, memberId)) return;
    const value = newDeviceCookie(settings.CODE_SECRET, memberId);
    setStaffCookie(request, reply, { name: "staff_device", value, maxAgeSeconds: DEVICE_COOKIE_SECONDS });
  }
  async function meOf({ token }: SignedIn): Promise<Me> {
    const staff = await findStaff(token);
    if (!staff) throw new ApiError("unauthorized");
    return describeStaff(db, staff);
  }

  passkeyRoutes(admin, {
    ...deps,
    open: async (request, reply, signedIn) => {
      setSession(request, reply, signedIn);
      return meOf(signedIn);
    },
  });

  handleAdmin(admin, adminEndpoints.readBackOffice, async ({ request }) => ({
    data: { name: (await contextOf(request, deps)).sender.name, demo },
  }));
  handleAdmin(admin, adminEndpoints.signIn, async ({ body, request, reply }) => {
    const signedIn = await signIn(db, body, readStaffCookie(request, "staff_device"), await contextOf(request, deps));
    setSession(request, reply, signedIn);
    return { data: await meOf(signedIn) };
  });
  handleAdmin(admin, adminEndpoints.signInToDemo, async ({ body, request, reply }) => {
    if (!demo) throw new ApiError("not_found");
    const signedIn = await signInToDemo(db, body.role, await contextOf(request, deps));
    setSession(request, reply, signedIn);
    return { data: await meOf(signedIn) };
  });
  handleAdmin(admin, adminEndpoints.readSession, async ({ staff }) => ({ data: await describeStaff(db, staff) }));
  handleAdmin(admin, adminEndpoints.signOut, async ({ staff, request, reply }) => {
    await endStaffSession(db, staff.id, staff.sessionId);
    setStaffCookie(request, reply, { name: "staff_session", value: "", maxAgeSeconds: 0 });
    const source = { log: request.log, ip: request.ip, codeSecret: settings.CODE_SECRET };
    logSecurityEvent(source, "session_ended", { staffId: staff.id }, { sessions: "this" });
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.stepUp, async ({ staff, body, request }) => {
    const context = await contextOf(request, deps);
    const stepped = await stepUp(db, staff, body.code, { demo, device: deviceOf(request, staff.id), context });
    return { data: await describeStaff(db, stepped) };
  });
  handleAdmin(admin, adminEndpoints.listOwnSessions, async ({ staff }) => ({ data: await listOwnSessions(db, staff) }));
  handleAdmin(admin, adminEndpoints.endOwnSession, async ({ staff, params }) => {
    await endOwnSession(db, staff, Number(params.id));
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.changePassword, async ({ staff, body, request }) => {
    await changeStaffPassword(db, staff, body, await contextOf(request, deps));
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.renewRecoveryCodes, async ({ staff, request }) => ({
    data: { recoveryCodes: await renewRecoveryCodes(db, staff, await contextOf(request, deps)) },
  }));
  handleAdmin(admin, adminEndpoints.openInvitation, async ({ body, request }) => ({
    data: await openInvitation(db, body.token, { demo, context: await contextOf(request, deps) }),
  }));
  handleAdmin(admin, adminEndpoints.acceptInvitation, async ({ body, request, reply }) => {
    const context = await contextOf(request, deps);
    const accepted = await acceptInvitation(db, body, { demo, context });
    setSession(request, reply, accepted);
    return { data: { recoveryCodes: accepted.recoveryCodes } };
  });

  handleAdmin(admin, adminEndpoints.listStaff, async ({ staff }) => ({
    data: await listStaff(db, staff, { codeSecret: settings.CODE_SECRET, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.inviteStaff, async ({ staff, body, request }) => {
    const context = await contextOf(request, deps);
    const link = await db.transaction(async (trx) => {
      const role = await lockRole(trx, Number(body.roleId));
      requireGrantable(staff, permissionsOf(role));
      await requireReplaceable(trx, body.email, staff);
      return invite(trx, { email: body.email, role }, staff, invitationDeps(context));
    });
    logSecurityEvent(context, "staff_invited", { staffId: staff.id });
    return sent(link);
  });
  handleAdmin(admin, adminEndpoints.renewInvitation, async ({ staff, params, request }) => {
    const context = await contextOf(request, deps);
    const link = await renewInvitation(db, Number(params.id), staff, invitationDeps(context));
    logSecurityEvent(context, "staff_invited", { staffId: staff.id });
    return sent(link);
  });
  handleAdmin(admin, adminEndpoints.withdrawInvitation, async ({ staff, params }) => {
    await withdrawInvitation(db, Number(params.id), staff);
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.changeMemberRole, async ({ staff, params, body }) => {
    await changeMemberRole(db, Number(params.id), Number(body.roleId), staff);
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.endMemberSessions, async ({ staff, params }) => {
    await endSessionsOfMember(db, Number(params.id), staff);
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.resetMember, async ({ staff, params, request }) => {
    const context = await contextOf(request, deps);
    const link = await resetMemberAs(db, Number(params.id), staff, invitationDeps(context));
    logSecurityEvent(context, "second_factor_reset", { staffId: Number(params.id) });
    return sent(link);
  });
  handleAdmin(admin, adminEndpoints.removeMember, async ({ staff, params, request }) => {
    await removeMemberAs(db, Number(params.id), staff);
    const source = { log: request.log, ip: request.ip, codeSecret: settings.CODE_SECRET };
    logSecurityEvent(source, "staff_removed", { staffId: Number(params.id) });
    return { data: {} };
  });

  handleAdmin(admin, adminEndpoints.listRoles, async () => ({ data: await listRoles(db) }));
  handleAdmin(admin, adminEndpoints.addRole, async ({ staff, body }) => ({ data: await addRole(db, body, staff) }));
  handleAdmin(admin, adminEndpoints.changeRole, async ({ staff, params, body }) => ({
    data: await changeRole(db, Number(params.id), body, staff),
  }));
  handleAdmin(admin, adminEndpoints.listViews, async ({ staff }) => ({ data: await listViews(db, staff) }));
  handleAdmin(admin, adminEndpoints.addView, async ({ staff, body }) => ({ data: await addView(db, body, staff) }));
  handleAdmin(admin, adminEndpoints.deleteView, async ({ staff, params }) => {
    await deleteView(db, Number(params.id), staff);
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.deleteRole, async ({ staff, params }) => {
    await deleteRole(db, Number(params.id), staff);
    return { data: {} };
  });
}
