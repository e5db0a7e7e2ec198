import { TransportError } from "../errors.ts";
import { isInnerList, parseDictionary } from "../structured-fields.ts";

const MAX_LENGTH = 4096;

/**
 * Reads the profile of the header `UCP-Agent: profile="https://…"`; null without the header.
 * @throws TransportError `invalid_profile_url`
 */
export function profileOfHeader(header: string | undefined): string | null {
  if (header === undefined) return null;
  try {
    const member = header.length <= MAX_LENGTH ? parseDictionary(header).get("profile") : undefined;
    if (member && !isInnerList(member) && typeof member.value === "string") return member.value;
  } catch {
    // Answered below.
  }
  throw new TransportError(
    "invalid_profile_url",
    'The header UCP-Agent cannot be read. Send UCP-Agent: profile="https://…" with the address of your profile.',
  );
}
