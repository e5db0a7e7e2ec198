import { useLoaderData } from "react-router";
import type { ContentPage } from "../../contract/content/schemas.ts";
import { inBrowser, onServer } from "../api/screen-data.ts";
import { ContactScreen } from "../content/contact-screen.tsx";
import { textPage, textPageMeta } from "../content/text-page.ts";

const load = textPage("contact");

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = textPageMeta("/contact");

export default function ContactPage() {
  return <ContactScreen page={useLoaderData<ContentPage>()} />;
}
