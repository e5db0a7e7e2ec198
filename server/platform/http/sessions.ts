import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../base/errors.ts";

/** The customer of a session, as passed to handlers of endpoints with `auth: "session"`. */
export interface Customer {
  id: number;
  sessionId: number;
  name: string;
  email: string;
}

/** Finds the customer of a session token; null when it is unknown, ended or expired. */
export type FindCustomer = (token: string) => Promise<Customer | null>;

declare module "fastify" {
  interface FastifyInstance {
    /** Set by `acceptSessions`. The module accounts implements it, which this module may not import. */
    findCustomer: FindCustomer;
  }
  interface FastifyRequest {
    customer: Customer | null;
  }
}

/** Lets routes below `api` require sessions. */
export function acceptSessions(api: FastifyInstance, findCustomer: FindCustomer): void {
  api.decorate("findCustomer", findCustomer);
  api.decorateRequest("customer", null);
}

/** Returns the token of `Authorization: Bearer …`; empty without one. */
export function bearerToken(request: FastifyRequest): string {
  const [, token = ""] = /^Bearer +([\w.~+/=-]{1,1000})$/i.exec(request.headers.authorization ?? "") ?? [];
  return token;
}

/** Sets `request.customer`; null without a valid token. */
export function readCustomer(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const token = bearerToken(request);
  // A callback, so that a guest's request waits for no promise.
  if (!token) done();
  else
    request.server.findCustomer(token).then((customer) => {
      request.customer = customer;
      done();
    }, done);
}

/** Sets `request.customer`. @throws ApiError (401) without a valid token */
export async function requireCustomer(request: FastifyRequest): Promise<void> {
  const token = bearerToken(request);
  request.customer = token ? await request.server.findCustomer(token) : null;
  if (!request.customer) throw new ApiError("unauthorized");
}
