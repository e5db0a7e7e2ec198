import type { Route } from "../endpoint.ts";

export const privacyRoutes = {
  readOwnData: { method: "GET", path: "/user/data" },
  listOwnRequests: { method: "GET", path: "/user/privacy-requests" },
  requestErasure: { method: "POST", path: "/user/privacy-requests" },
  withdrawRequest: { method: "DELETE", path: "/user/privacy-requests/:reference" },
  sendRequestCode: { method: "POST", path: "/privacy-requests/code" },
  requestByEmail: { method: "POST", path: "/privacy-requests" },
} as const satisfies Record<string, Route>;
