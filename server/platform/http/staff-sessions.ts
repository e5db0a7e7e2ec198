import type { FastifyInstance, FastifyRequest } from "fastify";
import { FORMER_TOKEN_PREFIX, TOKEN_PREFIX } from "../../../contract/admin/api-tokens.ts";
import {
  isPermission,
  missingPermissionText,
  PERMISSIONS,
  type Permission,
} from "../../../contract/admin/permissions.ts";
import { STEP_UP_MINUTES } from "../../../contract/admin/session.ts";
import { STORAGE_TROUBLE } from "../../../contract/admin/storage-trouble.ts";
import { ApiError } from "../../base/errors.ts";
import { storageTrouble } from "../database/storage-trouble.ts";
import { originOf } from "./origin.ts";
import { readStaffCookie } from "./staff-cookies.ts";

/** A signed-in member of staff. */
export interface Staff {
  id: number;
  sessionId: number;
  name: string;
  email: string;
  /** The role's name. */
  role: string;
  permissions: ReadonlySet<Permission>;
  /** The maximum that the role may refund of one order; `refund_over_limit` allows more, with a recent second factor. */
  refundLimitPaise: number;
  /** When the second factor was last given in this session. */
  secondFactorAt: Date;
  /** The request's id, for the audit log. */
  requestId: string;
  /** The permissions with which an API token may write; with its other permissions it may only read. Missing for a person. */
  writable?: ReadonlySet<Permission>;
}

/** Finds the member of a session token; null when it is unknown, ended or expired. @param isUse whether the request extends the session */
export type FindStaff = (token: string, isUse?: boolean) => Promise<Omit<Staff, "requestId"> | null>;

/** Finds the permissions of an API token; null when it is unknown, revoked or expired. @throws ApiError (429) for too many requests */
export type FindApiToken = (token: string) => Promise<Omit<Staff, "requestId"> | null>;

declare module "fastify" {
  interface FastifyInstance {
    /** Set by `acceptStaff`. The module api-tokens implements it. */
    findApiToken: FindApiToken;
    /** Set by `acceptStaff`. The module staff implements it, which this module may not import. */
    findStaff: FindStaff;
  }
  interface FastifyRequest {
    staff: Staff | null;
  }
}

/**
 * Lets routes below `admin` require staff, and rejects writes from other sites: a browser sends the page's origin with every write.
 * @param shopOrigin the setting SHOP_ORIGIN; empty for the host of each request
 */
export function acceptStaff(
  admin: FastifyInstance,
  { findStaff, findApiToken, shopOrigin }: { findStaff: FindStaff; findApiToken: FindApiToken; shopOrigin: string },
): void {
  admin.decorate("findStaff", findStaff);
  admin.decorate("findApiToken", findApiToken);
  admin.decorateRequest("staff", null);
  admin.addHook("onRequest", (request, reply, done) => {
    reply.header("cache-control", "no-store").header("x-robots-tag", "noindex, nofollow");
    const isRead = request.method === "GET" || request.method === "HEAD";
    // No page can make a browser send an API token, and cookies do not count beside one.
    if (isRead || readApiToken(request) !== null || request.headers.origin === (shopOrigin || originOf(request)))
      done();
    else
      done(
        new ApiError("foreign_origin", "This request doesn’t come from the shop’s own pages. Reload the page, please."),
      );
  });
}

/** Tells staff, with each response, that the database cannot store anything. */
export function tellStorageTrouble(admin: FastifyInstance): void {
  admin.addHook("onSend", (request, reply, _payload, done) => {
    const found = request.staff && storageTrouble(new Date());
    if (found) reply.header(STORAGE_TROUBLE, found.trouble);
    done();
  });
}

/**
 * Returns a hook that sets `request.staff`.
 * @param stepUp whether the second factor must be recent
 * @param isUse whether the request extends the session
 * @throws ApiError (401) without a valid session, (403) without the permission or a recent second factor
 */
export function requireStaff(
  permission: Permission | "signed_in",
  { stepUp, needsMember = false, isUse }: { stepUp: boolean; needsMember?: boolean; isUse: boolean },
) {
  return async (request: FastifyRequest): Promise<void> => {
    const apiToken = readApiToken(request);
    if (apiToken !== null) {
      request.staff = {
        ...(await requireApiToken(request, apiToken, { permission, stepUp, needsMember })),
        requestId: request.id,
      };
      return;
    }
    const token = readStaffCookie(request, "staff_session");
    const found = token ? await request.server.findStaff(token, isUse) : null;
    if (!found) throw new ApiError("unauthorized", "Please sign in.");
    if (isPermission(permission) && !found.permissions.has(permission)) throw permissionMissing(permission);
    if (stepUp && !isSteppedUp(found)) throw stepUpRequired();
    request.staff = { ...found, requestId: request.id };
  };
}

const BEARER = new RegExp(`^Bearer ((?:${TOKEN_PREFIX}|${FORMER_TOKEN_PREFIX})[\\w-]{20,100})$`, "i");
const readApiToken = ({ headers }: FastifyRequest) => BEARER.exec(headers.authorization ?? "")?.[1] ?? null;

/**
 * @throws ApiError (401) for an unknown token, (403) for what it may not do: anything of a member's own account, or with a second factor
 */
async function requireApiToken(
  request: FastifyRequest,
  token: string,
  { permission, stepUp, needsMember }: { permission: Permission | "signed_in"; stepUp: boolean; needsMember: boolean },
) {
  const found = await request.server.findApiToken(token);
  if (!found) throw new ApiError("unauthorized", "This token is unknown, revoked or expired.");
  if (!isPermission(permission) || needsMember)
    throw new ApiError("permission_missing", "This is for members of staff, not for tokens.");
  if (!found.permissions.has(permission)) throw tokenMissing(permission);
  if (request.method !== "GET" && !found.writable?.has(permission)) throw tokenMissing(permission);
  if (stepUp) throw new ApiError("permission_missing", "This needs a person’s second factor, so no token can do it.");
  return found;
}

const tokenMissing = (permission: Permission) =>
  new ApiError("permission_missing", `This token may not ${PERMISSIONS[permission]} (${permission}).`);

export const permissionMissing = (permission: Permission) =>
  new ApiError("permission_missing", missingPermissionText(permission));

export const stepUpRequired = () =>
  new ApiError("step_up_required", "Please enter a code of your authenticator app to continue.");

/** Whether a session's second factor is recent. */
export const isSteppedUp = (session: Pick<Staff, "secondFactorAt">) => steppedUpUntil(session) > new Date();

/** Returns until when a session's second factor counts as recent. */
export const steppedUpUntil = ({ secondFactorAt }: Pick<Staff, "secondFactorAt">) =>
  new Date(secondFactorAt.getTime() + STEP_UP_MINUTES * 60_000);
