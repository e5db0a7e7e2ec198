import { preload } from "react-dom";
import { Link } from "react-router";
import type { Banner } from "../../contract/content/schemas.ts";
import italic from "../fonts/fraunces-italic-latin.woff2?url";
import { assetUrl } from "../shared/assets-host.ts";
import { Carousel } from "../shared/carousel.tsx";
import { isDark, Picture } from "../shared/picture.tsx";
import { useShop } from "../shared/shop-context.ts";

const AUTOPLAY_MS = 5000;
/** Maximum characters of a title in one line. It must not wrap, because the page would jump when the italic font has loaded. */
const ONE_LINE = 15;

interface HeroCarouselProps {
  banners: Banner[];
  /** The windows that show this carousel, as a media query. */
  media: string;
  /** Whether the page begins with it. */
  isFirst: boolean;
}

export function HeroCarousel({ banners, media, isFirst }: HeroCarouselProps) {
  if (banners.length === 0) return null;
  return (
    <Carousel
      label="What’s new"
      autoplayMs={AUTOPLAY_MS}
      stopOnInteraction
      controls="overlay"
      darkSlides={banners.map(({ image }) => isDark(image.color))}
      slideClassName="basis-full"
    >
      {banners.map((banner, index) => (
        <HeroSlide key={banner._id} banner={banner} first={isFirst && index === 0} media={media} />
      ))}
    </Carousel>
  );
}

/** Places the words on the photograph: on the free side of a wide one, above the subject of an upright one. */
function HeroSlide({ banner, first, media }: { banner: Banner; first: boolean; media: string }) {
  const { image } = banner;
  const dark = isDark(image.color);
  const isUpright = image.height > image.width;
  const isRight = !isUpright && banner.textSide === "right";
  return (
    <div
      className={`relative h-full overflow-hidden ${dark ? "text-white" : "text-ink"} ${isUpright ? "grid *:[grid-area:1/1]" : ""}`}
      style={{ backgroundColor: image.color }}
    >
      <div
        className={`container-page z-10 ${isUpright ? "relative pt-6 max-sm:pb-[87vw] sm:pt-9" : "absolute inset-0 flex items-center"} ${isRight ? "justify-end" : ""}`}
      >
        <div className={isUpright ? "" : isRight ? "w-2/5" : "w-2/5 xl:w-1/2"}>
          <HeroTitle title={banner.title} />
          {/* Not in ch: a digit of the fallback font is narrower, so that the text would take a line more until the font has loaded. */}
          {banner.text && <p className="mt-4 max-w-[22em] text-balance lg:mt-6 lg:text-lead">{banner.text}</p>}
          <Link to={banner.link} className={`mt-5 min-h-12 lg:mt-8 ${dark ? "button-light" : "button-primary"}`}>
            {banner.action}
          </Link>
        </div>
      </div>
      <Picture
        picture={image}
        alt=""
        media={media}
        sizes={isUpright ? "100vw" : "115vw"}
        priority={first}
        imageClassName={`w-full object-cover ${
          isUpright
            ? "h-full object-bottom sm:aspect-6/7"
            : `h-[clamp(26rem,48vw,min(78svh,47.5rem))] ${isRight ? "object-[38%_100%]" : "object-[55%_100%]"}`
        }`}
      />
    </div>
  );
}

/** The second half, from the comma or the middle, is italic and on its own line. */
function HeroTitle({ title }: { title: string }) {
  const { look } = useShop();
  const comma = title.indexOf(",") + 1;
  const words = title.split(" ");
  const [first, second] = comma
    ? [title.slice(0, comma), title.slice(comma).trim()]
    : [words.slice(0, words.length / 2).join(" "), words.slice(words.length / 2).join(" ")];
  // Otherwise the browser learns of it a round trip later, from the stylesheet. A page that is open has the stylesheet already.
  if (import.meta.env.SSR && !look["--font-display"])
    preload(assetUrl(italic), { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <h2 className="text-hero leading-[0.98]">
      <span className="block">{first} </span>
      <em className={`block ${second.length <= ONE_LINE ? "whitespace-nowrap" : ""}`}>{second}</em>
    </h2>
  );
}
