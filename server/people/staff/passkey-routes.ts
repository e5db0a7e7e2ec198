import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { Me } from "../../../contract/admin/session.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { originOf } from "../../platform/http/origin.ts";
import { type ContextDeps, contextOf } from "../../platform/http/request-context.ts";
import { readStaffCookie } from "../../platform/http/staff-cookies.ts";
import { logSecurityEvent } from "../accounts/security-events.ts";
import { describeStaff } from "./own-account.ts";
import {
  acceptOwnPasskey,
  addPasskey,
  describeNewPasskey,
  listPasskeys,
  newSignInChallenge,
  newStepUpChallenge,
  removePasskey,
  signInWithPasskey,
} from "./passkeys.ts";
import { markSteppedUp } from "./sessions.ts";
import type { SignedIn } from "./sign-in.ts";
import { encodeChallenge, rpIdOf } from "./webauthn.ts";

interface Deps extends ContextDeps {
  /** Sets the cookies of a new session. */
  open: (request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) => Promise<Me>;
}

export function passkeyRoutes(admin: FastifyInstance, deps: Deps): void {
  const { db, settings, open } = deps;
  const siteOf = async (request: FastifyRequest) => ({
    origin: settings.SHOP_ORIGIN || originOf(request),
    context: await contextOf(request, deps),
  });
  const asked = (challenge: string, origin: string) => ({
    data: { challenge, encodedChallenge: encodeChallenge(challenge), siteId: rpIdOf(origin) },
  });

  handleAdmin(admin, adminEndpoints.startPasskeySignIn, async ({ request }) => {
    const { origin, context } = await siteOf(request);
    return asked(newSignInChallenge(context), origin);
  });
  handleAdmin(admin, adminEndpoints.signInWithPasskey, async ({ body, request, reply }) => ({
    data: await open(
      request,
      reply,
      await signInWithPasskey(db, body, {
        ...(await siteOf(request)),
        deviceCookie: readStaffCookie(request, "staff_device"),
      }),
    ),
  }));
  handleAdmin(admin, adminEndpoints.startPasskeyStepUp, async ({ staff, request }) => {
    const { origin, context } = await siteOf(request);
    return asked(newStepUpChallenge(staff, context), origin);
  });
  handleAdmin(admin, adminEndpoints.stepUpWithPasskey, async ({ staff, body, request }) => {
    const site = await siteOf(request);
    await acceptOwnPasskey(db, staff, body, site);
    logSecurityEvent(site.context, "stepped_up", { staffId: staff.id });
    return { data: await describeStaff(db, { ...staff, secondFactorAt: await markSteppedUp(db, staff.sessionId) }) };
  });
  handleAdmin(admin, adminEndpoints.listPasskeys, async ({ staff }) => ({ data: await listPasskeys(db, staff) }));
  handleAdmin(admin, adminEndpoints.startPasskey, async ({ staff, request }) => ({
    data: await describeNewPasskey(db, staff, await siteOf(request)),
  }));
  handleAdmin(admin, adminEndpoints.addPasskey, async ({ staff, body, request }) => {
    await addPasskey(db, staff, body, await siteOf(request));
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.removePasskey, async ({ staff, params }) => {
    await removePasskey(db, staff, Number(params.id));
    return { data: {} };
  });
}
