import { TransportError } from "../errors.ts";
import type { HttpMessage } from "../signatures/http-message.ts";
import { verifyRequest } from "../signatures/verify.ts";
import type { FetchedProfile } from "./platform-profiles.ts";

interface Sender {
  http: HttpMessage;
  found: FetchedProfile;
  /** Fetches the profile again, unless it is newer than this or was fetched within the last minute. */
  refresh: (newerThan: number) => Promise<FetchedProfile>;
  isRequired: boolean;
  now: Date;
}

/**
 * Returns whether a request is signed by its platform. A wrong signature is an error even where none is required. For a key that the cached profile lacks,
 * the profile is fetched again.
 * @throws TransportError
 */
export async function verifySender({ http, found, refresh, isRequired, now }: Sender): Promise<boolean> {
  if (!http.headers.has("signature") && !http.headers.has("signature-input")) {
    if (isRequired)
      throw new TransportError(
        "signature_missing",
        "This operation needs a signature by a key of your profile (RFC 9421). The shop’s owner can allow unsigned agents.",
      );
    return false;
  }
  let result = verifyRequest(http, found.profile.keys, now);
  if (result.problem === "key_not_found") {
    const newer = await refresh(found.fetchedAt);
    if (newer.fetchedAt > found.fetchedAt) result = verifyRequest(http, newer.profile.keys, now);
  }
  if (result.problem === null) return true;
  throw new TransportError(result.problem, `The signature of the request is not accepted: ${result.detail}.`);
}
