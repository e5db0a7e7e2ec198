import type { ContentPage } from "../../contract/content/schemas.ts";
import type { ScreenRequest } from "../api/screen-data.ts";
import { pageMeta } from "../shared/page-meta.ts";

/** Loader and meta of the four text pages. */

export function textPage(slug: string) {
  return ({ api }: ScreenRequest): Promise<ContentPage> => api.readPage({ params: { slug } });
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
