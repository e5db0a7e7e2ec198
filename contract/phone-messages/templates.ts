/**
 * The texts of messages. Owners write one text with values in braces, such as "Order {order} is on its way."; from it derive the forms that
 * Meta, DLT and MSG91 register.
 */

import type { PhoneChannel } from "./channels.ts";
import { MAX_VALUE_LENGTH, type PhoneEventName, type PhoneValueKind, phoneEvent } from "./events.ts";
import { gsmProblem } from "./gsm.ts";

/** `recategorised`: Meta has made it marketing, for which customers have not agreed. */
export const PHONE_TEMPLATE_STATES = ["draft", "approved", "rejected", "paused", "recategorised"] as const;

/** A template's text, and how its provider knows it. */
export interface PhoneTemplateText {
  /** The name at Meta, or the SMS provider's id of the template. */
  name: string;
  /** The 19 digits of the SMS template on DLT; empty for WhatsApp. */
  dltId: string;
  text: string;
  /** Whether a WhatsApp button opens the order's page; its address is the shop's with `link` at the end. */
  hasButton: boolean;
}

/** Maximum characters of a text: the body of a WhatsApp template may have 1024, an SMS has ten parts. */
export const MAX_TEXT_LENGTH = 1024;
export const MAX_NAME_LENGTH = 512;

const VALUE = /\{([a-z_]+)\}/g;

/** Lists the names of the values in a text, in their order. */
export const valuesIn = (text: string): string[] => [...text.matchAll(VALUE)].map(([, name = ""]) => name);

/** Puts values, or what stands for them, into a text. */
export const fillText = (text: string, write: (name: string, position: number) => string): string => {
  let position = 0;
  return text.replace(VALUE, (_, name: string) => {
    position += 1;
    return write(name, position);
  });
};

const DLT_VARIABLES: Readonly<Record<PhoneValueKind, string>> = {
  numeric: "{#numeric#}",
  alphanumeric: "{#alphanumeric#}",
  link: "{#alphanumeric#}",
  url: "{#url#}",
};

/** Lists the forms in which a text is registered, each with the place for it. */
export function registeredForms(
  event: PhoneEventName,
  channel: PhoneChannel,
  { text }: Pick<PhoneTemplateText, "text">,
): { place: string; text: string }[] {
  if (channel === "whatsapp") return [{ place: "Meta", text: fillText(text, (_, position) => `{{${position}}}`) }];
  const { values } = phoneEvent(event);
  return [
    { place: "DLT", text: fillText(text, (name) => DLT_VARIABLES[values[name]?.kind ?? "alphanumeric"]) },
    { place: "MSG91", text: fillText(text, (name) => `##${name}##`) },
  ];
}

/** A field of a template, and what is wrong with it. */
interface TemplateProblem {
  field: "name" | "dltId" | "text";
  message: string;
}

/** Says why a template cannot be used; null if it can. @param origin of the shop */
export function templateProblem(
  event: PhoneEventName,
  channel: PhoneChannel,
  { name, dltId, text }: PhoneTemplateText,
  origin: string,
): TemplateProblem | null {
  const { values } = phoneEvent(event);
  const used = valuesIn(text);
  const unknown = used.find((value) => !Object.hasOwn(values, value));
  const known = Object.keys(values)
    .map((value) => `{${value}}`)
    .join(", ");
  const problem = (field: TemplateProblem["field"], message: string) => ({ field, message });
  if (channel === "whatsapp" && !/^[a-z0-9_]+$/.test(name))
    return problem("name", "The name of a WhatsApp template has small letters, digits and _ only, as at Meta.");
  if (channel === "sms" && !/^[0-9]{19}$/.test(dltId))
    return problem(
      "dltId",
      "The DLT template id has 19 digits. You find it on the portal where the text is registered.",
    );
  if (channel === "sms" && !/^[\w-]{0,100}$/.test(name))
    return problem("name", "The provider’s template id has letters, digits, _ and - only.");
  if (unknown !== undefined) return problem("text", `There is no value {${unknown}}. This message has ${known}.`);
  if (/[{}]/.test(text.replace(VALUE, "")))
    return problem("text", `Please use { and } for values only. This message has ${known}.`);
  if (new Set(used).size < used.length) return problem("text", "Please use each value once.");
  if (event === "cash_code" && !used.includes("code")) return problem("text", "The text needs {code}.");
  return channel === "whatsapp" ? whatsappProblem(event, text) : smsProblem(event, text, origin);
}

function whatsappProblem(event: PhoneEventName, text: string): TemplateProblem | null {
  // Meta itself words the texts of codes.
  const mayBeginWithValue = event === "cash_code";
  if (/\{[a-z_]+\}$/.test(text) || (!mayBeginWithValue && /^\{/.test(text)))
    return {
      field: "text",
      message: "Meta rejects a text that begins or ends with a value. Please add words around it.",
    };
  if (/\}\s*\{/.test(text))
    return { field: "text", message: "Meta rejects two values side by side. Please put words between them." };
  if (/\{url\}/.test(text))
    return { field: "text", message: "A WhatsApp message links by its button. Please leave {url} out." };
  return null;
}

function smsProblem(event: PhoneEventName, text: string, origin: string): TemplateProblem | null {
  const unfit = gsmProblem(fillText(text, () => ""));
  if (unfit) return { field: "text", message: unfit };
  const { link } = phoneEvent(event).values;
  const length = `${origin}/`.length + (link?.example.length ?? 0);
  if (valuesIn(text).includes("url") && length > MAX_VALUE_LENGTH)
    return {
      field: "text",
      message: `{url} would have about ${length} characters, and a value of an SMS at most ${MAX_VALUE_LENGTH}. Please write ${origin}/{link} instead.`,
    };
  return null;
}
