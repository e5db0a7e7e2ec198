/** How the values of settings are written: schemas from the text to the value. */

import { isIP } from "node:net";
import { z } from "zod";
import {
  BADGE_ICONS,
  type Badge,
  type BadgeIcon,
  REASON_ICONS,
  type Reason,
} from "../../../contract/content/claims.ts";
import { readTimeInIndia } from "../../../contract/dates.ts";
import { unprintable } from "../../../contract/printable.ts";

const isOneOf = <Value extends string>(values: readonly Value[], value: string | undefined): value is Value =>
  values.some((one) => one === value);

/** Splits a text and trims its parts; empty ones are skipped. */
const splitText = (text: string, separator: "|" | ",") =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

export const line = z.string().trim().min(1, "must not be empty");
/** A text that invoices and labels print. */
export const printedLine = line.refine(
  (text) => unprintable(text) === "",
  "must be in English letters or an Indian script, as invoices and labels print it",
);
const splitLines = (text: string) => text.split("|").map((part) => part.trim());
export const lines = line.transform(splitLines);
export const printedLines = printedLine.transform(splitLines);

/** Parts separated by |; none for an empty text. */
export const optionalParts = z.string().transform((text) => splitText(text, "|"));

export const commaSeparated = z.string().transform((text) => splitText(text, ","));

/** A time as a datetime-local input writes it; null for an empty text. */
export const indianTime = z
  .string()
  .trim()
  .refine((text) => text === "" || readTimeInIndia(text) !== null, {
    error: "must be a time in India such as 2026-12-01T09:00, or be empty",
  })
  .transform(readTimeInIndia);

/** A key that is sent in the header of a request, which can have no other characters. */
export const headerKey = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must be at most ${max} characters`)
    .regex(/^[\x20-\x7e]*$/, "must have plain English letters, digits and signs only");

export const webAddress = z
  .url({ protocol: /^https?$/, error: "must be a web address such as https://shop.example" })
  .transform((url) => url.replace(/\/+$/, ""));

export const webAddresses = commaSeparated.refine(
  (urls) => urls.every((url) => /^https?:/.test(url) && URL.canParse(url)),
  "must be web addresses separated by commas, or be empty",
);

/** A colour as "#2f4a36", in lowercase. @param problemOf says why it does not fit */
export const colour = (problemOf: (color: string) => string | undefined = () => undefined) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, { error: "must be a colour such as #2f4a36", abort: true })
    .superRefine((color, context) => {
      const message = problemOf(color);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    });

export const flag = z.enum(["true", "false"], "must be true or false").transform((value) => value === "true");

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

export const databaseUrl = z
  .string()
  .refine((url) => url === "" || /^postgres(ql)?:\/\/\S+$/.test(url), "must start with postgres:// or be empty");

export const databaseUrls = commaSeparated.refine(
  (urls) => urls.every((url) => /^postgres(ql)?:\/\/\S+$/.test(url) && URL.canParse(url)),
  "must be URLs that start with postgres://, separated by commas, or be empty",
);

const isProxy = (part: string) => {
  if (["loopback", "linklocal", "uniquelocal"].includes(part)) return true;
  const [address = "", bits, ...more] = part.split("/");
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    maxBits >= 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
  );
};

/** Rejects "any": a client could send its own X-Forwarded-For and evade every limit. */
export const proxies = commaSeparated.refine(
  (parts) => parts.every(isProxy),
  "must be addresses or ranges separated by commas, such as loopback or 10.0.0.0/8, or be empty",
);

/** Links as Name=URL, separated by |. */
export const namedUrls = optionalParts.transform((parts, context) =>
  parts.map((part) => {
    const [, name, url] = /^([^=]+)=(https?:\/\/\S+)$/.exec(part) ?? [];
    if (!name || !url)
      context.addIssue({ code: "custom", message: 'must be written as "Instagram=https://…|YouTube=https://…"' });
    return { name: name?.trim() ?? "", url: url ?? "" };
  }),
);

/** Icons of the specification's badges. */
const USUAL_ICONS: Readonly<Record<string, BadgeIcon>> = {
  "Long Lasting": "clock",
  "IFRA - Certified": "seal",
  "Imported Oils": "drop",
  "Made In India": "leaf",
};

/** Badges as Name or Name (icon), separated by |. */
export const badges = optionalParts.transform((parts) =>
  parts.map((part): Badge => {
    const [, name = part, icon] = /^(.+) \(([a-z]+)\)$/.exec(part) ?? [];
    return isOneOf(BADGE_ICONS, icon) ? { name, icon } : { name: part, icon: USUAL_ICONS[part] ?? "check" };
  }),
);

const MAX_REASONS = 8;

/** Reasons as Title: Text (icon), separated by |. */
export const reasons = optionalParts.transform((parts, context) => {
  const add = (message: string) => context.addIssue({ code: "custom", message });
  if (parts.length > MAX_REASONS) add(`must have at most ${MAX_REASONS} parts`);
  return parts.flatMap((part): Reason[] => {
    const [, title, text, icon] = /^([^:]{1,60}): (.{1,300}) \(([a-z-]{1,40})\)$/.exec(part) ?? [];
    if (title && text && isOneOf(REASON_ICONS, icon)) return [{ title, text, icon }];
    add(`must be written as "Title: Text (icon)", with ${REASON_ICONS.join(" or ")} as the icon`);
    return [];
  });
});
