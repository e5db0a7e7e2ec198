/** Labels of the provider's payment methods. */
const METHODS: Readonly<Record<string, string>> = {
  card: "Card",
  upi: "UPI",
  netbanking: "Net banking",
  wallet: "Wallet",
  emi: "EMI",
  paylater: "Pay later",
  cash_on_delivery: "Cash on delivery",
};

/** Describes a payment method as its buyer recognises it: "Visa ending 1007", "UPI asha@bank", "Net banking HDFC". */
export function paidWith({ method, detail }: { method: string; detail: string }): string {
  if (method === "card" && detail !== "") return detail;
  return [METHODS[method] ?? method, detail].filter(Boolean).join(" ");
}
