import { inBrowser, onServer } from "../api/page-loader.ts";
import ledger from "../content/drawings/ledger.svg?no-inline";
import { TextPage } from "../content/text-page.tsx";
import { loadTextPage, textPageMeta } from "../content/text-page-loader.ts";

const load = loadTextPage("terms-conditions");

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = textPageMeta("/terms-conditions");

export default function TermsConditions() {
  return <TextPage drawing={ledger} />;
}
