import { data, useLoaderData, useRevalidator } from "react-router";
import type { Faq } from "../../contract/content/schemas.ts";
import { inBrowser, type LoaderRequest, onServer } from "../api/page-loader.ts";
import { RequestError } from "../api/request.ts";
import { FaqPage } from "../content/faq-page.tsx";
import { pageMeta } from "../shared/page-meta.ts";

/** An error is part of the page, with a retry button; the page is sent with the error's status. */
async function loadFaqs({ api }: LoaderRequest) {
  try {
    return { faqs: await api.listFaqs() };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return data({ faqs: null }, { status: error.status || 503 });
  }
}

export const loader = onServer(loadFaqs);
export const clientLoader = inBrowser(loadFaqs);

export const meta = ({ matches }: { matches: { id: string; loaderData?: unknown }[] }) =>
  pageMeta(matches, {
    title: "Frequently Asked Questions",
    description: "Delivery, payment, returns, ingredients and care: short answers to what customers ask most.",
    path: "/faq",
  });

export default function FaqRoute() {
  const { faqs } = useLoaderData<{ faqs: Faq[] | null }>();
  const { revalidate, state } = useRevalidator();
  return <FaqPage faqs={faqs} retrying={state === "loading"} onRetry={revalidate} />;
}
