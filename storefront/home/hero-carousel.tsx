import { Link } from "react-router";
import type { Banner } from "../../contract/content/schemas.ts";
import { Carousel } from "../shared/carousel.tsx";
import { isDark, Picture } from "../shared/picture.tsx";

const AUTOPLAY_MS = 5000;

/** @param media the windows that show this carousel, as a media query */
export function HeroCarousel({ banners, media }: { banners: Banner[]; media: string }) {
  if (banners.length === 0) return null;
  return (
    <Carousel
      label="What’s new"
      autoplayMs={AUTOPLAY_MS}
      stopOnInteraction
      controls="overlay"
      slideClassName="basis-full"
    >
      {banners.map((banner, index) => (
        <HeroSlide key={banner._id} banner={banner} first={index === 0} media={media} />
      ))}
    </Carousel>
  );
}

/**
 * A wide window shows the text on the free side of a wide picture. A narrow window, or a portrait picture, has no free side: there the text
 * is above the picture, on its dominant colour, which fades into its upper edge.
 */
function HeroSlide({ banner, first, media }: { banner: Banner; first: boolean; media: string }) {
  const { image } = banner;
  const dark = isDark(image.color);
  const isPortrait = image.height > image.width;
  return (
    <div
      className={`relative flex h-full flex-col ${dark ? "text-white" : "text-ink"} ${isPortrait ? "md:mx-auto md:flex-row md:items-center" : "md:block"}`}
      style={{ backgroundColor: image.color }}
    >
      <div
        className={
          isPortrait
            ? "container-page relative z-10 pt-9 text-center md:flex-1 md:text-left"
            : `container-page relative z-10 pt-9 text-center md:absolute md:inset-0 md:flex md:items-center md:pt-0 md:text-left ${banner.textSide === "right" ? "md:justify-end" : ""}`
        }
      >
        <div
          className={`mx-auto max-w-md md:mx-0 ${isPortrait ? "" : banner.textSide === "right" ? "md:w-[36%]" : "md:w-[42%] xl:pl-8"}`}
        >
          {banner.eyebrow && <p className="eyebrow">{banner.eyebrow}</p>}
          <h2 className="mt-3 text-[clamp(2.125rem,1rem+3.2vw,3.75rem)]">{banner.title}</h2>
          {banner.text && <p className="mt-3 text-body lg:text-lead">{banner.text}</p>}
          <Link
            to={banner.link}
            className={`mt-5 lg:mt-7 ${dark ? "button-base bg-paper text-leaf-deep hover:bg-white" : "button-primary"}`}
          >
            {banner.action}
          </Link>
        </div>
      </div>
      <div className={`max-md:mt-auto md:flex-1 ${isPortrait ? "md:max-w-lg" : "md:h-full"}`}>
        <Picture
          picture={image}
          alt=""
          sizes="100vw"
          priority={first}
          media={media}
          imageClassName={`w-full object-cover max-md:-mt-6 max-md:bg-transparent! max-md:[mask-image:linear-gradient(transparent,black_28%)] ${
            isPortrait
              ? "aspect-4/5 max-h-[40rem] object-[50%_80%]"
              : `aspect-4/3 md:aspect-auto md:h-[clamp(24rem,41.7vw,44rem)] ${banner.textSide === "right" ? "object-[20%_85%] md:object-[30%_85%]" : "object-[78%_85%] md:object-[20%_85%]"}`
          }`}
        />
      </div>
    </div>
  );
}
