import { isIPv6 } from "node:net";
import type { CodePurpose } from "../database/schema.ts";
import type { Limit } from "./limits.ts";

/**
 * How much of what one address of the network, one account or one mailbox may try. Those of a network address are wide, because
 * carriers put thousands of phones behind one; those of an account stop an attacker who changes IP addresses.
 */

/** Codes of one purpose, sent to one mailbox. */
interface CodesOf {
  email: string;
  purpose: CodePurpose;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Everything of a kind that comes from one address of the network.
 * @param perHour the setting ATTEMPTS_PER_ADDRESS
 */
export const perIp = (
  kind: "login" | "send" | "code" | "social" | "message" | "newsletter",
  ip: string,
  perHour: number,
): Limit => ({
  key: `${kind} from ${networkOf(ip)}`,
  limit: perHour,
  windowSeconds: HOUR,
});

/** Wrong passwords of one account from one network. */
export const wrongPasswords = (email: string, ip: string): Limit => ({
  key: `password of ${email} from ${networkOf(ip)}`,
  limit: 10,
  windowSeconds: 15 * MINUTE,
});

/** Networks that have logged in to an account lately count apart from all others, so that strangers cannot lock the owner out. */
export type Networks = "known" | "unknown";

/** Wrong passwords of one account from many networks. A new password, set with the mailed code, frees it at once. */
export const wrongPasswordsFromAll = (email: string, networks: Networks): Limit => ({
  key: `password of ${email} from ${networks} networks`,
  limit: 100,
  windowSeconds: DAY,
});

/** Wrong current passwords in Update Password, and when an account is deleted: who guesses there is logged in already. */
export const wrongCurrentPasswords = (email: string): Limit => ({
  key: `current password of ${email}`,
  limit: 10,
  windowSeconds: 15 * MINUTE,
});

/**
 * Mails with a code or a link to one mailbox. Each purpose apart: someone who uses up one of them for a stranger's mailbox keeps its owner
 * from no other, and has himself sent the owner what he needs of that one.
 */
export const mailsTo = ({ email, purpose }: CodesOf): Limit => ({
  key: `${purpose} mails to ${email}`,
  limit: 6,
  windowSeconds: HOUR,
});

/**
 * Wrong codes for one mailbox and purpose from one network, over all codes that it was sent. Each purpose apart, because anybody can have
 * codes for signing up tried that are none, at an address that has an account (see `replaceCode`).
 */
export const wrongCodes = ({ email, purpose }: CodesOf, ip: string): Limit => ({
  key: `${purpose} codes of ${email} from ${networkOf(ip)}`,
  limit: 20,
  windowSeconds: DAY,
});

/** The same from many networks: one chance in 10,000 a day to guess a code. */
export const wrongCodesFromAll = ({ email, purpose }: CodesOf, networks: Networks): Limit => ({
  key: `${purpose} codes of ${email} from ${networks} networks`,
  limit: 100,
  windowSeconds: DAY,
});

/** Profile pictures that one customer sends, refused ones too: reading one keeps a core busy for seconds. */
export const profileImagesOf = (customerId: number): Limit => ({
  key: `profile pictures of ${customerId}`,
  limit: 40,
  windowSeconds: DAY,
});

/** What one customer is likely to have to themselves: an IPv4 address, or the first half of an IPv6 one. */
export function networkOf(ip: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? [];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = ip.split("%")[0]?.split("::") ?? [];
  const first = head ? head.split(":") : [];
  const last = tail ? tail.split(":") : [];
  const groups =
    tail === undefined ? first : [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill("0"), ...last];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, "").toLowerCase())
    .join(":");
}
