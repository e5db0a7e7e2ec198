import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * The cookies of the back office. Scripts cannot read them, no other site's request sends them, and the storefront's paths never receive
 * them. Over https their names have the prefix with which a browser rejects them from an unencrypted page.
 */
export type StaffCookie = "staff_session" | "staff_device";

const PATH = "/admin";

export function readStaffCookie(request: FastifyRequest, name: StaffCookie): string {
  const wanted = cookieName(request, name);
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const [key = "", value = ""] = pair.split("=");
    if (key.trim() === wanted) return /^[\w.-]{1,200}$/.test(value.trim()) ? value.trim() : "";
  }
  return "";
}

/** @param maxAgeSeconds null for a cookie that ends with the browser; 0 deletes it */
export function setStaffCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, maxAgeSeconds }: { name: StaffCookie; value: string; maxAgeSeconds: number | null },
): void {
  const parts = [`${cookieName(request, name)}=${value}`, `Path=${PATH}`, "HttpOnly", "SameSite=Strict"];
  if (isSecure(request)) parts.push("Secure");
  if (maxAgeSeconds !== null) parts.push(`Max-Age=${maxAgeSeconds}`);
  reply.header("set-cookie", parts.join("; "));
}

const isSecure = ({ protocol }: FastifyRequest) => protocol === "https";
const cookieName = (request: FastifyRequest, name: StaffCookie) => (isSecure(request) ? `__Secure-${name}` : name);
