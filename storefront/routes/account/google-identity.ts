/** The part of Google Identity Services that is used here. https://developers.google.com/identity/gsi/web/reference/js-reference */
export interface GoogleIdentity {
  /** A later call takes the place of an earlier one. */
  initialize(options: {
    client_id: string;
    nonce: string;
    ux_mode: "popup";
    callback: (answer: { credential: string }) => void;
  }): void;
  renderButton(
    place: HTMLElement,
    look: { type: "standard"; text: "signin_with"; size: "large"; width: number; locale: string },
  ): void;
}

const SCRIPT = "https://accounts.google.com/gsi/client";

let loading: Promise<GoogleIdentity> | undefined;

/** Loads Google's script, once, on the screens that need it and no others. After a failure the next call tries again. */
export function googleIdentity(): Promise<GoogleIdentity> {
  loading ??= new Promise<GoogleIdentity>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => {
      const identity = (window as { google?: { accounts?: { id?: GoogleIdentity } } }).google?.accounts?.id;
      if (identity) resolve(identity);
      else reject(new Error("the script came without its interface"));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error("the script did not come"));
    };
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
