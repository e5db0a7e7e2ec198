import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../errors.ts";

/** Who calls: what every handler of a call with `auth: "session"` is told. */
export interface Customer {
  id: number;
  sessionId: number;
  name: string;
  email: string;
}

/** Finds whom a session's token belongs to; null when it is unknown, ended or too old. */
export type FindCustomer = (token: string) => Promise<Customer | null>;

declare module "fastify" {
  interface FastifyInstance {
    /** Decorated by the app before its calls are served; the room of accounts knows how. */
    findCustomer: FindCustomer;
  }
  interface FastifyRequest {
    customer: Customer | null;
  }
}

/** Makes calls below `api` able to ask who calls. */
export function acceptSessions(api: FastifyInstance, findCustomer: FindCustomer): void {
  api.decorate("findCustomer", findCustomer);
  api.decorateRequest("customer", null);
}

/** The token of `Authorization: Bearer …`; an empty text when there is none. */
export function bearerOf(request: FastifyRequest): string {
  const [, token = ""] = /^Bearer +([\w.~+/=-]{1,1000})$/i.exec(request.headers.authorization ?? "") ?? [];
  return token;
}

/** Notes whose token the request carries; without a valid one the caller is a guest. */
export function noteCustomer(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const token = bearerOf(request);
  if (!token) done();
  else
    request.server.findCustomer(token).then((customer) => {
      request.customer = customer;
      done();
    }, done);
}

/** @throws ApiError (401) when the request carries no token of a session that lives */
export async function requireCustomer(request: FastifyRequest): Promise<void> {
  const token = bearerOf(request);
  request.customer = token ? await request.server.findCustomer(token) : null;
  if (!request.customer) throw new ApiError("unauthorized");
}
