/** Passkeys of staff. Binary values are base64url. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { me, nothing } from "./session.ts";

const UNUSABLE = "This passkey is incomplete. Please try again.";
const base64url = (max: number) => textField({ max, pattern: /^[\w-]+$/, error: UNUSABLE });
const challenge = textField({ max: 120, pattern: /^[\w.-]+$/, error: UNUSABLE });

const passkey = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof passkey>;

/** What `navigator.credentials.get` needs; any discoverable passkey of the site may answer. */
const request = z.object({
  /** The challenge that the client sends back with its response. */
  challenge: z.string(),
  /** The same challenge in base64url, for the authenticator. */
  encodedChallenge: z.string(),
  siteId: z.string(),
});
export type PasskeyRequest = z.infer<typeof request>;

/** What `navigator.credentials.create` needs. */
const creation = z.object({
  challenge: z.string(),
  encodedChallenge: z.string(),
  site: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  /** COSE algorithm numbers, the preferred first. */
  algorithms: z.array(z.number()),
  /** The ids of the member's passkeys, so that an authenticator does not register twice. */
  existing: z.array(z.string()),
});
export type PasskeyCreation = z.infer<typeof creation>;

const response = {
  challenge,
  id: base64url(1400),
  clientDataJSON: base64url(4000),
  authenticatorData: base64url(4000),
};
const assertion = z.object({ ...response, signature: base64url(1400) });
export type PasskeyAssertion = z.infer<typeof assertion>;

const OWN = { tag: "Session", permission: "signed_in", needsMember: true } as const;
const ANYONE = { tag: "Session", permission: "anyone" } as const;

export const passkeyEndpoints = {
  startPasskeySignIn: {
    ...ANYONE,
    method: "POST",
    path: "/passkey-session/challenge",
    repeat: "harmless",
    summary: "A challenge for signing in with a passkey",
    response: responseOf(request),
  },
  signInWithPasskey: {
    ...ANYONE,
    method: "POST",
    path: "/passkey-session",
    repeat: "state",
    summary: "Sign in with a passkey, which is both factors",
    body: assertion,
    errorStatuses: [429],
    response: responseOf(me),
  },
  startPasskeyStepUp: {
    ...OWN,
    method: "POST",
    path: "/session/passkey-step-up/challenge",
    repeat: "harmless",
    summary: "A challenge for giving the second factor again with a passkey",
    response: responseOf(request),
  },
  stepUpWithPasskey: {
    ...OWN,
    method: "POST",
    path: "/session/passkey-step-up",
    repeat: "state",
    summary: "Give the second factor again with a passkey",
    body: assertion,
    errorStatuses: [429],
    response: responseOf(me),
  },
  listPasskeys: {
    ...OWN,
    method: "GET",
    path: "/passkeys",
    summary: "The own passkeys",
    response: responseOf(z.array(passkey)),
  },
  startPasskey: {
    ...OWN,
    method: "POST",
    path: "/passkeys/challenge",
    repeat: "harmless",
    summary: "What a browser needs to make a passkey",
    stepUp: true,
    response: responseOf(creation),
  },
  addPasskey: {
    ...OWN,
    method: "POST",
    path: "/passkeys",
    repeat: "seen",
    summary: "Store a passkey that the browser has made",
    stepUp: true,
    body: z.object({
      ...response,
      name: textField({ missing: "Please name it.", max: 50, error: "Please use at most 50 characters." }),
      publicKey: base64url(1400),
      algorithm: z.int(UNUSABLE),
    }),
    errorStatuses: [409],
    response: responseOf(nothing),
  },
  removePasskey: {
    ...OWN,
    method: "DELETE",
    path: "/passkeys/:id",
    repeat: "seen",
    summary: "Remove an own passkey",
    stepUp: true,
    params: z.object({ id: rowId("id must be digits.") }),
    response: responseOf(nothing),
  },
} as const satisfies Record<string, AdminEndpoint>;
