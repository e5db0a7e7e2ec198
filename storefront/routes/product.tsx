import { redirect, useLoaderData } from "react-router";
import { metaDescriptionOf } from "../../contract/catalogue/meta.ts";
import { SIZE_PARAM, sizeParam } from "../../contract/catalogue/product-path.ts";
import { REVIEW_PAGE_SIZE } from "../../contract/limits.ts";
import { inBrowser, type LoaderRequest, onServer } from "../api/page-loader.ts";
import { type ProductData, ProductPage } from "../product/product-page.tsx";
import { pageMeta } from "../shared/page-meta.ts";

async function load({ api, url, params: { slug = "" } }: LoaderRequest): Promise<ProductData> {
  const product = await api.readProduct({ params: { slug } });
  // The URL has a former slug of the product.
  if (product.slug !== slug) throw redirect(`/product/${product.slug}${url.search}`, 301);
  // Only a known size has a page of its own, so that made-up ones fill no cache.
  const size = url.searchParams.get(SIZE_PARAM);
  if (size !== null && !product.variants.some(({ label }) => sizeParam(label) === size))
    throw redirect(`/product/${product.slug}`);
  const reviews = await api
    .listReviews({ query: { page: 1, perPage: REVIEW_PAGE_SIZE, product_id: product._id } })
    .catch(() => null);
  return { product, reviews };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

/** Choosing a size changes only the query, and loads nothing. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: {
  currentUrl: URL;
  nextUrl: URL;
  defaultShouldRevalidate: boolean;
}) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;

export const meta = ({
  matches,
  loaderData,
}: {
  matches: { id: string; loaderData?: unknown }[];
  loaderData?: ProductData;
}) => {
  if (!loaderData)
    return pageMeta(matches, { title: "Product not found", description: "We couldn’t find this product." });
  const { title, sub_title, desc, slug, images, metaTitle, metaDescription } = loaderData.product;
  return pageMeta(matches, {
    title: metaTitle ?? title,
    description: metaDescription ?? metaDescriptionOf(sub_title, desc),
    path: `/product/${slug}`,
    image: images[0],
    type: "product",
  });
};

export default function ProductRoute() {
  const data = useLoaderData<ProductData>();
  // Resets quantity, pictures and reviews for another product.
  return <ProductPage key={data.product._id} {...data} />;
}
