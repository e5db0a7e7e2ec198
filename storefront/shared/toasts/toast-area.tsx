import { type ReactNode, useEffect } from "react";
import { Slide, ToastContainer, type ToastOptions, toast } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "../../styles/toasts.css";
import { AlertIcon, CheckIcon } from "../icons.tsx";
import { useShop } from "../shop-context.ts";
import { storefrontToasts } from "./toast-options.ts";

/** Where toasts stand: at the top right. Escape puts them away, Alt+T leads to them. */
export function ToastArea() {
  const { toastAutoCloseMs } = useShop();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // In a window over the page, Escape is the window's.
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) toast.dismiss();
    };
    document.addEventListener("keydown", onKey);
    // Before React, which listens at the document.
    window.addEventListener("animationend", ignoreFalseEnd, true);
    return () => {
      document.removeEventListener("keydown", onKey);
      window.removeEventListener("animationend", ignoreFalseEnd, true);
    };
  }, []);
  return (
    <ToastContainer
      {...storefrontToasts(toastAutoCloseMs)}
      transition={Slide}
      hideProgressBar
      newestOnTop
      aria-label="Notifications (Alt+T)"
    />
  );
}

/**
 * A toast's clock is the animation of its bar, which starts paused. Letting it run, Chromium may set it some microseconds before its
 * beginning and tell that it has ended there, after no time at all: the toast would go as it comes.
 */
function ignoreFalseEnd(event: AnimationEvent): void {
  const isClock = (event.target as Element).classList.contains("Toastify__progress-bar");
  if (isClock && event.elapsedTime === 0) event.stopPropagation();
}

/** The same message twice is shown once. */
export function addToast(message: string): void {
  toast.error(message, { ...shownOnce(message), icon: <AlertIcon /> });
}

export function addSuccess(message: ReactNode, id: string): void {
  toast.success(message, { ...shownOnce(id), role: "status", icon: <CheckIcon /> });
}

/** How often a message was put away. */
const putAway = new Map<string, number>();

/** While one is on its way out the library would still take the next one for it, so that gets an id of its own. */
function shownOnce(id: string): Pick<ToastOptions, "toastId" | "onClose"> {
  const before = putAway.get(id) ?? 0;
  return { toastId: `${before} ${id}`, onClose: () => putAway.set(id, before + 1) };
}
