/** How notes that address the customer, who reads them in My Orders, are said to staff. */
const SAID_TO_STAFF: readonly [customer: RegExp, staff: string][] = [
  [/^Your reason: /, "Reason: "],
  [/^You paid /, "The customer paid "],
  [/^You confirmed /, "The customer confirmed "],
  [/^Return accepted\. We’re sending you /, "Return accepted. We’re sending "],
  [/ This waits for your payment of /, " This waits for the payment of "],
];

/** Returns the note of an order's event as staff reads it. */
export const noteForStaff = (note: string): string =>
  SAID_TO_STAFF.reduce((text, [customer, staff]) => text.replace(customer, staff), note);
