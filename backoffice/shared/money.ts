/** Formats an amount in rupees with India's grouping, and with paise if it has any: "₹1,24,999.50". */
export function formatMoney(rupees: number): string {
  const [whole = "0", paise = "00"] = Math.abs(rupees).toFixed(2).split(".");
  const grouped = whole.replace(/(\d)(?=(\d\d)+\d$)/g, "$1,");
  return `${rupees < 0 ? "−" : ""}₹${grouped}${paise === "00" ? "" : `.${paise}`}`;
}
