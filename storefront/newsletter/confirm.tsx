import { useParams } from "react-router";
import { confirmQuestion } from "../../contract/contact/newsletter-wording.ts";
import { api } from "../api/api.ts";
import { useShop } from "../shared/shop-context.ts";
import { LinkPage, linkMeta } from "./link-page.tsx";

export const meta = linkMeta("Confirm your sign-up", "Confirm your newsletter sign-up.");

export default function ConfirmNewsletter() {
  const { token = "" } = useParams();
  return (
    <LinkPage
      question={confirmQuestion(useShop().newsletter)}
      button="Confirm sign-up"
      onConfirm={() => api.confirmNewsletter({ body: { token } })}
      done={{ title: "You’re on the list", text: "Thank you! You’ll get our next newsletter." }}
    />
  );
}
