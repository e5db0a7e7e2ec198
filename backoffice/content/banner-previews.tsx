import type { DocumentPreview } from "../../contract/admin/content.ts";
import { BANNER_PREVIEW, type BannersByDevice } from "../../contract/content/banner-preview.ts";
import { formatDateTime, readTimeInIndia, writeTimeInIndia } from "../../contract/dates.ts";

type ScheduledBanner = DocumentPreview["banners"][number];

const WINDOWS = [
  { name: "Phone", width: 360, height: 740 },
  { name: "Desktop", width: 1280, height: 800 },
] as const;

/** Opens the home page as shoppers will see it, now and from each time at which a banner begins, in windows as wide as theirs. */
export function BannerPreviews({ banners }: { banners: readonly ScheduledBanner[] }) {
  const now = writeTimeInIndia(new Date());
  const times = [now, ...new Set(banners.map(({ starts }) => starts).filter((starts) => starts > now))].sort();
  return (
    <ul aria-label="The home page" className="grid gap-2">
      {times.map((time) => {
        const name = time === now ? "Now" : `From ${formatDateTime(readTimeInIndia(time) ?? time)}`;
        return (
          <li key={time} className="flex flex-wrap items-center gap-2">
            <span className="min-w-40">{name}</span>
            {WINDOWS.map((size) => (
              <button
                key={size.name}
                type="button"
                className="button-quiet"
                onClick={() => openPreview(shownAt(banners, time), size)}
              >
                {size.name}, {size.width} px<span className="sr-only">: {name}</span>
              </button>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

function shownAt(banners: readonly ScheduledBanner[], time: string): BannersByDevice {
  const shown = banners.filter(({ starts, ends }) => starts <= time && (ends === "" || ends > time));
  const of = (device: "phone" | "desktop") => shown.filter((banner) => banner.device === device);
  return { phone: of("phone"), desktop: of("desktop") };
}

function openPreview(banners: BannersByDevice, { width, height }: { width: number; height: number }): void {
  localStorage.setItem(BANNER_PREVIEW.key, JSON.stringify(banners));
  window.open(`/preview${BANNER_PREVIEW.hash}`, "_blank", `popup,width=${width},height=${height}`);
}
