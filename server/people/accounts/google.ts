import type { GoogleIdentity } from "./google-identity.ts";
import type { TokenIssuer } from "./google-tokens.ts";

export interface GoogleSignIn {
  clientId: string;
  /** The page that the demo opens instead of Google's script; null when Google itself is used. */
  popup: string | null;
  /** @throws ApiError (422) for an invalid token, (503) if the issuer's keys are unavailable */
  verify(idToken: string): Promise<GoogleIdentity>;
}

/** @param popup the page that the demo opens; omitted for Google */
export function googleSignIn({ popup = null, ...issuer }: TokenIssuer & { popup?: string | null }): GoogleSignIn {
  let verify: GoogleSignIn["verify"] | undefined;
  return {
    clientId: issuer.clientId,
    popup,
    async verify(idToken) {
      // Loaded with the first token, to keep the start fast.
      const { createTokenVerifier } = await import("./google-tokens.ts");
      verify ??= createTokenVerifier(issuer);
      return verify(idToken);
    },
  };
}
