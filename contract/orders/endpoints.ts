import type { Endpoint } from "../endpoint.ts";
import { MAX_UPLOADED_PICTURE_BYTES } from "../limits.ts";
import { responseOf } from "../responses.ts";
import { cancelBody, refundAccountForm, removalBody, returnBody, returnPreviewBody } from "./forms.ts";
import { oldOrderList, oldOrderQuery } from "./old-orders.ts";
import { removalPreview } from "./removal.ts";
import { exchangeSizes } from "./returns.ts";
import { orderRoutes } from "./routes.ts";
import {
  boughtAgain,
  boughtSizes,
  boughtSizesQuery,
  byOrderNumber,
  orderDetail,
  orderList,
  orderListQuery,
  returnPhoto,
  trackQuery,
} from "./schemas.ts";

/** Endpoints of orders. Another customer's order gets 404. */
export const orderEndpoints = {
  listOrders: {
    ...orderRoutes.listOrders,
    summary: "The customer's orders, newest first; expired ones are omitted unless they were paid late and refunded",
    tag: "Orders",
    auth: "session",
    query: orderListQuery,
    response: orderList,
  },
  listOldOrders: {
    ...orderRoutes.listOldOrders,
    summary: "The orders that the customer's email has in the shop before, newest first, to read",
    tag: "Orders",
    auth: "session",
    query: oldOrderQuery,
    response: oldOrderList,
  },
  trackOrder: {
    ...orderRoutes.trackOrder,
    summary: "The customer's order with this Order ID or AWB",
    tag: "Orders",
    auth: "session",
    query: trackQuery,
    errorStatuses: [404],
    response: responseOf(orderDetail),
  },
  readBoughtSizes: {
    ...orderRoutes.readBoughtSizes,
    summary:
      "The sizes of a product that the customer has, or that are on their way; none once they are cancelled or returned",
    tag: "Orders",
    auth: "session",
    query: boughtSizesQuery,
    response: responseOf(boughtSizes),
  },
  readOrder: {
    ...orderRoutes.readOrder,
    summary: "One order with all details",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    response: responseOf(orderDetail),
  },
  cancelOrder: {
    ...orderRoutes.cancelOrder,
    repeat: "key_or_same",
    summary:
      "Cancel an order that is not shipped yet, or some units of one that is not packed yet; their payment is refunded",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    body: cancelBody,
    errorStatuses: [409],
    response: responseOf(orderDetail),
  },
  giveUpParcel: {
    ...orderRoutes.giveUpParcel,
    repeat: "seen",
    summary:
      "Give up a parcel that has not come by the promised day: a complaint, about which staff decides. An order that is given up already stays so",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    errorStatuses: [409, 429],
    response: responseOf(orderDetail),
  },
  previewCancellation: {
    ...orderRoutes.previewCancellation,
    repeat: "harmless",
    summary: "What a cancellation would refund, and why it may be less than was paid; nothing is stored",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    body: removalBody,
    errorStatuses: [409],
    response: responseOf(removalPreview),
  },
  listExchangeSizes: {
    ...orderRoutes.listExchangeSizes,
    summary:
      "The sizes in stock for which a customer can ask in exchange for each item of an order that can be returned",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    response: responseOf(exchangeSizes),
  },
  previewReturn: {
    ...orderRoutes.previewReturn,
    repeat: "harmless",
    summary:
      "What a return would refund once it is accepted, or cost with an exchange, and what must come back with it; nothing is stored",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    body: returnPreviewBody,
    errorStatuses: [409],
    response: responseOf(removalPreview),
  },
  requestReturn: {
    ...orderRoutes.requestReturn,
    repeat: "key_or_same",
    summary:
      "Request a return of a delivered order, within the return period; a defect can be reported later, too. Staff decides whether it is refunded, or exchanged for the requested sizes",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    body: returnBody,
    errorStatuses: [409],
    response: responseOf(orderDetail),
  },
  uploadReturnPhoto: {
    ...orderRoutes.uploadReturnPhoto,
    repeat: "harmless",
    summary: "Upload a photo (JPEG, PNG, WebP, AVIF) for the request of a return; deleted after a day if none names it",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    files: { file: { maxBytes: MAX_UPLOADED_PICTURE_BYTES, toDisk: true } },
    errorStatuses: [409, 429],
    response: responseOf(returnPhoto),
  },
  storeRefundAccount: {
    ...orderRoutes.storeRefundAccount,
    repeat: "harmless",
    summary: "Store the UPI ID for a refund that staff pays by hand, such as one of cash; it is erased once it is paid",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    body: refundAccountForm,
    errorStatuses: [409, 429],
    response: responseOf(orderDetail),
  },
  buyAgain: {
    ...orderRoutes.buyAgain,
    repeat: "key_or_same",
    summary: "Add the available products of an order to the cart",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    response: responseOf(boughtAgain),
  },
} as const satisfies Record<string, Endpoint>;
