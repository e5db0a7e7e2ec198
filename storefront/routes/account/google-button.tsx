import { useEffect, useRef, useState } from "react";
import type { SocialLogin } from "../../../contract/accounts.ts";
import { accountApi } from "../../api/accounts.ts";
import { SpinnerIcon } from "../../components/icons.tsx";
import { googleIdentity } from "./google-identity.ts";
import { askInPopup, PopupFailed } from "./google-popup.ts";

interface GoogleButtonProps {
  disabled: boolean;
  /** Told the ID token of whoever has signed in with Google. */
  onCredential: (idToken: string) => void;
  /** Told a sentence when Google is out of reach. */
  onTrouble: (message: string) => void;
}

const OUT_OF_REACH = "Google cannot be reached right now. Please try again in a moment, or use your email.";

/**
 * Sign in with Google: Google's own button, the only one that yields an ID token; in the demo one of ours, which opens the sandbox's
 * popup. Its room is kept from the start.
 */
export function GoogleButton({ disabled, onCredential, onTrouble }: GoogleButtonProps) {
  const [offer, setOffer] = useState<SocialLogin | null>(null);
  /** Somebody has pressed the button, and what it needs is on its way. */
  const [asking, setAsking] = useState(false);

  useEffect(() => {
    let gone = false;
    accountApi.readSocialLogin().then(
      (answer) => !gone && setOffer(answer),
      // Said when somebody wants it.
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
        onTrouble={() => onTrouble(OUT_OF_REACH)}
      />
    );

  const readOffer = () => {
    setAsking(true);
    return accountApi.readSocialLogin().finally(() => setAsking(false));
  };
  const ask = async () => {
    if (asking) return;
    try {
      const wanted = offer ?? (await readOffer());
      setOffer(wanted);
      if (wanted.popup) onCredential(await askInPopup(wanted.popup, wanted.nonce));
    } catch (error) {
      // A popup that fails is nobody's fault and no message (S4.07, S4.08).
      if (error instanceof PopupFailed) console.error(error.message);
      else onTrouble(OUT_OF_REACH);
    }
  };
  return (
    <button
      type="button"
      disabled={disabled}
      aria-disabled={asking}
      onClick={ask}
      className="button-quiet relative w-full bg-white! aria-disabled:opacity-60 noscript:hidden"
    >
      <GoogleMark />
      Sign in with Google
      {(disabled || asking) && <SpinnerIcon width="18" height="18" className="absolute right-3 animate-spin" />}
    </button>
  );
}

interface OwnButtonProps {
  clientId: string;
  nonce: string;
  onCredential: (idToken: string) => void;
  onTrouble: () => void;
}

function GoogleOwnButton({ clientId, nonce, onCredential, onTrouble }: OwnButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const told = useRef({ onCredential, onTrouble });
  told.current = { onCredential, onTrouble };

  useEffect(() => {
    let gone = false;
    googleIdentity().then(
      (identity) => {
        if (gone || !place.current) return;
        identity.initialize({
          client_id: clientId,
          nonce,
          ux_mode: "popup",
          callback: ({ credential }) => told.current.onCredential(credential),
        });
        // Google draws it between 200 and 400 pixels wide.
        const width = Math.min(400, Math.max(200, place.current.clientWidth));
        identity.renderButton(place.current, {
          type: "standard",
          text: "signin_with",
          size: "large",
          width,
          locale: "en",
        });
      },
      (error: unknown) => {
        console.error("Google's sign-in could not be loaded.", error);
        if (!gone) told.current.onTrouble();
      },
    );
    return () => {
      gone = true;
    };
  }, [clientId, nonce]);

  return <div ref={place} className="flex min-h-11 justify-center" />;
}

/** Google's mark in its own colours, as its guidelines ask. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92a8.78 8.78 0 0 0 2.68-6.62z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.83.86-3.04.86-2.34 0-4.33-1.58-5.04-3.71H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path fill="#fbbc05" d="M3.96 10.71a5.41 5.41 0 0 1 0-3.42V4.96H.96a9 9 0 0 0 0 8.08l3-2.33z" />
      <path
        fill="#ea4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.96l3 2.33C4.67 5.16 6.66 3.58 9 3.58z"
      />
    </svg>
  );
}
