import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import { z } from "zod";
import { Refusal } from "../failures.ts";

/**
 * Verifies the ID tokens of Google Identity Services, or of whoever else issues them by OpenID Connect. The issuer's keys are found
 * by its discovery document, kept, and fetched again when a token names a key that is not among them (at most every half minute).
 */

/** What an ID token says of a person, once it is known to be true. */
export interface GoogleIdentity {
  /** Google's own name of the person: the only one that never changes. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
  /** The organisation whose account it is, when it is one of Google Workspace. */
  hostedDomain: string | undefined;
  nonce: string;
}

export interface GoogleSignIn {
  clientId: string;
  /** The page that the demo opens in place of Google's own script; null for Google. */
  popup: string | null;
  /** @throws Refusal (422) for a token that is not right, (503) when the issuer's keys cannot be had */
  verify(idToken: string): Promise<GoogleIdentity>;
}

interface Issuer {
  clientId: string;
  /** As its tokens name it: `https://accounts.google.com`. */
  issuer: string;
  popup?: string;
  fetch?: FetchImplementation;
}

const DISCOVERY_DAY_MS = 24 * 60 * 60_000;
const TIMEOUT_MS = 5000;
/** Seconds by which clocks may differ. */
const CLOCK_TOLERANCE = 30;

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254),
  // Google documents true and false, and has sent them as texts too.
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")])
    .default(false),
  name: z.string().default(""),
  hd: z.string().optional(),
  nonce: z.string(),
});

export function googleSignIn({
  clientId,
  issuer,
  popup,
  fetch: fetchJson = fetch as FetchImplementation,
}: Issuer): GoogleSignIn {
  let found: { keys: JWTVerifyGetKey; until: number } | undefined;

  async function issuerKeys(): Promise<JWTVerifyGetKey> {
    if (found && found.until > Date.now()) return found.keys;
    const answer = await fetchJson(`${issuer}/.well-known/openid-configuration`, {
      headers: new Headers({ accept: "application/json" }),
      method: "GET",
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const document = z.object({ issuer: z.string(), jwks_uri: z.url() }).parse(await answer.json());
    if (document.issuer !== issuer) throw new Error("the discovery document is another issuer's");
    const keys = createRemoteJWKSet(new URL(document.jwks_uri), {
      timeoutDuration: TIMEOUT_MS,
      [customFetch]: fetchJson,
    });
    found = { keys, until: Date.now() + DISCOVERY_DAY_MS };
    return keys;
  }

  return {
    clientId,
    popup: popup ?? null,
    async verify(idToken) {
      try {
        const { payload } = await jwtVerify(idToken, await issuerKeys(), {
          algorithms: ["RS256"],
          audience: clientId,
          // Google writes its own name with and without https.
          issuer: [issuer, issuer.replace(/^https:\/\//, "")],
          requiredClaims: ["sub", "exp", "iat"],
          maxTokenAge: "1 hour",
          clockTolerance: CLOCK_TOLERANCE,
        });
        const said = claims.safeParse(payload);
        if (!said.success) throw googleRefusal();
        const { sub, email, email_verified, name, hd, nonce } = said.data;
        return { subject: sub, email, emailVerified: email_verified, name, hostedDomain: hd, nonce };
      } catch (error) {
        if (error instanceof Refusal) throw error;
        if (isTokensFault(error)) throw googleRefusal();
        throw new Refusal(
          "unavailable",
          "Google cannot be reached right now. Please try again, or log in with email and password.",
        );
      }
    },
  };
}

/** Says nothing of what was wrong with it: whoever forges tokens learns nothing. */
export const googleRefusal = () =>
  new Refusal("unprocessable", "This sign-in with Google could not be confirmed. Please try again.");

function isTokensFault(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error instanceof errors.JOSEError && error.code !== "ERR_JOSE_GENERIC";
}

/**
 * Whether Google itself vouches that the address belongs to this person: one of its own, or one of an organisation whose mail it runs.
 * Any other address was confirmed to Google once, and may have passed to somebody else since.
 */
export function isAuthoritative({
  email,
  emailVerified,
  hostedDomain,
}: Pick<GoogleIdentity, "email" | "emailVerified" | "hostedDomain">): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (domain === "gmail.com" || domain === "googlemail.com") return true;
  return emailVerified && hostedDomain !== undefined && hostedDomain.toLowerCase() === domain;
}
