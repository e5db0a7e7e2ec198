/** The shop's account with the payment provider. */
export interface PaymentAccount {
  keyId: string;
  keySecret: string;
  webhookSecrets: readonly string[];
  /** Address of the checkout script. */
  script: string;
}
