import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

/** Makes the ID tokens of the stand-in for Google, signed with a key of its own that is new at each start. */
export interface TokenMaker {
  /** As the provider publishes it. */
  publicKey: JWK;
  /** A token that says these claims, and who issued it, when and until when. */
  sign(claims: JWTPayload): Promise<string>;
}

const ALGORITHM = "RS256";
const LIFE = "1 hour";

/** @param issuer as its tokens name it */
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
        .setExpirationTime(LIFE)
        .sign(privateKey),
  };
}
