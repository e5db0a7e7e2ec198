import type { Route } from "../endpoint.ts";

export const contactRoutes = {
  sendMessage: { method: "POST", path: "/contact" },
  readMessageState: { method: "POST", path: "/contact/state" },
  signUpForNewsletter: { method: "POST", path: "/newsletter" },
  confirmNewsletter: { method: "POST", path: "/newsletter/confirm" },
  unsubscribeFromNewsletter: { method: "POST", path: "/newsletter/unsubscribe" },
} as const satisfies Record<string, Route>;
