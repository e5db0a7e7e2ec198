import { Link } from "react-router";
import type { Banner } from "../../../contract/content.ts";
import { Carousel } from "../../components/carousel.tsx";
import { Picture } from "../../components/picture.tsx";

const AUTOPLAY_MS = 5000;

/** Where the words stand: on the side of the picture that is kept free for them. */
const PLACE: Record<Banner["textSide"], string> = {
  left: "items-center justify-start",
  right: "items-center justify-end",
  top: "items-start justify-center text-center",
};

export function HeroCarousel({ banners }: { banners: Banner[] }) {
  if (banners.length === 0) return null;
  return (
    <Carousel label="What is new" autoplayMs={AUTOPLAY_MS} stopOnInteraction controls="overlay" slideClassName="basis-full">
      {banners.map((banner, index) => (
        <HeroSlide key={banner._id} banner={banner} first={index === 0} />
      ))}
    </Carousel>
  );
}

function HeroSlide({ banner, first }: { banner: Banner; first: boolean }) {
  const { image } = banner;
  const dark = isDark(image.color);
  return (
    <div className={`relative h-full ${dark ? "text-white" : "text-ink"}`} style={{ backgroundColor: image.color }}>
      <Picture
        picture={image}
        alt=""
        sizes="100vw"
        priority={first}
        imageClassName={`w-full object-cover ${image.height > image.width ? "aspect-[4/5] max-h-[86dvh]" : "h-[clamp(24rem,41.7vw,40rem)]"}`}
      />
      <div className={`container-page absolute inset-0 flex ${PLACE[banner.textSide]}`}>
        <div className={`max-w-md ${banner.textSide === "top" ? "pt-[9%]" : "md:px-6"}`}>
          {banner.eyebrow && <p className="eyebrow opacity-90">{banner.eyebrow}</p>}
          <h2 className="mt-3 text-display">{banner.title}</h2>
          {banner.text && <p className="mt-3 text-lead">{banner.text}</p>}
          <Link to={banner.link} className={`mt-6 ${dark ? "button-base bg-paper text-leaf-deep hover:bg-white" : "button-primary"}`}>
            {banner.action}
          </Link>
        </div>
      </div>
    </div>
  );
}

/** Whether white words read better on this colour than dark ones (relative luminance, WCAG 2). */
function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.18;
}
