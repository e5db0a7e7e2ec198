import { useId } from "react";
import type { Banner } from "../../contract/content/schemas.ts";
import { Picture } from "../shared/picture.tsx";
import { GetApp } from "./get-app.tsx";

/** Offers the app; omitted if the owner has no banner for it. */
export function AppBanner({ banner }: { banner: Banner | undefined }) {
  const heading = useId();
  if (!banner) return null;
  const { image } = banner;
  return (
    <section aria-labelledby={heading} className="container-page pt-14 md:pt-20">
      <div
        className="grid items-center overflow-hidden rounded-picture md:grid-cols-2"
        style={{ backgroundColor: image.color }}
      >
        <div className="px-6 pt-9 md:py-12 md:pr-4 md:pl-8 lg:pl-14">
          {banner.eyebrow && <p className="eyebrow">{banner.eyebrow}</p>}
          <h2 id={heading} className="mt-3 text-heading">
            {banner.title}
          </h2>
          {banner.text && <p className="mt-4 max-w-sm text-lead">{banner.text}</p>}
          <GetApp />
        </div>
        <div className="relative h-80 sm:h-96 md:h-full md:min-h-[30rem]">
          <Picture
            picture={image}
            alt=""
            sizes="(min-width: 769px) 50vw, 94vw"
            imageClassName="absolute inset-0 size-full bg-transparent! object-cover object-[50%_55%] max-md:[mask-image:linear-gradient(transparent,black_20%)] md:[mask-image:linear-gradient(to_right,transparent,black_25%)]"
          />
        </div>
      </div>
    </section>
  );
}
