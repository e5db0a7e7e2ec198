import { type ReactNode, useEffect } from "react";
import { Slide, ToastContainer, type ToastOptions, toast } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "./toasts.css";
import { AlertIcon, CheckIcon } from "../icons.tsx";
import { useShop } from "../shop-context.ts";
import { storefrontToasts } from "./toast-options.ts";

/** The toasts, at the top right. Escape dismisses them, Alt+T focuses them. */
export function ToastArea() {
  const { toastAutoCloseMs } = useShop();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // In a dialog, Escape closes the dialog.
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) toast.dismiss();
    };
    document.addEventListener("keydown", onKey);
    // In the capture phase, before React's listener at the document.
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
 * A toast's timer is the animation of its bar, which starts paused. When it resumes, Chromium may set it some microseconds before its start
 * and fire `animationend` at once: the toast would disappear as it appears.
 */
function ignoreFalseEnd(event: AnimationEvent): void {
  const isClock = (event.target as Element).classList.contains("Toastify__progress-bar");
  if (isClock && event.elapsedTime === 0) event.stopPropagation();
}

/** A message is shown once at a time. */
export function addToast(message: string): void {
  toast.error(message, { ...shownOnce(message), icon: <AlertIcon /> });
}

export function addSuccess(message: ReactNode, id: string): void {
  toast.success(message, { ...shownOnce(id), role: "status", icon: <CheckIcon /> });
}

/** Counts dismissals of each message. */
const dismissals = new Map<string, number>();

/** While a toast animates out, the library drops a new one with the same id, so that one gets a new id. */
function shownOnce(id: string): Pick<ToastOptions, "toastId" | "onClose"> {
  const before = dismissals.get(id) ?? 0;
  return { toastId: `${before} ${id}`, onClose: () => dismissals.set(id, before + 1) };
}
