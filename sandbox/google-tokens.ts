import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

/** Makes the fake Google's ID tokens, signed with a key that is generated at each start. */
export interface TokenMaker {
  /** The public key as the provider publishes it. */
  publicKey: JWK;
  /** Signs a token with these claims, issuer, issue time and expiry. */
  sign(claims: JWTPayload): Promise<string>;
}

const ALGORITHM = "RS256";
const LIFETIME = "1 hour";

/** @param issuer the `iss` claim */
export async function createTokenMaker(issuer: string): Promise<TokenMaker> {
  const kid = randomUUID();
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM);
  return {
    publicKey: { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: "sig" },
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
        .setIssuer(issuer)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(LIFETIME)
        .sign(privateKey),
  };
}
