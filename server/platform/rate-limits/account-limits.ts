/**
 * Rate limits by IP address, account and mailbox. Limits by IP address are generous, because carriers put thousands of phones behind one
 * address; limits by account stop an attacker who changes addresses.
 */

import { isIPv6 } from "node:net";
import type { CodePurpose } from "../../base/secrets.ts";
import type { Limit } from "./limits.ts";

/** Identifies the codes of one purpose that are sent to one mailbox. */
interface CodesOf {
  email: string;
  purpose: CodePurpose;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Limits requests of one kind from one IP address.
 * @param perHour the setting ATTEMPTS_PER_IP
 */
export const perIp = (
  kind:
    | "login"
    | "staff sign-in"
    | "send"
    | "code"
    | "social"
    | "message"
    | "message state"
    | "message report"
    | "newsletter"
    | "unpaid orders",
  ip: string,
  perHour: number,
): Limit => ({
  key: `${kind} from ${networkOf(ip)}`,
  limit: perHour,
  windowSeconds: HOUR,
});

/** Limits wrong passwords of one account from one network. */
export const wrongPasswords = (email: string, ip: string): Limit => ({
  key: `password of ${email} from ${networkOf(ip)}`,
  limit: 10,
  windowSeconds: 15 * MINUTE,
});

/** Limits what agents change from one network; a platform sends all its buyers' requests from few of them. */
export const agentWritesFrom = (ip: string): Limit => ({
  key: `agents from ${networkOf(ip)}`,
  limit: 6000,
  windowSeconds: HOUR,
});

/** Limits what agents of one platform change. One that signs counts apart from those who only claim to be it. */
export const agentWritesOf = (origin: string, signed: boolean): Limit => ({
  key: `${signed ? "signed" : "unsigned"} agents of ${origin}`,
  limit: signed ? 6000 : 1200,
  windowSeconds: HOUR,
});

/** Limits a customer's requests about personal data, because each sends emails. */
export const privacyRequestsOf = (customerId: number): Limit => ({
  key: `privacy requests ${customerId}`,
  limit: 5,
  windowSeconds: 24 * HOUR,
});

/** Limits the draft orders that a member of staff creates, because each sends an email. */
export const draftOrdersOf = (memberId: number): Limit => ({
  key: `draft orders ${memberId}`,
  limit: 60,
  windowSeconds: HOUR,
});

/** Limits downloads of a customer's data, which read many tables. */
export const downloadsOf = (customerId: number): Limit => ({
  key: `data of customer ${customerId}`,
  limit: 10,
  windowSeconds: HOUR,
});

/** Networks that have recently logged in to an account count separately, so that strangers cannot lock the customer out. */
export type Networks = "known" | "unknown";

/** Limits wrong passwords of one account from many networks. A password reset by mail clears it. */
export const wrongPasswordsFromAll = (email: string, networks: Networks): Limit => ({
  key: `password of ${email} from ${networks} networks`,
  limit: 100,
  windowSeconds: DAY,
});

/** Limits wrong current passwords in Update Password and Delete account, which need a session. */
export const wrongCurrentPasswords = (email: string): Limit => ({
  key: `current password of ${email}`,
  limit: 10,
  windowSeconds: 15 * MINUTE,
});

/**
 * Limits mails with a code or a link to one mailbox. Each purpose counts separately, so that a stranger who exhausts one limit blocks no
 * other purpose; the customer has then received six mails of that purpose.
 */
export const mailsTo = ({ email, purpose }: CodesOf): Limit => ({
  key: `${purpose} mails to ${email}`,
  limit: 6,
  windowSeconds: HOUR,
});

/** Limits the test messages of a member of staff, each of which costs money. */
export const phoneTestsOf = (memberId: number): Limit => ({
  key: `test messages ${memberId}`,
  limit: 20,
  windowSeconds: HOUR,
});

/** Limits codes to one phone, which cost money and disturb the owner of the number; more are emailed. @param mobile ten digits */
export const codesToPhone = (mobile: string): Limit => ({
  key: `codes to phone ${mobile}`,
  limit: 4,
  windowSeconds: HOUR,
});

/**
 * Limits wrong codes for one mailbox and purpose from one network, over all its codes. Each purpose counts separately, because anybody can
 * try invalid sign-up codes for an email that has an account (see `replaceCode`).
 */
export const wrongCodes = ({ email, purpose }: CodesOf, ip: string): Limit => ({
  key: `${purpose} codes of ${email} from ${networkOf(ip)}`,
  limit: 20,
  windowSeconds: DAY,
});

/** Limits wrong codes from many networks: the chance to guess a code is 1 in 10,000 a day. */
export const wrongCodesFromAll = ({ email, purpose }: CodesOf, networks: Networks): Limit => ({
  key: `${purpose} codes of ${email} from ${networks} networks`,
  limit: 100,
  windowSeconds: DAY,
});

/** Limits a customer's uploads of profile pictures, including rejected ones, because decoding one takes a core for up to a second. */
export const profileImagesOf = (customerId: number): Limit => ({
  key: `profile pictures of ${customerId}`,
  limit: 40,
  windowSeconds: DAY,
});

/** Returns the network of an IP address: an IPv4 address, or the first half of an IPv6 address. */
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
