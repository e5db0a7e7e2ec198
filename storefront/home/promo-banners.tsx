import { Link } from "react-router";
import type { Banner } from "../../contract/content/schemas.ts";
import { isDark, Picture } from "../shared/picture.tsx";

/** Shows two promotional banners: a photograph with words on it, and a smaller one below its words. */
export function PromoBanners({ banners: [wide, narrow] }: { banners: Banner[] }) {
  if (!wide) return null;
  return (
    <div className={`container-page grid gap-4 sm:gap-6 ${narrow ? "sm:grid-cols-[7fr_5fr]" : ""}`}>
      <WidePromo banner={wide} />
      {narrow && <NarrowPromo banner={narrow} />}
    </div>
  );
}

/** Shows a photograph whose upper left is free; in a narrow window the words are above it, on its wall. */
function WidePromo({ banner }: { banner: Banner }) {
  const { image } = banner;
  const dark = isDark(image.color);
  const picture = { picture: image, alt: "", sizes: "(min-width: 640px) 60vw, 94vw" };
  return (
    <section
      className={`relative flex flex-col justify-end overflow-hidden rounded-picture ${dark ? "text-white" : "text-ink"}`}
    >
      <div className="relative z-10 -mb-10 flex-1 p-6 pb-0 sm:p-8 sm:pb-0 lg:absolute lg:top-0 lg:left-0 lg:p-11">
        <h2 className="max-w-[11ch] text-heading">{banner.title}</h2>
        {banner.text && <p className="mt-3 max-w-[24ch] text-balance lg:max-w-[20ch]">{banner.text}</p>}
        <Link to={banner.link} className={`mt-5 ${dark ? "button-light" : "button-primary"}`}>
          {banner.action}
        </Link>
      </div>
      <div className="relative lg:flex-1">
        <div className="wall-above" aria-hidden="true">
          <Picture {...picture} />
        </div>
        <Picture {...picture} imageClassName="relative aspect-3/2 size-full object-cover object-right-bottom" />
      </div>
    </section>
  );
}

function NarrowPromo({ banner }: { banner: Banner }) {
  return (
    <section className="flex flex-col overflow-hidden rounded-picture bg-linen">
      <Picture
        picture={banner.image}
        alt=""
        sizes="(min-width: 640px) 40vw, 94vw"
        className="contents"
        imageClassName="aspect-3/2 w-full flex-1 object-cover object-[30%_60%]"
      />
      <div className="p-6 lg:p-8">
        <h2 className="text-heading">{banner.title}</h2>
        {banner.text && <p className="mt-2 max-w-[34ch] text-balance">{banner.text}</p>}
        <Link to={banner.link} className="mt-2 inline-flex min-h-11 items-center font-semibold text-leaf text-link">
          {banner.action}
        </Link>
      </div>
    </section>
  );
}
