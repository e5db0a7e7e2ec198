import { Mark } from "../../shared/brand.tsx";
import { CheckIcon, ClockIcon, DropIcon, SealIcon } from "../../shared/icons.tsx";
import { useShop } from "../../shared/shop-context.ts";

/** Icons of the specification's badges; others get a check mark. */
const ICONS: Record<string, typeof CheckIcon> = {
  "Long Lasting": ClockIcon,
  "IFRA - Certified": SealIcon,
  "Imported Oils": DropIcon,
  "Made In India": Mark,
};

/** The owner's claims about every product: the setting PRODUCT_BADGES. */
export function Badges() {
  const { productBadges } = useShop();
  return (
    <ul className="grid grid-cols-4 gap-2 border-t border-sand pt-5">
      {productBadges.map((name) => {
        const Icon = ICONS[name] ?? CheckIcon;
        return (
          <li
            key={name}
            className="flex flex-col items-center gap-2 text-center text-[0.8125rem] leading-tight text-bark"
          >
            <Icon width="30" height="30" strokeWidth="1.1" className="text-brass" />
            {name}
          </li>
        );
      })}
    </ul>
  );
}
