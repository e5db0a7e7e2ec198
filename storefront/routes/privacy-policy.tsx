import { inBrowser, onServer } from "../api/page-loader.ts";
import jali from "../content/drawings/jali.svg?no-inline";
import { TextPage } from "../content/text-page.tsx";
import { loadTextPage, textPageMeta } from "../content/text-page-loader.ts";

const load = loadTextPage("privacy-policy");

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = textPageMeta("/privacy-policy");

export default function PrivacyPolicy() {
  return <TextPage drawing={jali} />;
}
