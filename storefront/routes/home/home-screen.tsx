import { useEffect, useState } from "react";
import type { Banner } from "../../../contract/content.ts";
import { PHONE_MAX_WIDTH } from "../../../contract/limits.ts";
import { browserApi } from "../../api/api.ts";
import { Later } from "../../components/later.tsx";
import { useShop } from "../../components/shop-context.ts";
import { AppBanner } from "./app-banner.tsx";
import { BrandImages } from "./brand-images.tsx";
import { HeroCarousel } from "./hero-carousel.tsx";
import type { HomeData } from "./load-home.ts";
import { NewArrivals } from "./new-arrivals.tsx";
import { PromoBanners } from "./promo-banners.tsx";
import { Testimonials } from "./testimonials.tsx";
import { WhyChooseUs } from "./why-choose-us.tsx";

export function HomeScreen({ data }: { data: HomeData }) {
  const { name, tagline } = useShop();
  const banners = useBannersOfWindow(data);
  return (
    <>
      <h1 className="sr-only">
        {name}: {tagline}
      </h1>
      <HeroCarousel banners={banners.filter(({ placement }) => placement === "hero")} />
      <NewArrivals products={data.newArrivals} />
      <Later>
        <PromoBanners banners={banners.filter(({ placement }) => placement === "promo")} />
        <WhyChooseUs />
      </Later>
      <Later>
        <AppBanner banner={banners.find(({ placement }) => placement === "app")} />
        <Testimonials testimonials={data.testimonials} />
        <BrandImages brandImages={data.brandImages} />
      </Later>
    </>
  );
}

/** The banners that the page came with, or, when the window turns out to be of the other kind, those of its kind (S1.17). */
function useBannersOfWindow({ banners, phone }: Pick<HomeData, "banners" | "phone">): Banner[] {
  const [others, setOthers] = useState<Banner[] | null>(null);

  useEffect(() => {
    const narrow = window.matchMedia(`(max-width: ${PHONE_MAX_WIDTH}px)`);
    /** Only the answer to the last question counts: a window may change its mind before the first one is there. */
    let asked = 0;
    const choose = () => {
      asked += 1;
      const mine = asked;
      if (narrow.matches === phone) return setOthers(null);
      browserApi.listBanners(narrow.matches).then(
        (list) => mine === asked && setOthers(list),
        () => {}, // silently: the banners that are there stay (S8.11)
      );
    };
    choose();
    narrow.addEventListener("change", choose);
    return () => {
      asked += 1;
      narrow.removeEventListener("change", choose);
    };
  }, [phone]);

  return others ?? banners;
}
