import { formatDateTime } from "../../contract/dates.ts";
import type { DraftOrder } from "../../contract/draft-orders/schemas.ts";
import { formatMoney } from "../shared/money.ts";
import type { DraftOrderPayment } from "./use-draft-order-payment.ts";

interface Heading {
  title: string;
  text: string;
}

/** What the page of a payment link says first. */
export function headingOf(draft: DraftOrder, step: DraftOrderPayment["step"], currencySymbol: string): Heading {
  const { state, customer, orderNumber, validUntil, cash, edit } = draft;
  if (edit !== null && step !== "unclear") {
    const texts = editTextsOf(draft, currencySymbol);
    if (texts) return texts;
  }
  if (step === "unclear" && state === "open")
    return {
      title: "Your payment is being confirmed…",
      text: "If you’ve paid, your money is safe: please don’t pay again. We’re checking, and we’ll email you as soon as your order is confirmed.",
    };
  if (draft.byAssistant) return assistantTextsOf(draft, currencySymbol);
  if (state === "closed")
    return {
      title: "This order can’t be paid online any more",
      text: `Order ${orderNumber} has been shipped or cancelled. If it is on its way to you, please pay the courier.`,
    };
  if (state === "paid" && cash)
    return {
      title: `Thank you, ${customer.name}`,
      text: `Your order ${orderNumber} is paid, so nothing is due when it arrives. We’ve emailed you the invoice.`,
    };
  if (state === "paid") return { title: `Thank you, ${customer.name}`, text: `${paidText(draft)} ${toFollow(draft)}` };
  if (state === "expired")
    return { title: "This link has expired", text: "Please write to us, and we’ll send you a new one." };
  if (state === "cancelled")
    return { title: "This order was cancelled", text: "If that surprises you, please write to us." };
  if (cash)
    return {
      title: cash.savedFee > 0 ? "Pay online and skip the cash fee" : "Pay online now",
      text: `You chose to pay ${formatMoney(cash.onDelivery, currencySymbol)} in cash for order ${orderNumber}. Until it ships you can pay ${formatMoney(draft.totalPrice, currencySymbol)} online instead.`,
    };
  return {
    title: `${customer.name}, your order is ready`,
    text:
      validUntil === null ? "Please check it and pay." : `Please check it and pay by ${formatDateTime(validUntil)}.`,
  };
}

const paidText = ({ orderNumber, totalPrice }: DraftOrder) =>
  `Your order ${orderNumber ?? ""} is ${totalPrice === 0 ? "confirmed" : "paid"}. We’ve emailed you the details and the invoice.`;

const toFollow = ({ customer }: DraftOrder) =>
  `To follow it in My Orders, log in with ${customer.email}; if you don’t have a password yet, set one by “Forgot password”.`;

/** What is said about what an assistant has put together. */
function assistantTextsOf(draft: DraftOrder, currencySymbol: string): Heading {
  const { state, customer, orderNumber, validUntil, dueOnDelivery } = draft;
  const back = "You can return to your assistant now.";
  if (state === "paid")
    return {
      title: `Thank you, ${customer.name}`,
      text:
        dueOnDelivery !== null && dueOnDelivery > 0
          ? `Your order ${orderNumber} is confirmed. Please have ${formatMoney(dueOnDelivery, currencySymbol)} ready when it arrives. We’ve emailed you the details. ${back} ${toFollow(draft)}`
          : `${paidText(draft)} ${back} ${toFollow(draft)}`,
    };
  if (state !== "open")
    return {
      title: state === "expired" ? "This link has expired" : "This order was cancelled",
      text: "You haven’t been charged. Please ask your assistant to put it together again.",
    };
  // Without an address and a name it says nothing of the buyer.
  if (customer.name === "")
    return {
      title: "Your order isn’t ready yet",
      text: "Your assistant is still putting it together. Please go back there to finish it.",
    };
  return {
    title: `${customer.name}, your order is ready`,
    text: `Your assistant has put it together. Please check it and pay${validUntil === null ? "" : ` by ${formatDateTime(validUntil)}`}.`,
  };
}

/** What is said about the change of a paid order; null for what an order says too. */
function editTextsOf(
  { state, customer, orderNumber, validUntil, totalPrice }: DraftOrder,
  currencySymbol: string,
): Heading | null {
  if (state === "paid")
    return {
      title: `Thank you, ${customer.name}`,
      text: `Your order ${orderNumber} has changed. We’ve emailed you the details and the new invoice.`,
    };
  if (state === "cancelled")
    return {
      title: "This change no longer applies",
      text: `Your order ${orderNumber} stays as it is, and you haven’t been charged for the change. If that surprises you, please write to us.`,
    };
  if (state === "open")
    return {
      title: `${customer.name}, the change of your order is ready`,
      text: `It costs ${formatMoney(totalPrice, currencySymbol)} more.${validUntil === null ? "" : ` Please pay by ${formatDateTime(validUntil)}.`} Until then order ${orderNumber} stays as it is.`,
    };
  return null;
}
