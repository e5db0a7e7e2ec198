import type { GoogleIdentity } from "./google-identity.ts";
import type { TokenIssuer } from "./google-tokens.ts";

export interface GoogleSignIn {
  clientId: string;
  /** The page that the demo opens in place of Google's own script; null for Google. */
  popup: string | null;
  /** @throws ApiError (422) for a token that is not right, (503) when the issuer's keys cannot be had */
  verify(idToken: string): Promise<GoogleIdentity>;
}

/** @param popup the page that the demo opens; without one the sign-in is Google's own */
export function googleSignIn({ popup = null, ...issuer }: TokenIssuer & { popup?: string | null }): GoogleSignIn {
  let verify: GoogleSignIn["verify"] | undefined;
  return {
    clientId: issuer.clientId,
    popup,
    async verify(idToken) {
      // Loaded with the first token: what reads it would cost every start of the shop a moment.
      const { createTokenVerifier } = await import("./google-tokens.ts");
      verify ??= createTokenVerifier(issuer);
      return verify(idToken);
    },
  };
}
