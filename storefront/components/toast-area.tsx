import { type ReactNode, useEffect } from "react";
import { Slide, ToastContainer, toast } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "../styles/toasts.css";
import { AlertIcon, CheckIcon } from "./icons.tsx";
import { useShop } from "./shop-context.ts";
import { storefrontToasts } from "./toast-options.ts";

/** Where toasts stand: at the top right (S2.63). Escape puts them away, Alt+T leads to them. */
export function ToastArea() {
  const { toastAutoCloseMs } = useShop();
  useEffect(() => {
    const putAway = (event: KeyboardEvent) => {
      // In a window over the page, Escape is the window's.
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) toast.dismiss();
    };
    document.addEventListener("keydown", putAway);
    return () => document.removeEventListener("keydown", putAway);
  }, []);
  return (
    <ToastContainer
      {...storefrontToasts(toastAutoCloseMs)}
      transition={Slide}
      hideProgressBar
      newestOnTop
      aria-label="Messages, Alt+T"
    />
  );
}

/** The same message twice is shown once. */
export function addToast(message: string): void {
  toast.error(message, { toastId: message, icon: <AlertIcon /> });
}

export function addSuccess(message: ReactNode, id: string): void {
  toast.success(message, { toastId: id, role: "status", icon: <CheckIcon /> });
}
