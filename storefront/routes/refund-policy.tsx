import { redirect } from "react-router";
import { inBrowser, onServer, type ScreenRequest } from "../api/screen-data.ts";
import { type TextPageMetaArgs, textPage, textPageMeta } from "../content/text-page.ts";
import { TextScreen } from "../content/text-screen.tsx";
import type { RootData } from "../shared/shop-context.ts";

const loadPage = textPage("refund-policy");

/** Has two paths; the setting REFUND_POLICY_PATH chooses one, and the other redirects to it. */
async function load(request: ScreenRequest) {
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
export default TextScreen;
