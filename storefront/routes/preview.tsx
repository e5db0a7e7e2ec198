import { useEffect, useState } from "react";
import type { BrandColors } from "../../contract/brand-colors.ts";
import { BRAND_PREVIEW } from "../../contract/brand-preview.ts";
import type { Product } from "../../contract/catalogue/schemas.ts";
import { BANNER_PREVIEW, type BannersByDevice } from "../../contract/content/banner-preview.ts";
import { api } from "../api/api.ts";
import { RequestError } from "../api/request.ts";
import { HomePage } from "../home/home-page.tsx";
import { type HomeData, loadHome } from "../home/load-home.ts";
import { ProductPage } from "../product/product-page.tsx";
import { pageMeta } from "../shared/page-meta.ts";

export const meta = ({ matches }: { matches: { id: string; loaderData?: unknown }[] }) =>
  pageMeta(matches, { title: "Preview", description: "Before it is in the shop." });

/** Previews a product that is not published, the home page's banners, or the shop's look. */
export default function PreviewRoute() {
  const [hash, setHash] = useState<string | null>(null);
  useEffect(() => setHash(location.hash), []);
  if (hash === null) return null;
  if (hash === BANNER_PREVIEW.hash) return <HomePreview />;
  return hash === BRAND_PREVIEW.hash ? <BrandPreview /> : <ProductPreview />;
}

/** The home page in the look that the back office has left in this browser, as often as it changes there. */
function BrandPreview() {
  const [data, setData] = useState<HomeData | null>(null);
  useEffect(() => {
    void loadHome({ api }).then(setData);
    const { style } = document.documentElement;
    const before = style.cssText;
    const follow = () => {
      for (const name of [...style]) if (/^--(color|font)-/.test(name)) style.removeProperty(name);
      for (const [name, value] of Object.entries(storedLook())) style.setProperty(name, value);
    };
    follow();
    addEventListener("storage", follow);
    return () => {
      removeEventListener("storage", follow);
      style.cssText = before;
    };
  }, []);
  return (
    <>
      <p role="status" className="bg-ink px-4 py-2 text-center text-small text-white">
        {data ? "Preview: this look isn’t in the shop yet." : "Loading the preview…"}
      </p>
      {data && <HomePage data={data} />}
    </>
  );
}

function storedLook(): BrandColors {
  try {
    return JSON.parse(localStorage.getItem(BRAND_PREVIEW.key) ?? "") as BrandColors;
  } catch {
    // Opened without the back office, or in a browser that forbids storage.
    return {};
  }
}

/** The home page with the banners that the back office has left in this browser. */
function HomePreview() {
  const [data, setData] = useState<HomeData | null>(null);
  useEffect(() => {
    void loadHome({ api }).then((loaded) => setData({ ...loaded, banners: storedBanners() }));
  }, []);
  return (
    <>
      <p role="status" className="bg-ink px-4 py-2 text-center text-small text-white">
        {data ? "Preview: these banners aren’t in the shop yet." : "Loading the preview…"}
      </p>
      {data && <HomePage data={data} />}
    </>
  );
}

function storedBanners(): BannersByDevice {
  try {
    return JSON.parse(localStorage.getItem(BANNER_PREVIEW.key) ?? "") as BannersByDevice;
  } catch {
    // Opened without the back office, or in a browser that forbids storage.
    return { phone: [], desktop: [] };
  }
}

/** The token is in the fragment of the URL, which reaches no log and no cache. */
function ProductPreview() {
  const [shown, setShown] = useState<{ product: Product } | { problem: string } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    api
      .previewProduct({ body: { token: location.hash.slice(1) } })
      .then((product) => ({ product }))
      .catch((error: unknown) => {
        if (error instanceof RequestError) return { problem: error.message };
        throw error;
      })
      .then((found) => {
        if (isCurrent) setShown(found);
      });
    return () => {
      isCurrent = false;
    };
  }, []);
  return (
    <>
      <p role="status" className="bg-ink px-4 py-2 text-center text-small text-white">
        {shown === null
          ? "Loading the preview…"
          : "problem" in shown
            ? shown.problem
            : "Preview: this product isn’t in the shop yet, and can’t be bought."}
      </p>
      {shown && "product" in shown && <ProductPage product={shown.product} reviews={null} />}
    </>
  );
}
