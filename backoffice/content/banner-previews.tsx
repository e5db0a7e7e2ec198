import { useState } from "react";
import type { DocumentPreview } from "../../contract/admin/content.ts";
import { BANNER_PREVIEW, type BannersByDevice } from "../../contract/content/banner-preview.ts";
import { formatDateTime, readTimeInIndia, writeTimeInIndia } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { PREVIEW_WINDOWS } from "../shared/preview-windows.ts";

type ScheduledBanner = DocumentPreview["banners"][number];

/** Opens the home page as shoppers will see it, now and from each time at which a banner begins, in windows as wide as theirs. */
export function BannerPreviews({ banners }: { banners: readonly ScheduledBanner[] }) {
  const [isRefused, setRefused] = useState(false);
  const now = writeTimeInIndia(shopNow());
  const times = [now, ...new Set(banners.map(({ starts }) => starts).filter((starts) => starts > now))].sort();
  return (
    <div className="grid gap-2">
      <ul aria-label="The home page" className="grid gap-2">
        {times.map((time) => {
          const name = time === now ? "Now" : `From ${formatDateTime(readTimeInIndia(time) ?? time)}`;
          return (
            <li key={time} className="flex flex-wrap items-center gap-2">
              <span className="min-w-40">{name}</span>
              {PREVIEW_WINDOWS.map((size) => (
                <button
                  key={size.name}
                  type="button"
                  className="button-quiet"
                  onClick={() => setRefused(!openPreview(shownAt(banners, time), size))}
                >
                  {size.name}, {size.width} px<span className="sr-only">: {name}</span>
                </button>
              ))}
            </li>
          );
        })}
      </ul>
      <p role="status" className="text-terracotta empty:hidden">
        {isRefused &&
          "This browser stores nothing for the shop, and the preview needs that. Please allow it, or free space."}
      </p>
    </div>
  );
}

function shownAt(banners: readonly ScheduledBanner[], time: string): BannersByDevice {
  const shown = banners.filter(({ starts, ends }) => starts <= time && (ends === "" || ends > time));
  const of = (device: "phone" | "desktop") => shown.filter((banner) => banner.device === device);
  return { phone: of("phone"), desktop: of("desktop") };
}

/** @returns whether the browser stores the banners for the preview */
function openPreview(banners: BannersByDevice, { width, height }: { width: number; height: number }): boolean {
  try {
    localStorage.setItem(BANNER_PREVIEW.key, JSON.stringify(banners));
  } catch {
    return false;
  }
  window.open(`/preview${BANNER_PREVIEW.hash}`, "_blank", `popup,width=${width},height=${height}`);
  return true;
}
