import { type ReactNode, useEffect, useRef } from "react";
import { type CloseButtonProps, Slide, ToastContainer, type ToastOptions, toast } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "./toasts.css";
import { focusPage } from "../focus.ts";
import { AlertIcon, CheckIcon, CloseIcon } from "../icons.tsx";
import { useShop } from "../shop-context.ts";
import { storefrontToasts } from "./toast-options.ts";

/** The toasts, at the top right below the header. Escape dismisses them, Alt+T focuses them. */
export function ToastArea() {
  const { toastAutoCloseMs } = useShop();
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Each toast is an alert or a status of its own, which would be read twice in a live region.
    area.current?.querySelector("[aria-live]")?.setAttribute("aria-live", "off");
    const onKey = (event: KeyboardEvent) => {
      // In a dialog, Escape closes the dialog.
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) toast.dismiss();
    };
    document.addEventListener("keydown", onKey);
    // In the capture phase, before React's listener at the document.
    window.addEventListener("animationend", ignorePrematureEnd, true);
    return () => {
      document.removeEventListener("keydown", onKey);
      window.removeEventListener("animationend", ignorePrematureEnd, true);
    };
  }, []);
  useEffect(() => {
    const header = document.querySelector<HTMLElement>("body > header");
    if (!header) return;
    const observer = new ResizeObserver(() =>
      area.current?.style.setProperty("--header-height", `${Math.round(header.offsetHeight)}px`),
    );
    observer.observe(header);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={area}>
      <ToastContainer
        {...storefrontToasts(toastAutoCloseMs)}
        transition={Slide}
        hideProgressBar
        newestOnTop
        closeButton={DismissButton}
        aria-label="Notifications (Alt+T)"
      />
    </div>
  );
}

function DismissButton({ closeToast }: CloseButtonProps) {
  return (
    <button
      type="button"
      aria-label="Close the notification"
      className="Toastify__close-button"
      onClick={(event) => {
        event.stopPropagation();
        closeToast(true);
      }}
    >
      <CloseIcon width="16" height="16" />
    </button>
  );
}

/**
 * A toast closes at the end of its progress bar's animation, which starts paused. When the animation resumes, Chromium sometimes fires
 * `animationend` at once, and the toast would disappear as it appears.
 */
function ignorePrematureEnd(event: AnimationEvent): void {
  const isProgressBar = (event.target as Element).classList.contains("Toastify__progress-bar");
  if (isProgressBar && event.elapsedTime === 0) event.stopPropagation();
}

/** Shows an error, unless a toast with the same message is open. */
export function addErrorToast(message: string): void {
  toast.error(message, { ...withUniqueId(message), ariaLabel: message, icon: <AlertIcon /> });
}

/** Shows a success message, unless a toast with the same id is open. */
export function addSuccessToast(message: ReactNode, id: string): void {
  toast.success(message, { ...withUniqueId(id), role: "status", ariaLabel: "Notification", icon: <CheckIcon /> });
}

/** How often the toast of each id has been closed. */
const closings = new Map<string, number>();

/** While a toast animates out, the library ignores a new one with its id. So the id of a closed toast is not used again. */
function withUniqueId(id: string): Pick<ToastOptions, "toastId" | "onClose"> {
  const closed = closings.get(id) ?? 0;
  return {
    toastId: `${closed} ${id}`,
    onClose() {
      closings.set(id, closed + 1);
      // What is dismissed by the keyboard has the focus.
      if (document.activeElement?.closest(".Toastify")) focusPage();
    },
  };
}
