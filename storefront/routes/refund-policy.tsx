import { redirect } from "react-router";
import { inBrowser, type LoaderRequest, onServer } from "../api/page-loader.ts";
import parcel from "../content/drawings/parcel.svg?no-inline";
import { TextPage } from "../content/text-page.tsx";
import { loadTextPage, type TextPageMetaArgs, textPageMeta } from "../content/text-page-loader.ts";
import type { RootData } from "../shared/shop-context.ts";

const loadPage = loadTextPage("refund-policy");

/** Has two paths; the setting REFUND_POLICY_PATH chooses one, and the other redirects to it. */
async function load(request: LoaderRequest) {
  const { refundPolicyPath } = await request.api.readShop();
  const { pathname, search } = request.url;
  if (pathname.replace(/\/+$/, "") !== refundPolicyPath) throw redirect(refundPolicyPath + search, 308);
  return loadPage(request);
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = (args: TextPageMetaArgs) => {
  const root = args.matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
  return textPageMeta(root?.shop.refundPolicyPath ?? "/refund-plocy")(args);
};

export default function RefundPolicy() {
  return <TextPage drawing={parcel} />;
}
