import type { OrderDetail } from "../../../contract/orders/schemas.ts";

/** The lots of an item as its pack names them, with their units if there are several; nothing for a size without lots. */
export function ItemLots({ lots }: Pick<OrderDetail, "lots">) {
  if (lots.length === 0) return null;
  return (
    <ul className="mt-1 text-bark text-small">
      {lots.map(({ text, quantity }) => (
        <li key={text} className="wrap-anywhere">
          Lot {text}
          {lots.length > 1 && ` (${quantity})`}
        </li>
      ))}
    </ul>
  );
}
