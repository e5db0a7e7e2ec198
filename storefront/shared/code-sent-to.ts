import type { CashOrder } from "../../contract/checkout/schemas.ts";

/** Says where the code that confirms an order was sent. @param mobile ten digits */
export const codeSentTo = (
  sentBy: CashOrder["sentBy"],
  { email, mobile }: { email: string; mobile: string },
): string => {
  const number = `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`;
  if (sentBy === "whatsapp") return `We’ve sent a code by WhatsApp to ${number}.`;
  if (sentBy === "sms") return `We’ve sent a code by SMS to ${number}.`;
  return `We’ve emailed a code to ${email}.`;
};
