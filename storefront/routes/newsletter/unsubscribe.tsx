import { useParams } from "react-router";
import { contactApi } from "../../api/contact.ts";
import { LinkScreen, linkMeta } from "./link-screen.tsx";

export const meta = linkMeta("Unsubscribe", "Take your address off the list for our letters.");

export default function UnsubscribeNewsletter() {
  const { token = "" } = useParams();
  return (
    <LinkScreen
      question={{
        title: "Do you want no more letters?",
        text: "One click takes your address off the list. Mails about your orders still come.",
      }}
      button="Unsubscribe"
      call={() => contactApi.unsubscribeFromNewsletter(token)}
      done={{
        title: "You are unsubscribed",
        text: "No more letters come. Should you miss them, sign up again at the foot of any page.",
      }}
    />
  );
}
