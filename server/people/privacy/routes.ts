import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { type ContextDeps, contextOf } from "../../platform/http/request-context.ts";
import { downloadsOf, privacyRequestsOf } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { readPersonalData } from "./personal-data.ts";
import { addRequest, listOwnRequests, toOwn, withdrawRequest } from "./requests.ts";

export function privacyRoutes(app: FastifyInstance, deps: ContextDeps): void {
  const { db } = deps;
  handle(app, endpoints.readOwnData, async ({ customer }) => {
    const now = new Date();
    await consume(db, downloadsOf(customer.id), now);
    return { data: await readPersonalData(db, customer.id, now) };
  });
  handle(app, endpoints.listOwnRequests, async ({ customer }) => ({ data: await listOwnRequests(db, customer.id) }));
  handle(app, endpoints.requestErasure, async ({ customer, body, request }) => {
    const context = await contextOf(request, deps);
    await consume(db, privacyRequestsOf(customer.id), context.now);
    const { row } = await db.transaction((trx) =>
      addRequest(
        trx,
        {
          customerId: customer.id,
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
}
