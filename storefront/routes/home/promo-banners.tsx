import { Link } from "react-router";
import type { Banner } from "../../../contract/content.ts";
import { Picture } from "../../components/picture.tsx";

/** Two promotional banners as an uneven pair. */
export function PromoBanners({ banners }: { banners: Banner[] }) {
  if (banners.length === 0) return null;
  return (
    <div className="container-page grid gap-4 md:grid-cols-[1.25fr_1fr] md:gap-6">
      {banners.slice(0, 2).map((banner) => (
        <section key={banner._id} className="group relative min-h-80 overflow-hidden rounded-picture md:min-h-[26rem]" style={{ backgroundColor: banner.image.color }}>
          <Picture
            picture={banner.image}
            alt=""
            sizes="(min-width: 769px) 55vw, 94vw"
            imageClassName={`absolute inset-0 size-full object-cover transition-transform duration-250 ease-calm group-hover:scale-[1.015] ${banner.textSide === "left" ? "object-right" : "object-left"}`}
          />
          <div className={`relative flex h-full max-w-[62%] flex-col justify-center gap-3 p-6 sm:max-w-[52%] md:p-9 ${banner.textSide === "right" ? "ml-auto" : ""}`}>
            <p className="eyebrow">{banner.eyebrow}</p>
            <h2 className="text-heading">{banner.title}</h2>
            <p className="text-small sm:text-body">{banner.text}</p>
            <Link to={banner.link} className="button-primary mt-2 self-start">
              {banner.action}
            </Link>
          </div>
        </section>
      ))}
    </div>
  );
}
