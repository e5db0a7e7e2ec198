/** Thrown if the popup was blocked, or closed before the sign-in. */
export class PopupFailed extends Error {}

/** Interval in milliseconds to check whether the popup is open: closing it fires no event. */
const CHECK_INTERVAL_MS = 250;

/**
 * Opens the sandbox's sign-in and returns the ID token that it posts, in the shape of Google's button.
 * @throws PopupFailed
 */
export function signInWithPopup(url: string, nonce: string): Promise<string> {
  const left = window.screenX + Math.max(0, (window.outerWidth - 480) / 2);
  const popup = window.open(
    `${url}?nonce=${encodeURIComponent(nonce)}`,
    "google-sign-in",
    `popup,width=480,height=640,left=${left},top=${window.screenY + 80}`,
  );
  if (!popup) return Promise.reject(new PopupFailed("Google sign-in: the popup was blocked."));

  return new Promise((resolve, reject) => {
    let seenClosed = false;
    const poll = setInterval(() => {
      if (!popup.closed) return;
      // Its last message may arrive after it is first seen closed.
      if (seenClosed) end(() => reject(new PopupFailed("Google sign-in: the popup was closed.")));
      seenClosed = true;
    }, CHECK_INTERVAL_MS);
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      const credential = (data as { credential?: unknown } | null)?.credential;
      if (origin === window.location.origin && source === popup && typeof credential === "string")
        end(() => resolve(credential));
    };
    const end = (settle: () => void) => {
      clearInterval(poll);
      window.removeEventListener("message", onMessage);
      settle();
    };
    window.addEventListener("message", onMessage);
  });
}
