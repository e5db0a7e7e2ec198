import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { documentPath } from "../../contract/order-calls.ts";
import { byOrderNumber } from "../../contract/orders.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../failures.ts";
import { serveCall } from "../http/calls.ts";
import { jsonSchema } from "../http/json-schemas.ts";
import { type Customer, requireCustomer } from "../http/sessions.ts";
import type { MailSender } from "../mail/sender.ts";
import { currentSettings } from "../settings/settings.ts";
import { buyAgain } from "./buy-again.ts";
import { cancelOrder } from "./cancel-order.ts";
import { findOrder, holdOrder, trackOrder } from "./find-order.ts";
import { readCreditNote } from "./invoice/read-credit-note.ts";
import { readInvoice } from "./invoice/read-invoice.ts";
import { listOrders, readOrder } from "./read-orders.ts";
import { requestReturn } from "./return-order.ts";

export interface OrderParts {
  db: Database;
  environment: Record<string, string | undefined>;
  readSender: (origin: string) => Promise<MailSender>;
}

export function orderRoutes(app: FastifyInstance, { db, environment, readSender }: OrderParts): void {
  const settings = () => currentSettings(db, environment);

  serveCall(app, calls.listOrders, ({ customer, query }) => listOrders(db, customer.id, query));
  serveCall(app, calls.trackOrder, async ({ customer, query }) => {
    const { RETURN_DAYS } = await settings();
    return { data: await readOrder(db, await trackOrder(db, customer.id, query), RETURN_DAYS) };
  });
  serveCall(app, calls.readOrder, async ({ customer, params }) => {
    const { RETURN_DAYS } = await settings();
    return { data: await readOrder(db, await findOrder(db, customer.id, params.number), RETURN_DAYS) };
  });
  serveCall(app, calls.cancelOrder, async ({ customer, params, origin }) => {
    const { RETURN_DAYS } = await settings();
    const sender = await readSender(origin);
    const cancelled = await db.transaction(async (trx) => {
      const order = await holdOrder(trx, customer.id, params.number);
      return cancelOrder(trx, order, { cause: "customer", sender, now: new Date() });
    });
    return { data: await readOrder(db, cancelled, RETURN_DAYS) };
  });
  serveCall(app, calls.requestReturn, async ({ customer, params, body, origin }) => {
    const { RETURN_DAYS: returnDays } = await settings();
    const sender = await readSender(origin);
    const requested = await db.transaction(async (trx) => {
      const order = await holdOrder(trx, customer.id, params.number);
      return requestReturn(trx, order, { reason: body.reason, returnDays, sender, now: new Date() });
    });
    return { data: await readOrder(db, requested, returnDays) };
  });
  serveCall(app, calls.buyAgain, async ({ customer, params }) => {
    const { MOST_PIECES } = await settings();
    return { data: await buyAgain(db, await findOrder(db, customer.id, params.number), MOST_PIECES) };
  });

  // The answers that are no JSON.
  const documents = [
    {
      path: documentPath(":number", "invoice"),
      read: readInvoice,
      summary: "The invoice of an order as PDF, from the moment of payment on. 409: it is not paid",
    },
    {
      path: documentPath(":number", "credit-note"),
      read: readCreditNote,
      summary: "The note that credits the invoice, as PDF. 409: the order was neither cancelled nor returned",
    },
  ];
  for (const { path, read, summary } of documents) {
    app.get(
      path,
      {
        onRequest: requireCustomer,
        schema: { summary, tags: ["Orders"], security: [{ session: [] }], params: jsonSchema(byOrderNumber, "input") },
        // `params` documents; it is read below.
        validatorCompiler: () => () => true,
        config: { documented: { refusals: [400, 401, 404, 409, 500, 503], produces: "application/pdf" } },
      },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        const asked = byOrderNumber.safeParse(request.params);
        if (!asked.success) throw new Refusal("notFound");
        const { id } = request.customer as Customer;
        const order = await findOrder(db, id, asked.data.number);
        const { filename, contentType, content } = await read(db, order, await settings());
        return reply
          .header("content-disposition", `attachment; filename="${filename}"`)
          .type(contentType)
          .send(content);
      },
    );
  }
}
