/** Passkeys of the browser. Both functions return null if the member cancels. */

import type { PasskeyAssertion, PasskeyCreation, PasskeyRequest } from "../../contract/admin/passkeys.ts";

/** Whether the browser has passkeys, and tells their public key: some of 2022 do not. */
export const arePasskeysOffered = () =>
  "PublicKeyCredential" in window && "getPublicKey" in AuthenticatorAttestationResponse.prototype;

/** Whether the browser offers passkeys among the suggestions of a field, without asking first. */
export const arePasskeysSuggested = async () =>
  arePasskeysOffered() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/**
 * Asks for any passkey of the shop.
 * @param suggested waits until the member chooses one among the suggestions of a field, or the signal aborts
 */
export async function askForPasskey(
  { challenge, encodedChallenge, siteId }: PasskeyRequest,
  suggested?: AbortSignal,
): Promise<PasskeyAssertion | null> {
  const credential = await orNull(
    navigator.credentials.get({
      ...(suggested && { mediation: "conditional", signal: suggested }),
      publicKey: { challenge: decode(encodedChallenge), rpId: siteId, userVerification: "required" },
    }),
  );
  if (!credential) return null;
  const { id, response } = credential as PublicKeyCredential & { response: AuthenticatorAssertionResponse };
  return {
    challenge,
    id,
    clientDataJSON: encode(response.clientDataJSON),
    authenticatorData: encode(response.authenticatorData),
    signature: encode(response.signature),
  };
}

/** Creates a passkey, which its authenticator stores with the member's name. */
export async function makePasskey({
  challenge,
  encodedChallenge,
  site,
  user,
  algorithms,
  existing,
}: PasskeyCreation): Promise<(Omit<PasskeyAssertion, "signature"> & { publicKey: string; algorithm: number }) | null> {
  const credential = await orNull(
    navigator.credentials.create({
      publicKey: {
        challenge: decode(encodedChallenge),
        rp: site,
        user: { ...user, id: decode(user.id) },
        pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: existing.map((id) => ({ type: "public-key", id: decode(id) })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        attestation: "none",
      },
    }),
  );
  if (!credential) return null;
  const { id, response } = credential as PublicKeyCredential & { response: AuthenticatorAttestationResponse };
  const publicKey = response.getPublicKey();
  if (!publicKey) return null;
  return {
    challenge,
    id,
    clientDataJSON: encode(response.clientDataJSON),
    authenticatorData: encode(response.getAuthenticatorData()),
    publicKey: encode(publicKey),
    algorithm: response.getPublicKeyAlgorithm(),
  };
}

/** Returns null for a cancelled prompt or a missing passkey, which browsers do not distinguish. */
async function orNull(asked: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function encode(bytes: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
