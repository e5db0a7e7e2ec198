import type { ToastContainerProps } from "react-toastify/unstyled";

/**
 * How toasts behave (section 9 of the specification). The defaults are those that the specification names; the storefront's own area
 * keeps them except for how long a toast stays, which is the setting TOAST_AUTO_CLOSE_MS.
 */
export const TOAST_DEFAULTS = {
  position: "top-right",
  autoClose: 5000,
  pauseOnHover: true,
  draggable: true,
  draggablePercent: 80,
  hotKeys: (event) => event.altKey && event.code === "KeyT",
} as const satisfies ToastContainerProps;

/** The storefront's area. */
export const storefrontToasts = (autoCloseMs: number): ToastContainerProps => ({
  ...TOAST_DEFAULTS,
  autoClose: autoCloseMs,
});
