import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Banner } from "../../contract/content/schemas.ts";
import { PHONE_MAX_WIDTH } from "../../contract/limits.ts";
import { CategoryRow } from "../shared/category-row.tsx";
import { Later } from "../shared/later.tsx";
import { useRootData } from "../shared/shop-context.ts";
import { AppBanner } from "./app-banner.tsx";
import { BrandImages } from "./brand-images.tsx";
import { HeroCarousel } from "./hero-carousel.tsx";
import { useJustPaid } from "./just-paid.tsx";
import type { HomeData } from "./load-home.ts";
import { NewArrivals } from "./new-arrivals.tsx";
import { OriginStory } from "./origin-story.tsx";
import { PromoBanners } from "./promo-banners.tsx";
import { Testimonials } from "./testimonials.tsx";
import { WhyChooseUs } from "./why-choose-us.tsx";

interface HomePageProps {
  data: HomeData;
  /** What the page has to say first, with its heading; the carousel, which is louder, is then further down. */
  message?: ReactNode;
}

export function HomePage({ data, message }: HomePageProps) {
  const { shop, categories } = useRootData();
  const { banners } = data;
  const thanks = useJustPaid();
  const first = thanks ?? message;
  const carousel = (
    <ByWindowWidth
      banners={banners}
      show={(list, media) => <HeroCarousel banners={placedAt(list, "hero")} media={media} isFirst={!first} />}
    />
  );
  return (
    <>
      {(thanks || !message) && (
        <h1 className="sr-only">
          {shop.name}: {shop.tagline}
        </h1>
      )}
      {first ?? carousel}
      <CategoryRow categories={categories} />
      <NewArrivals products={data.newArrivals} />
      {first && <div className="pb-section">{carousel}</div>}
      <Later>
        <OriginStory />
        <DealsLink />
        <ByWindowWidth
          banners={banners}
          show={(list) => <PromoBanners banners={placedAt(list, "promo")} prices={data.promoPrices} />}
        />
        <WhyChooseUs reasons={data.reasons} />
      </Later>
      <Later>
        <ByWindowWidth banners={banners} show={(list) => <AppBanner banner={placedAt(list, "app")[0]} />} />
        <Testimonials testimonials={data.testimonials} />
        <BrandImages brandImages={data.brandImages} />
      </Later>
    </>
  );
}

const placedAt = (banners: Banner[], place: Banner["placement"]) =>
  banners.filter(({ placement }) => placement === place);

/**
 * Renders banners for wide and for narrow windows; CSS shows the right ones, because the HTML is the same for every device. The hidden ones
 * load no pictures: lazy ones because they are hidden, eager ones because of their `media`.
 */
function ByWindowWidth({
  banners: { phone, desktop },
  show,
}: {
  banners: HomeData["banners"];
  show: (banners: Banner[], media: string) => ReactNode;
}) {
  return (
    <>
      <div className="md:hidden">{show(phone, `(max-width: ${PHONE_MAX_WIDTH}px)`)}</div>
      <div className="max-md:hidden">{show(desktop, `(min-width: ${PHONE_MAX_WIDTH + 1}px)`)}</div>
    </>
  );
}

/** Links to products below their MRP. */
function DealsLink() {
  return (
    <aside aria-label="Crazy Deals" className="container-page py-10 md:py-14">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 lg:grid-cols-[auto_minmax(0,1fr)_auto]">
        <p className="font-display text-heading text-terracotta">Crazy Deals</p>
        <p className="max-lg:col-span-2 max-lg:row-start-2">
          Perfumes, attars and skincare below their MRP, while they last.
        </p>
        <Link to="/crazy-deals" className="standalone-link">
          See the deals
        </Link>
      </div>
    </aside>
  );
}
