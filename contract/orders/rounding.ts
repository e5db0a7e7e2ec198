/** What the discount that rounds an order for cash on delivery down is called on pages, in emails and on invoices. */
export const ROUNDING_LABEL = "Rounded down";
