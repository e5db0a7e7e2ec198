import { useLoaderData } from "react-router";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { inBrowser, type LoaderRequest, onServer } from "../api/page-loader.ts";
import { RequestError } from "../api/request.ts";
import { privatePageMeta } from "../shared/page-meta.ts";
import { StylePage } from "../style/style-page.tsx";

/** A page for developers, available only in the demo. */
async function load({ api }: LoaderRequest): Promise<ProductSummary[]> {
  const { demoMailbox } = await api.readShop();
  if (!demoMailbox) throw new RequestError(404);
  const { data: products } = await api.listProducts({ query: { perPage: 3 } });
  return products;
}
export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = privatePageMeta("Style", "Tokens, type, buttons, fields, cards and states.");

export default function Style() {
  return <StylePage products={useLoaderData<ProductSummary[]>()} />;
}
