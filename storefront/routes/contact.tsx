import { useLoaderData } from "react-router";
import type { ContentPage } from "../../contract/content/schemas.ts";
import { inBrowser, onServer } from "../api/page-loader.ts";
import { ContactPage } from "../content/contact-page.tsx";
import { loadTextPage, textPageMeta } from "../content/text-page-loader.ts";

const load = loadTextPage("contact");

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = textPageMeta("/contact");

export default function Contact() {
  return <ContactPage page={useLoaderData<ContentPage>()} />;
}
