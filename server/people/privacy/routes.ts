import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { ApiError } from "../../base/errors.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { type ContextDeps, contextOf } from "../../platform/http/request-context.ts";
import { downloadsOf, privacyRequestsOf } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { personOfAccount } from "./person.ts";
import { readPersonalData } from "./personal-data.ts";
import { requestByEmail, sendRequestCode } from "./request-by-email.ts";
import { addRequest, listOwnRequests, toOwn, withdrawRequest } from "./requests.ts";

export function privacyRoutes(app: FastifyInstance, deps: ContextDeps): void {
  const { db } = deps;
  handle(app, endpoints.readOwnData, async ({ customer }) => {
    const now = new Date();
    await consume(db, downloadsOf(customer.id), now);
    const person = await personOfAccount(db, customer.id);
    if (!person) throw new ApiError("unauthorized");
    return { data: await readPersonalData(db, person, now) };
  });
  handle(app, endpoints.listOwnRequests, async ({ customer }) => ({ data: await listOwnRequests(db, customer.id) }));
  handle(app, endpoints.requestErasure, async ({ customer, body, request }) => {
    const context = await contextOf(request, deps);
    await consume(db, privacyRequestsOf(customer.id), context.now);
    const { row } = await db.transaction((trx) =>
      addRequest(
        trx,
        {
          requester: { customerId: customer.id },
          kind: "erasure",
          message: body.message,
          deleteReviews: body.reviews === "delete",
          recordedBy: "",
        },
        context,
      ),
    );
    return { data: toOwn(row) };
  });
  handle(app, endpoints.withdrawRequest, async ({ customer, params }) => {
    await withdrawRequest(db, customer.id, params.reference, new Date());
    return { data: await listOwnRequests(db, customer.id) };
  });
  handle(app, endpoints.sendRequestCode, async ({ body, request }) => {
    await sendRequestCode(db, body.email, await contextOf(request, deps));
    return { data: {} };
  });
  handle(app, endpoints.requestByEmail, async ({ body, request }) => ({
    data: await requestByEmail(db, body, await contextOf(request, deps)),
  }));
}
