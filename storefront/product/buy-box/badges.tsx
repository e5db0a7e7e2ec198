import type { BadgeIcon } from "../../../contract/content/claims.ts";
import { Flower } from "../../shared/brand.tsx";
import { BoxIcon, CheckIcon, ClockIcon, DropIcon, HeartIcon, SealIcon, TruckIcon } from "../../shared/icons.tsx";
import { useShop } from "../../shared/shop-context.ts";
import { contradictsOrigin } from "./origin-claim.ts";

const ICONS: Readonly<Record<BadgeIcon, typeof CheckIcon>> = {
  check: CheckIcon,
  clock: ClockIcon,
  seal: SealIcon,
  drop: DropIcon,
  leaf: Flower,
  heart: HeartIcon,
  truck: TruckIcon,
  box: BoxIcon,
};

/** The owner's claims about every product: the setting PRODUCT_BADGES, without one about another origin than the product's. */
export function Badges({ countryOfOrigin }: { countryOfOrigin: string }) {
  const productBadges = useShop().productBadges.filter(({ name }) => !contradictsOrigin(name, countryOfOrigin));
  if (productBadges.length === 0) return null;
  return (
    <ul className="grid border-sand border-t pt-5 grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-3 @min-[26rem]:grid-cols-4 @min-[26rem]:gap-x-2">
      {productBadges.map(({ name, icon }) => {
        const Icon = ICONS[icon];
        return (
          <li
            key={name}
            className="flex items-center gap-2.5 text-tiny leading-tight text-bark @min-[26rem]:flex-col @min-[26rem]:gap-2 @min-[26rem]:text-center"
          >
            <Icon width="30" height="30" strokeWidth="1.1" className="shrink-0 text-brass" />
            {name}
          </li>
        );
      })}
    </ul>
  );
}
