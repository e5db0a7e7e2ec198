import { inBrowser, onServer } from "../api/screen-data.ts";
import { textPage, textPageMeta } from "../content/text-page.ts";
import { TextScreen } from "../content/text-screen.tsx";

const load = textPage("privacy-policy");

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = textPageMeta("/privacy-policy");
export default TextScreen;
