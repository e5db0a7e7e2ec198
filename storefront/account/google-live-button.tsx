import { useEffect, useRef, useState } from "react";
import { googleIdentity } from "./google-identity.ts";
import { GoogleSandboxButton } from "./google-sandbox-button.tsx";

interface GoogleLiveButtonProps {
  clientId: string;
  nonce: string;
  onCredential: (idToken: string) => void;
  /** Called with true when Google is unreachable, and with false when it is tried again. */
  onError: (isUnreachable: boolean) => void;
}

/** Draws Google's button. If its script does not load, shows a button of the shop that tries again. */
export function GoogleLiveButton({ clientId, nonce, onCredential, onError }: GoogleLiveButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const onErrorRef = useRef({ onCredential, onError });
  onErrorRef.current = { onCredential, onError };
  const [missing, setMissing] = useState(false);
  /** Presses of the retry button; the first attempt is automatic. */
  const [retries, setRetries] = useState(0);
  const [drawn, setDrawn] = useState(false);

  useEffect(() => {
    let isUnmounted = false;
    googleIdentity().then(
      (identity) => {
        if (isUnmounted || !place.current) return;
        identity.initialize({
          client_id: clientId,
          nonce,
          ux_mode: "popup",
          callback: ({ credential }) => onErrorRef.current.onCredential(credential),
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
        if (retries > 0) place.current.focus();
      },
      (error: unknown) => {
        console.error("Google's sign-in could not be loaded.", error);
        if (isUnmounted) return;
        setMissing(true);
        // Shown only after a press.
        if (retries > 0) onErrorRef.current.onError(true);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [clientId, nonce, retries]);

  const retry = () => {
    if (!missing) return;
    onError(false);
    setMissing(false);
    setRetries(retries + 1);
  };
  const isSandbox = !drawn && (missing || retries > 0);
  return (
    <>
      <div
        ref={place}
        tabIndex={-1}
        className={isSandbox ? "outline-none" : "flex min-h-11 justify-center outline-none"}
      />
      {isSandbox && <GoogleSandboxButton isLoading={!missing} onClick={retry} />}
    </>
  );
}
