import { Link } from "react-router";
import type { Banner } from "../../contract/content/schemas.ts";
import { formatMoney } from "../shared/money.ts";
import { isDark, Picture } from "../shared/picture.tsx";
import { Price } from "../shared/product/price.tsx";
import { useShop } from "../shared/shop-context.ts";
import type { PromoPrice } from "./load-home.ts";

/** Shows two promotional banners: a photograph with words on it, and a smaller one below its words. */
export function PromoBanners({
  banners: [wide, narrow],
  prices,
}: {
  banners: Banner[];
  prices: Record<string, PromoPrice>;
}) {
  if (!wide) return null;
  return (
    <div className={`container-page grid gap-4 sm:gap-6 ${narrow ? "xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]" : ""}`}>
      <WidePromo banner={wide} price={prices[wide.link]} />
      {narrow && <NarrowPromo banner={narrow} price={prices[narrow.link]} />}
    </div>
  );
}

interface PromoProps {
  banner: Banner;
  price: PromoPrice | undefined;
}

/** Shows a photograph whose upper left is free; on a phone the words are above its subject: on an upright one, or on its wall's colour. */
function WidePromo({ banner, price }: PromoProps) {
  const { image } = banner;
  const dark = isDark(image.color);
  const isUpright = image.height > image.width;
  return (
    <section
      className={`grid overflow-hidden rounded-picture *:[grid-area:1/1] ${dark ? "text-white" : "text-ink"}`}
      style={{ backgroundColor: image.color }}
    >
      <div className="z-10 p-6 max-sm:pb-[68vw] sm:self-center sm:p-9 xl:self-start xl:p-10">
        <h2 className="max-w-[11ch] text-heading">{banner.title}</h2>
        {banner.text && <p className="mt-3 max-w-[20ch] text-balance">{banner.text}</p>}
        {price && <PriceLine price={price} />}
        <Link to={banner.link} className={`mt-5 ${dark ? "button-light" : "button-primary"}`}>
          {banner.action}
        </Link>
      </div>
      <Picture
        picture={image}
        alt=""
        sizes="(min-width: 1200px) 56vw, 94vw"
        className="flex items-end"
        imageClassName={`w-full object-cover object-right-bottom sm:aspect-3/2 xl:h-full ${isUpright ? "[--fade-from:45%] [--fade-to:70%] max-sm:fade-top max-sm:h-full" : "[--fade-from:80%] max-sm:fade-top"}`}
      />
    </section>
  );
}

function NarrowPromo({ banner, price }: PromoProps) {
  return (
    <section className="flex flex-col overflow-hidden rounded-picture bg-linen sm:max-xl:flex-row">
      <Picture
        picture={banner.image}
        alt=""
        sizes="(min-width: 1200px) 40vw, (min-width: 640px) 56vw, 94vw"
        className="aspect-3/2 sm:max-xl:w-7/12 xl:relative xl:aspect-auto xl:min-h-66 xl:flex-1"
        imageClassName="size-full object-cover object-[30%_45%] xl:absolute xl:inset-0"
      />
      <div className="p-6 sm:max-xl:flex-1 sm:max-xl:self-center sm:max-xl:p-9 xl:p-8">
        <h2 className="text-heading">{banner.title}</h2>
        {banner.text && <p className="mt-2 max-w-[22em] text-balance">{banner.text}</p>}
        {price && <PriceLine price={price} />}
        <Link to={banner.link} className="standalone-link mt-2 font-semibold text-leaf">
          {banner.action}
        </Link>
      </div>
    </section>
  );
}

function PriceLine({ price }: { price: PromoPrice }) {
  const { currencySymbol } = useShop();
  return "from" in price ? (
    <p className="mt-2 font-semibold tabular-nums">from {formatMoney(price.from, currencySymbol)}</p>
  ) : (
    <Price {...price} className="mt-2 [&_*]:text-current" />
  );
}
