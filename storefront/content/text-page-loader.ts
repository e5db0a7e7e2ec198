/** Loader and meta of the four text pages. */

import type { ContentPage } from "../../contract/content/schemas.ts";
import type { LoaderRequest } from "../api/page-loader.ts";
import { pageMeta } from "../shared/page-meta.ts";

export function loadTextPage(slug: string) {
  return ({ api }: LoaderRequest): Promise<ContentPage> => api.readPage({ params: { slug } });
}

export interface TextPageMetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  loaderData?: unknown;
}

export function textPageMeta(path: string) {
  return ({ matches, loaderData }: TextPageMetaArgs) => {
    const page = loaderData as ContentPage | undefined;
    if (!page) return pageMeta(matches, { title: "Page not found", description: "We couldn’t find this page." });
    const { title, summary, image } = page;
    return pageMeta(matches, { title, description: summary, path, image: image ?? undefined, type: "article" });
  };
}
