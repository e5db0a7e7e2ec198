import { MAX_VALUE_LENGTH, type PhoneValues } from "../../../../contract/phone-messages/events.ts";
import { toGsm } from "../../../../contract/phone-messages/gsm.ts";
import { fillText } from "../../../../contract/phone-messages/templates.ts";

/** Writes values as a registered SMS may contain them: its letters only, at most 40 of them, and no sign of DLT's own variables. */
export const smsValues = (values: PhoneValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      toGsm(value)
        .replace(/\s+/g, " ")
        .replace(/#|\{\{|\}\}/g, "")
        .trim()
        .slice(0, MAX_VALUE_LENGTH),
    ]),
  );

/** Writes the text of an SMS. */
export function smsText(text: string, values: PhoneValues): string {
  const written = smsValues(values);
  return fillText(text, (name) => written[name] ?? "");
}
