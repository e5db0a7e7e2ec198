import { PrivacyRequestPage } from "../privacy-request/privacy-request-page.tsx";
import { pageMeta } from "../shared/page-meta.ts";

export const meta = ({ matches }: { matches: { id: string; loaderData?: unknown }[] }) =>
  pageMeta(matches, {
    title: "Your Personal Data",
    description: "Ask for a copy of the data we hold about you, or for its erasure, with an account or without.",
    path: "/privacy-request",
  });

export default function PrivacyRequest() {
  return <PrivacyRequestPage />;
}
