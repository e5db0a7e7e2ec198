import { useParams } from "react-router";
import { api } from "../api/api.ts";
import { LinkPage, linkMeta } from "./link-page.tsx";

export const meta = linkMeta("Unsubscribe", "Unsubscribe from our newsletter.");

export default function UnsubscribeNewsletter() {
  const { token = "" } = useParams();
  return (
    <LinkPage
      question={{
        title: "Unsubscribe from our newsletter?",
        text: "You’ll still get emails about your orders.",
      }}
      button="Unsubscribe"
      onConfirm={() => api.unsubscribeFromNewsletter({ body: { token } })}
      done={{
        title: "You’re unsubscribed",
        text: "You won’t get any more newsletters from us. Changed your mind? Sign up again at the foot of any page.",
      }}
    />
  );
}
