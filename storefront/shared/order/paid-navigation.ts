/** The state of the home page's history entry after a payment. */
export interface PaidNavigation {
  /** The order's number. */
  paidOrder: string;
}
