import type { BadgeIcon } from "../../../contract/content/claims.ts";
import { Mark } from "../../shared/brand.tsx";
import { BoxIcon, CheckIcon, ClockIcon, DropIcon, HeartIcon, SealIcon, TruckIcon } from "../../shared/icons.tsx";
import { useShop } from "../../shared/shop-context.ts";
import { contradictsOrigin } from "./origin-claim.ts";

const ICONS: Readonly<Record<BadgeIcon, typeof CheckIcon>> = {
  check: CheckIcon,
  clock: ClockIcon,
  seal: SealIcon,
  drop: DropIcon,
  leaf: Mark,
  heart: HeartIcon,
  truck: TruckIcon,
  box: BoxIcon,
};

/** The owner's claims about every product: the setting PRODUCT_BADGES, without one about another origin than the product's. */
export function Badges({ countryOfOrigin }: { countryOfOrigin: string }) {
  const productBadges = useShop().productBadges.filter(({ name }) => !contradictsOrigin(name, countryOfOrigin));
  if (productBadges.length === 0) return null;
  return (
    <ul className="grid grid-cols-4 gap-2 border-t border-sand pt-5">
      {productBadges.map(({ name, icon }) => {
        const Icon = ICONS[icon];
        return (
          <li key={name} className="flex flex-col items-center gap-2 text-center text-tiny leading-tight text-bark">
            <Icon width="30" height="30" strokeWidth="1.1" className="text-brass" />
            {name}
          </li>
        );
      })}
    </ul>
  );
}
