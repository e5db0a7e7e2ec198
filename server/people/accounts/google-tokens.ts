/**
 * Verifies ID tokens of Google Identity Services, or of another OpenID Connect issuer. The issuer's keys come from its discovery document;
 * they are cached, and fetched again when a token names an unknown key (at most every half minute).
 */

import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import { z } from "zod";
import { DAY_MS } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import { type GoogleIdentity, googleError } from "./google-identity.ts";

/** The issuer and its client. */
export interface TokenIssuer {
  /** The audience of its tokens. */
  clientId: string;
  /** The `iss` claim, for example `https://accounts.google.com`. */
  issuer: string;
  fetch?: FetchImplementation;
}

const TIMEOUT_MS = 5000;
/** Accepted clock difference, in seconds. */
const CLOCK_TOLERANCE = 30;

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254),
  // Google documents booleans, and has sent texts too.
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")])
    .default(false),
  name: z.string().default(""),
  hd: z.string().optional(),
  nonce: z.string(),
});

/** Returns the function `GoogleSignIn.verify`. */
export function createTokenVerifier({
  clientId,
  issuer,
  fetch: fetchJson = fetch as FetchImplementation,
}: TokenIssuer): (idToken: string) => Promise<GoogleIdentity> {
  let found: { keys: JWTVerifyGetKey; until: number } | undefined;

  async function issuerKeys(): Promise<JWTVerifyGetKey> {
    if (found && found.until > performance.now()) return found.keys;
    const response = await fetchJson(`${issuer}/.well-known/openid-configuration`, {
      headers: new Headers({ accept: "application/json" }),
      method: "GET",
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const document = z.object({ issuer: z.string(), jwks_uri: z.url() }).parse(await response.json());
    if (document.issuer !== issuer) throw new Error("the discovery document is another issuer's");
    const keys = createRemoteJWKSet(new URL(document.jwks_uri), {
      timeoutDuration: TIMEOUT_MS,
      [customFetch]: fetchJson,
    });
    found = { keys, until: performance.now() + DAY_MS };
    return keys;
  }

  return async (idToken) => {
    try {
      const { payload } = await jwtVerify(idToken, await issuerKeys(), {
        algorithms: ["RS256"],
        audience: clientId,
        // Google's `iss` occurs with and without https.
        issuer: [issuer, issuer.replace(/^https:\/\//, "")],
        requiredClaims: ["sub", "exp", "iat"],
        maxTokenAge: "1 hour",
        clockTolerance: CLOCK_TOLERANCE,
      });
      const parsed = claims.safeParse(payload);
      if (!parsed.success) throw googleError();
      const { sub, email, email_verified, name, hd, nonce } = parsed.data;
      return { subject: sub, email, emailVerified: email_verified, name, hostedDomain: hd, nonce };
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (isInvalidToken(error)) throw googleError();
      throw new ApiError(
        "unavailable",
        "We can’t reach Google right now. Please try again in a moment, or log in with your email and password.",
      );
    }
  };
}

function isInvalidToken(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error instanceof errors.JOSEError && error.code !== "ERR_JOSE_GENERIC";
}
