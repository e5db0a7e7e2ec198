import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { OrderRow } from "../orders/order-row.ts";
import type { ApplyPaymentDeps } from "./apply-payment.ts";
import type { PaymentProvider } from "./provider.ts";

/** The dependencies of this module's functions. */
export interface PaymentDeps extends ApplyPaymentDeps {
  provider: PaymentProvider;
  /** Cancels a locked order whose whole payment was refunded at the provider; injected, because cancelling depends on payments. */
  cancelOrder: (trx: DatabaseOrTransaction, order: OrderRow, options: CancelOptions) => Promise<OrderRow>;
}

interface CancelOptions {
  cause: "staff";
  sender: MailSender;
  now: Date;
}
