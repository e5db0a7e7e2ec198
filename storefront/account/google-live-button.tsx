import { useEffect, useRef, useState } from "react";
import { googleIdentity } from "./google-identity.ts";
import { GoogleSandboxButton } from "./google-sandbox-button.tsx";

interface OwnButtonProps {
  clientId: string;
  nonce: string;
  onCredential: (idToken: string) => void;
  /** Called with true when Google is unreachable, and with false when it is tried again. */
  onError: (outOfReach: boolean) => void;
}

/** Draws Google's button. If its script does not load, shows a button of the shop that tries again. */
export function GoogleOwnButton({ clientId, nonce, onCredential, onError }: OwnButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const told = useRef({ onCredential, onError });
  told.current = { onCredential, onError };
  const [missing, setMissing] = useState(false);
  /** Presses of the retry button; the first attempt is automatic. */
  const [asked, setAsked] = useState(0);
  const [drawn, setDrawn] = useState(false);

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
        // Google allows 200 to 400 pixels.
        const width = Math.min(400, Math.max(200, place.current.clientWidth));
        identity.renderButton(place.current, {
          type: "standard",
          text: "signin_with",
          size: "large",
          width,
          locale: "en",
        });
        setDrawn(true);
        // The pressed button is gone.
        if (asked > 0) place.current.focus();
      },
      (error: unknown) => {
        console.error("Google's sign-in could not be loaded.", error);
        if (gone) return;
        setMissing(true);
        // Shown only after a press.
        if (asked > 0) told.current.onError(true);
      },
    );
    return () => {
      gone = true;
    };
  }, [clientId, nonce, asked]);

  const askAgain = () => {
    if (!missing) return;
    onError(false);
    setMissing(false);
    setAsked(asked + 1);
  };
  const isSandbox = !drawn && (missing || asked > 0);
  return (
    <>
      <div
        ref={place}
        tabIndex={-1}
        className={isSandbox ? "outline-none" : "flex min-h-11 justify-center outline-none"}
      />
      {isSandbox && <GoogleSandboxButton asking={!missing} onClick={askAgain} />}
    </>
  );
}
