import { useEffect, useState } from "react";
import type { SocialLogin } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { GoogleOwnButton } from "./google-live-button.tsx";
import { askInPopup, PopupFailed } from "./google-popup.ts";
import { GoogleSandboxButton } from "./google-sandbox-button.tsx";

interface GoogleButtonProps {
  disabled: boolean;
  /** Called with the ID token after a sign-in with Google. */
  onCredential: (idToken: string) => void;
  /** Called with a message when Google is unreachable, and with null when it is tried again. */
  onError: (message: string | null) => void;
}

const OUT_OF_REACH =
  "We can’t reach Google right now. Please try again in a moment, or log in with your email and password.";

/**
 * Sign in with Google: Google's own button, the only one that yields an ID token; in the demo a button that opens the sandbox's popup.
 * Reserves its space from the start.
 */
export function GoogleButton({ disabled, onCredential, onError }: GoogleButtonProps) {
  const [offer, setOffer] = useState<SocialLogin | null>(null);
  /** The button was pressed and its code is loading. */
  const [asking, setAsking] = useState(false);

  useEffect(() => {
    let gone = false;
    api.readSocialLogin().then(
      (answer) => !gone && setOffer(answer),
      // An error is shown when the button is pressed.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);

  if (offer?.clientId && !offer.popup)
    return (
      <GoogleOwnButton
        clientId={offer.clientId}
        nonce={offer.nonce}
        onCredential={onCredential}
        onError={(outOfReach) => onError(outOfReach ? OUT_OF_REACH : null)}
      />
    );

  const readOffer = () => {
    setAsking(true);
    return api.readSocialLogin().finally(() => setAsking(false));
  };
  const ask = async () => {
    if (asking) return;
    onError(null);
    try {
      const wanted = offer ?? (await readOffer());
      setOffer(wanted);
      if (wanted.popup) onCredential(await askInPopup(wanted.popup, wanted.nonce));
    } catch (error) {
      // A failed popup shows no message.
      if (error instanceof PopupFailed) console.error(error.message);
      else onError(OUT_OF_REACH);
    }
  };
  return <GoogleSandboxButton disabled={disabled} asking={asking} onClick={ask} />;
}
