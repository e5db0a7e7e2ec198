import type { OrderDocument } from "../../contract/orders/endpoints.ts";
import type { BoughtAgain, OrderDetail, OrderList, TrackBy } from "../../contract/orders/schemas.ts";
import { pathWithQuery } from "./api.ts";
import { browserDownload, browserSend } from "./browser.ts";
import { call, requestData } from "./request.ts";

/** The calls about what was bought, made in the browser only. */

const get = <T>(path: string) => requestData<T>(browserSend, { method: "GET", path });
const post = <T>(number: string, what: string, body?: object) =>
  requestData<T>(browserSend, { method: "POST", path: `${orderPath(number)}/${what}`, ...(body && { body }) });
const orderPath = (number: string) => `order/${encodeURIComponent(number)}`;

export const orderApi = {
  list: (page: number) => call<OrderList>(browserSend, { method: "GET", path: pathWithQuery("order", { page }) }),
  read: (number: string) => get<OrderDetail>(orderPath(number)),
  track: (search: string, by: TrackBy) => get<OrderDetail>(pathWithQuery("order/track", { search, by })),
  cancel: (number: string) => post<OrderDetail>(number, "cancel"),
  requestReturn: (number: string, reason: string) => post<OrderDetail>(number, "return", { reason }),
  buyAgain: (number: string) => post<BoughtAgain>(number, "again"),
  /** A document of the order, as PDF. */
  readDocument: (number: string, document: OrderDocument) => browserDownload(`${orderPath(number)}/${document}`),
};
