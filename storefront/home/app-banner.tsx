import { useId } from "react";
import type { Banner } from "../../contract/content/schemas.ts";
import { Picture } from "../shared/picture.tsx";
import { GetApp } from "./get-app.tsx";

/** Offers the app; omitted if the owner has no banner for it. */
export function AppBanner({ banner }: { banner: Banner | undefined }) {
  const heading = useId();
  if (!banner) return null;
  return (
    <section aria-labelledby={heading} className="container-page">
      <div className="grid items-center overflow-hidden rounded-picture bg-linen sm:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-cols-2">
        <div className="p-6 sm:p-8 lg:p-14">
          <h2 id={heading} className="text-heading">
            {banner.title}
          </h2>
          {banner.text && <p className="mt-3 max-w-[34ch] text-balance text-lead">{banner.text}</p>}
          <GetApp />
        </div>
        <Picture
          picture={banner.image}
          alt=""
          sizes="(min-width: 640px) 48vw, 94vw"
          className="max-sm:order-first sm:relative sm:min-h-80 sm:self-stretch lg:min-h-120"
          imageClassName="aspect-5/4 w-full object-cover object-[50%_62%] sm:absolute sm:h-full"
        />
      </div>
    </section>
  );
}
