import type {
  Checkout,
  InitPaymentBody,
  PaymentOrder,
  PaymentOutcome,
  PaymentWindow,
  PincodePlace,
  VerifyPaymentBody,
} from "../../contract/checkout/schemas.ts";
import { browserSend } from "./browser.ts";
import { requestData } from "./request.ts";

/** The calls about paying, made in the browser only. */

const get = <T>(path: string) => requestData<T>(browserSend, { method: "GET", path });
const post = <T>(path: string, body: object) => requestData<T>(browserSend, { method: "POST", path, body });

export const checkoutApi = {
  read: () => get<Checkout>("checkout"),
  readPaymentWindow: () => get<PaymentWindow>("payment/window"),
  initPayment: (body: InitPaymentBody) => post<PaymentOrder>("init/payment", body),
  /** Safe to repeat. */
  verifyPayment: (body: VerifyPaymentBody) => post<PaymentOutcome>("verify/payment", body),
  checkPayment: (razorpay_order_id: string) => post<PaymentOutcome>("check/payment", { razorpay_order_id }),
  /** Fails with 404 where it is not known. */
  readPincode: (pincode: string) => get<PincodePlace>(`pincode/${pincode}`),
};
