import { Link } from "react-router";
import type { Banner } from "../../contract/content/schemas.ts";
import { isDark, Picture } from "../shared/picture.tsx";

/**
 * Two promotional banners of unequal width. The text is above the picture on its dominant colour, which fades into its upper edge, so that
 * text never covers a product in any picture.
 */
export function PromoBanners({ banners }: { banners: Banner[] }) {
  const [wide, narrow] = banners;
  if (!wide) return null;
  return (
    <div className={`container-page grid gap-4 md:gap-6 ${narrow ? "md:grid-cols-2 lg:grid-cols-[1.45fr_1fr]" : ""}`}>
      <PromoBanner banner={wide} wide />
      {narrow && <PromoBanner banner={narrow} wide={false} />}
    </div>
  );
}

function PromoBanner({ banner, wide }: { banner: Banner; wide: boolean }) {
  const { image } = banner;
  const dark = isDark(image.color);
  return (
    <section
      className={`group flex flex-col overflow-hidden rounded-picture ${dark ? "text-white" : "text-ink"}`}
      style={{ backgroundColor: image.color }}
    >
      <div
        className={`relative z-10 grid justify-items-start gap-x-8 gap-y-3 p-6 pb-0 md:p-8 md:pb-0 lg:px-10 lg:pt-10 ${wide ? "lg:grid-cols-[1.25fr_1fr] lg:items-end" : ""}`}
      >
        <div>
          {banner.eyebrow && <p className="eyebrow">{banner.eyebrow}</p>}
          <h2 className={`mt-3 ${wide ? "text-heading" : "text-[clamp(1.625rem,1.2rem+1.2vw,2.125rem)]"}`}>
            {banner.title}
          </h2>
        </div>
        <div>
          {banner.text && <p className="max-w-sm">{banner.text}</p>}
          <Link
            to={banner.link}
            className={`mt-4 ${dark ? "button-base bg-paper text-leaf-deep hover:bg-white" : "button-primary"}`}
          >
            {banner.action}
          </Link>
        </div>
      </div>
      <div className="relative -mt-4 flex-1 overflow-hidden">
        <Picture
          picture={image}
          alt=""
          sizes="(min-width: 1024px) 56vw, (min-width: 769px) 47vw, 94vw"
          imageClassName={`size-full min-h-56 bg-transparent! object-cover object-[50%_70%] transition-transform duration-250 ease-calm [mask-image:linear-gradient(transparent,black_26%)] group-hover:scale-[1.015] ${wide ? "aspect-3/2 lg:aspect-2/1" : "aspect-3/2"}`}
        />
      </div>
    </section>
  );
}
