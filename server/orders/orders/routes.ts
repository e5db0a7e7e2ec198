import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { documentPath } from "../../../contract/orders/routes.ts";
import { byOrderNumber, documentQuery } from "../../../contract/orders/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { jsonSchema } from "../../platform/http/json-schemas.ts";
import { type Customer, requireCustomer } from "../../platform/http/sessions.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { readBoughtSizes } from "./bought-sizes.ts";
import { findOrder, trackOrder } from "./find-order.ts";
import { readCreditNote } from "./invoice/read-credit-note.ts";
import { type InvoiceFile, readInvoice } from "./invoice/read-invoice.ts";
import type { OrderRow } from "./order-row.ts";
import { listOrders, readOrder } from "./read-orders.ts";
import { drawVoucher } from "./vouchers/issue-vouchers.ts";

export interface OrderDeps {
  db: Database;
  media: MediaLibrary;
  shopSettings: ShopSettingsReader;
}

export function orderRoutes(app: FastifyInstance, { db, media, shopSettings }: OrderDeps): void {
  const settings = shopSettings.current;

  handle(app, endpoints.listOrders, ({ customer, query }) => listOrders(db, customer.id, query));
  handle(app, endpoints.trackOrder, async ({ customer, query }) => {
    const rules = await settings();
    return { data: await readOrder(db, await trackOrder(db, customer.id, query), rules) };
  });
  handle(app, endpoints.readBoughtSizes, async ({ customer, query }) => ({
    data: await readBoughtSizes(db, { customerId: customer.id, productId: Number(query.product_id) }),
  }));
  handle(app, endpoints.readOrder, async ({ customer, params }) => {
    const rules = await settings();
    return { data: await readOrder(db, await findOrder(db, customer.id, params.number), rules) };
  });

  // Endpoints whose responses are not JSON.
  const documents: {
    operationId: string;
    path: string;
    query?: typeof documentQuery;
    read: (order: OrderRow, query: unknown) => Promise<InvoiceFile>;
    summary: string;
  }[] = [
    {
      operationId: "readInvoice",
      path: documentPath(":number", "invoice"),
      query: documentQuery,
      read: (order, query) => readInvoice({ db, media }, order, positionOf(query)),
      summary:
        "An invoice of the order as PDF, from the moment of payment on, by default the first; what was added since has its own. 409: it is not paid",
    },
    {
      operationId: "readCreditNote",
      path: documentPath(":number", "credit-note"),
      query: documentQuery,
      read: (order, query) => readCreditNote({ db, media }, order, positionOf(query)),
      summary: "A credit note of the order as PDF, by default the latest. 409: nothing of it was cancelled or returned",
    },
    {
      operationId: "readReceiptVoucher",
      path: documentPath(":number", "receipt-voucher"),
      query: documentQuery,
      read: (order, query) => drawVoucher({ db, media }, order, "receipt", positionOf(query)),
      summary:
        "The receipt voucher of what was paid before the invoice, as PDF, by default the latest. 409: nothing was paid in advance",
    },
    {
      operationId: "readRefundVoucher",
      path: documentPath(":number", "refund-voucher"),
      query: documentQuery,
      read: (order, query) => drawVoucher({ db, media }, order, "refund", positionOf(query)),
      summary:
        "The refund voucher of an advance that was refunded before the invoice, as PDF, by default the latest. 409: none was",
    },
  ];
  for (const { operationId, path, query, read, summary } of documents) {
    app.get(
      path,
      {
        onRequest: requireCustomer,
        schema: {
          operationId,
          summary,
          tags: ["Orders"],
          security: [{ session: [] }],
          params: jsonSchema(byOrderNumber, "input"),
          ...(query && { querystring: jsonSchema(query, "input") }),
        },
        // `params` and `querystring` are only documentation; the handler validates them.
        validatorCompiler: () => () => true,
        config: { documented: { errorStatuses: [400, 401, 404, 409, 500, 503], produces: "application/pdf" } },
      },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        const parsed = byOrderNumber.safeParse(request.params);
        if (!parsed.success) throw new ApiError("not_found");
        const { id } = request.customer as Customer;
        const order = await findOrder(db, id, parsed.data.number);
        const { filename, contentType, content } = await read(order, request.query);
        return reply
          .header("content-disposition", `attachment; filename="${filename}"`)
          .type(contentType)
          .send(content);
      },
    );
  }
}

/** @throws ApiError (404) */
function positionOf(query: unknown): number | undefined {
  const parsed = documentQuery.safeParse(query);
  if (!parsed.success) throw new ApiError("not_found");
  return parsed.data.position;
}
