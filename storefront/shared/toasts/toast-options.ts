import type { ToastContainerProps } from "react-toastify/unstyled";

/**
 * Options of toasts (section 9 of the specification). The storefront uses the specification's defaults except for their duration, the
 * setting TOAST_AUTO_CLOSE_MS.
 */
export const TOAST_DEFAULTS = {
  position: "top-right",
  autoClose: 5000,
  pauseOnHover: true,
  draggable: true,
  draggablePercent: 80,
  hotKeys: (event) => event.altKey && event.code === "KeyT",
} as const satisfies ToastContainerProps;

export const storefrontToasts = (autoCloseMs: number): ToastContainerProps => ({
  ...TOAST_DEFAULTS,
  autoClose: autoCloseMs,
});
