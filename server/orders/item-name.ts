/** Returns the name of an order item with its size: "Gulab Attar, 6 ml". */
export const itemName = ({ title, label }: { title: string; label: string }): string =>
  label === "" ? title : `${title}, ${label}`;
