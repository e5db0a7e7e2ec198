import { type Permission, ROLE_TEMPLATES } from "../../contract/admin/permissions.ts";
import { send } from "./request.ts";
import type { Operation } from "./requests.ts";

/** Who sends requests to the back office. */
export const SENDERS = ["stranger", "customer", "Packer", "Owner"] as const;
export type SenderName = (typeof SENDERS)[number];

export interface Sender {
  token: string;
  headers: Readonly<Record<string, string>>;
  /** Whether the operation is open to them. */
  mayCall: boolean;
}

/**
 * A sender with a new session.
 * @param operation null for one that everybody may call
 * @param customerToken opens a session of a customer
 */
export async function openSender(
  url: string,
  name: SenderName,
  operation: Operation | null,
  customerToken: () => Promise<string>,
): Promise<Sender> {
  const { permission } = operation?.admin ?? { permission: "anyone" };
  const origin: Record<string, string> = operation?.admin ? { origin: url } : {};
  if (name === "stranger") return { token: "", headers: origin, mayCall: permission === "anyone" };
  if (name === "customer") {
    const token = await customerToken();
    // Staff's cookie with a customer's token must open nothing, either.
    const cookie: Record<string, string> = operation?.admin ? { cookie: `staff_session=${token}` } : {};
    const headers = { ...origin, ...cookie, authorization: `Bearer ${token}` };
    return { token, headers, mayCall: permission === "anyone" };
  }
  const token = await staffToken(url, name);
  return {
    token,
    headers: { ...origin, cookie: `staff_session=${token}` },
    mayCall:
      permission === "anyone" ||
      permission === "signed_in" ||
      ROLE_TEMPLATES[name]?.includes(permission as Permission) === true,
  };
}

async function staffToken(url: string, role: "Packer" | "Owner"): Promise<string> {
  const { headers, body } = await send(url, {
    what: "",
    method: "POST",
    path: "/admin/api/demo-session",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ role }),
  });
  const [, token] = /^staff_session=([\w-]{43});/.exec([headers["set-cookie"] ?? ""].flat()[0] ?? "") ?? [];
  if (!token) throw new Error(`no demo session as ${role}: ${body.toString().slice(0, 200)}`);
  return token;
}
