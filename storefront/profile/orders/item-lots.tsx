import type { OrderDetail } from "../../../contract/orders/schemas.ts";

/** Shows the lots of an item as printed on its pack, with their units if there are several lots; nothing for a size without lots. */
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
