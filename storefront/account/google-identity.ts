import { loadExternalScript } from "../api/external-script.ts";

/** The part of Google Identity Services that is used here. https://developers.google.com/identity/gsi/web/reference/js-reference */
export interface GoogleIdentity {
  /** A later call replaces an earlier one. */
  initialize(options: {
    client_id: string;
    nonce: string;
    ux_mode: "popup";
    callback: (response: { credential: string }) => void;
  }): void;
  renderButton(
    place: HTMLElement,
    options: { type: "standard"; text: "signin_with"; size: "large"; width: number; locale: string },
  ): void;
}

const SCRIPT = "https://accounts.google.com/gsi/client";

/** Loads Google's script. */
export const googleIdentity = () =>
  loadExternalScript(
    SCRIPT,
    () => (window as { google?: { accounts?: { id?: GoogleIdentity } } }).google?.accounts?.id,
  );
