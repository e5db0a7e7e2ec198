/** Returns the name of an order item with its size: "Gulab Attar, 6 ml". */
export const itemName = ({ title, label }: { title: string; label: string }): string =>
  label === "" ? title : `${title}, ${label}`;

/** Returns the name of a line of a credit note; one without units credits only an amount. */
export function creditLineName(
  item: { title: string; label: string },
  { quantity, totalPaise, shippingPaise }: { quantity: number; totalPaise: number; shippingPaise: number },
): string {
  if (quantity > 0) return itemName(item);
  return `${shippingPaise === totalPaise ? "Shipping and fees" : "Price difference"} for ${itemName(item)}`;
}

/** Formats `2 × Rose Attar, 6 ml and 1 × Neem Soap, 100 g`. */
export function listUnits(
  units: readonly { position: number; quantity: number }[],
  items: readonly { position: number; name: string }[],
): string {
  const names = units
    .filter(({ quantity }) => quantity > 0)
    .map(({ position, quantity }) => `${quantity} × ${items.find((one) => one.position === position)?.name ?? ""}`);
  return new Intl.ListFormat("en-IN").format(names);
}
