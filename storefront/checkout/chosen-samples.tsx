import type { Checkout } from "../../contract/checkout/schemas.ts";
import { Picture } from "../shared/picture.tsx";

/** The free samples of the order, below its products; nothing without any. */
export function ChosenSamples({ samples }: Pick<Checkout, "samples">) {
  if (samples.length === 0) return null;
  return (
    <ul aria-label="Free samples" className="border-sand border-t py-2">
      {samples.map(({ variant_id, title, size, images: [picture] }) => (
        <li key={variant_id} className="flex items-center gap-3 py-1.5">
          <span className="size-11 shrink-0 overflow-hidden rounded-full bg-linen @tablet:bg-paper">
            {picture && <Picture picture={picture} alt="" sizes="44px" imageClassName="size-full object-cover" />}
          </span>
          <span className="min-w-0 flex-1 text-small wrap-anywhere">
            {title}, {size}
          </span>
          <span className="text-bark text-small">Free sample</span>
        </li>
      ))}
    </ul>
  );
}
