import { useParams } from "react-router";
import { contactApi } from "../../api/contact.ts";
import { LinkScreen, linkMeta } from "./link-screen.tsx";

export const meta = linkMeta("Confirm your sign-up", "Put your address on the list for our letters.");

export default function ConfirmNewsletter() {
  const { token = "" } = useParams();
  return (
    <LinkScreen
      question={{
        title: "One click, and you are on the list",
        text: "New scents and old recipes, about once a month. You can leave whenever you like.",
      }}
      button="Confirm the sign-up"
      call={() => contactApi.confirmNewsletter(token)}
      done={{ title: "You are on the list", text: "Thank you. The next letter comes to you." }}
    />
  );
}
