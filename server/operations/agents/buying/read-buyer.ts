/** Reads buyer and address of a checkout as the shop's own forms do; what is missing or wrong becomes messages with their paths. */

import * as z from "zod/mini";
import { type AddressBody, addressBody, email } from "../../../../contract/accounts/schemas.ts";
import { mobileField } from "../../../../contract/mobile-field.ts";
import { giftReceiver } from "../../../../contract/orders/gift.ts";
import { pincode } from "../../../../contract/shipping/schemas.ts";
import { textField } from "../../../../contract/text.ts";
import { ApiError } from "../../../base/errors.ts";
import type { AgentContent, AgentDestination, PostalAddress } from "../../../platform/database/schema.ts";
import { destinationOf, resolveAddress } from "../../../selling/shipping/destination.ts";
import type { ErrorMessage } from "../responses.ts";

export interface Buyer {
  name: string;
  email: string;
  mobile: string;
}

/** What is known of where the parcel goes. */
export interface ReadAddress {
  /** Where shipping is priced for: the address, or the little of it that is known; null while it is too little, or abroad. */
  destination: PostalAddress | null;
  /** The complete address. */
  address: PostalAddress | null;
  /** Who gets the parcel, if it is not the buyer. */
  receiver: { name: string; mobile_no: string } | null;
  messages: ErrorMessage[];
}

const NAME_LENGTH = 100;
const name = textField({
  min: 2,
  max: NAME_LENGTH,
  error: `must have 2 to ${NAME_LENGTH} characters`,
  printed: true,
});
const mobile = mobileField();

/** @param fallback the destination, which may name the buyer */
export function readBuyer(
  sent: AgentContent["buyer"],
  fallback: AgentDestination | undefined,
): { buyer: Buyer | null; messages: ErrorMessage[] } {
  const messages: ErrorMessage[] = [];
  const read = (schema: z.ZodMiniType<string>, value: string | undefined, field: string, missing: string) => {
    const path = `$.buyer.${field}`;
    if (!value?.trim()) {
      messages.push(recoverable("field_required", missing, path));
      return "";
    }
    const parsed = z.safeParse(schema, value);
    if (parsed.success) return parsed.data;
    messages.push(recoverable("field_invalid", parsed.error.issues[0]?.message ?? "It is not valid.", path));
    return "";
  };
  const buyer = {
    name: read(name, nameOf(sent) || nameOf(fallback), "first_name", "The buyer’s name is missing."),
    email: read(email, sent.email, "email", "The buyer’s email is missing. The confirmation goes there."),
    mobile: read(
      mobile,
      sent.phone_number ?? fallback?.phone_number,
      "phone_number",
      "The buyer’s Indian mobile number is missing. The courier calls it.",
    ),
  };
  return { buyer: messages.length === 0 ? buyer : null, messages };
}

/** Returns the email if it is valid, in lower case; null if not. */
export function emailOf({ email: sent }: AgentContent["buyer"]): string | null {
  const parsed = z.safeParse(email, sent);
  return parsed.success ? parsed.data : null;
}

const nameOf = (one: Pick<AgentDestination, "first_name" | "last_name"> | undefined) =>
  [one?.first_name, one?.last_name].filter(Boolean).join(" ").trim();

/** The protocol's field of each of the shop's. */
const FIELDS = {
  street: "street_address",
  city: "address_locality",
  state: "address_region",
  pincode: "postal_code",
} as const;

const INDIA = ["", "IN", "IND", "INDIA"];

/** @param path JSONPath of the destination in the response */
export async function readAddress(
  sent: AgentDestination,
  buyer: AgentContent["buyer"],
  path: string,
): Promise<ReadAddress> {
  const none = { destination: null, address: null, receiver: null };
  const country = sent.address_country?.trim().toUpperCase() ?? "";
  if (!INDIA.includes(country))
    return {
      ...none,
      messages: [
        recoverable("address_undeliverable", "The shop delivers within India only.", `${path}.address_country`),
      ],
    };
  const written = {
    street: [sent.extended_address, sent.street_address].filter(Boolean).join(", "),
    city: sent.address_locality,
    state: sent.address_region,
    pincode: sent.postal_code,
  };
  const parsed = z.safeParse(addressBody, written);
  const messages: ErrorMessage[] = parsed.success
    ? []
    : parsed.error.issues.map((issue) => {
        const field = String(issue.path[0]) as keyof typeof FIELDS;
        const code = written[field] ? "field_invalid" : "field_required";
        return recoverable(code, issue.message, `${path}.${FIELDS[field] ?? field}`);
      });
  const { receiver, problem } = readReceiver(sent, buyer, path);
  if (problem) messages.push(problem);
  const address = parsed.success ? await resolved(parsed.data, path, messages) : null;
  return {
    destination: address ?? (await estimate(written.pincode, written.state)),
    address: messages.length === 0 ? address : null,
    receiver,
    messages,
  };
}

/** Who gets the parcel, if the destination names somebody else. */
function readReceiver(sent: AgentDestination, buyer: AgentContent["buyer"], path: string) {
  const named = nameOf(sent);
  const isOther = named !== "" && nameOf(buyer) !== "" && named.toLowerCase() !== nameOf(buyer).toLowerCase();
  if (!isOther) return { receiver: null, problem: null };
  const parsed = z.safeParse(giftReceiver, { name: named, mobile_no: sent.phone_number ?? buyer.phone_number });
  if (parsed.success) return { receiver: parsed.data, problem: null };
  const [issue] = parsed.error.issues;
  const field = issue?.path[0] === "name" ? "first_name" : "phone_number";
  return {
    receiver: null,
    problem: recoverable("field_invalid", issue?.message ?? "It is not valid.", `${path}.${field}`),
  };
}

async function resolved(body: AddressBody, path: string, messages: ErrorMessage[]): Promise<PostalAddress | null> {
  try {
    return await resolveAddress(body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [field] = error.errors ?? [];
    messages.push(recoverable(error.code, field?.message ?? error.message, `${path}.address_region`));
    return null;
  }
}

async function estimate(code: string | undefined, state: string | undefined): Promise<PostalAddress | null> {
  const parsed = z.safeParse(pincode, code);
  if (!parsed.success) return null;
  const { state: found } = await destinationOf(parsed.data, (state ?? "").slice(0, 60));
  return { street: "", city: "", state: found ?? "", pincode: parsed.data };
}

export const recoverable = (code: string, content: string, path: string): ErrorMessage => ({
  type: "error",
  code,
  content,
  severity: "recoverable",
  path,
});
