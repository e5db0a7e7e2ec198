import { useEffect, useState } from "react";
import type { SocialLogin } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { GoogleLiveButton } from "./google-live-button.tsx";
import { PopupFailed, signInWithPopup } from "./google-popup.ts";
import { GoogleSandboxButton } from "./google-sandbox-button.tsx";

interface GoogleButtonProps {
  disabled: boolean;
  /** Called with the ID token after a sign-in with Google. */
  onCredential: (idToken: string) => void;
  /** Called with a message when Google is unreachable, and with null when it is tried again. */
  onError: (message: string | null) => void;
}

const GOOGLE_UNREACHABLE =
  "We can’t reach Google right now. Please try again in a moment, or log in with your email and password.";

/**
 * Sign in with Google: Google's own button, the only one that yields an ID token; in the demo a button that opens the sandbox's popup.
 * Reserves its space from the start.
 */
export function GoogleButton({ disabled, onCredential, onError }: GoogleButtonProps) {
  const [socialLogin, setSocialLogin] = useState<SocialLogin | null>(null);
  /** Whether the button was pressed and its code is loading. */
  const [isLoading, setIsLoading] = useState(false);

  useEffect(() => {
    let isUnmounted = false;
    api.readSocialLogin().then(
      (response) => !isUnmounted && setSocialLogin(response),
      // An error is only shown once the button is pressed.
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, []);

  if (socialLogin?.clientId && !socialLogin.popup)
    return (
      <GoogleLiveButton
        clientId={socialLogin.clientId}
        nonce={socialLogin.nonce}
        onCredential={onCredential}
        onError={(isUnreachable) => onError(isUnreachable ? GOOGLE_UNREACHABLE : null)}
      />
    );

  const readSocialLogin = () => {
    setIsLoading(true);
    return api.readSocialLogin().finally(() => setIsLoading(false));
  };
  const signIn = async () => {
    if (isLoading) return;
    onError(null);
    try {
      const current = socialLogin ?? (await readSocialLogin());
      setSocialLogin(current);
      if (current.popup) onCredential(await signInWithPopup(current.popup, current.nonce));
    } catch (error) {
      // Without a message: the shopper has closed the popup, or the browser blocked it.
      if (error instanceof PopupFailed) console.error(error.message);
      else onError(GOOGLE_UNREACHABLE);
    }
  };
  return <GoogleSandboxButton disabled={disabled} isLoading={isLoading} onClick={signIn} />;
}
