import { expect, it } from "vitest";
import { requestIn } from "./opt-out.ts";

it.each([
  "STOP",
  "stop please",
  " Stop.",
  "UNSUBSCRIBE",
  "बंद",
  "बंद करो",
  "বন্ধ",
  "நிறுத்து",
  "ఆపండి",
  "બંધ",
  "ನಿಲ್ಲಿಸಿ",
  "ਬੰਦ",
  "بند",
])("%s ends messages", (text) => {
  expect(requestIn(text)).toBe("stop");
});

it.each(["start", "START", "शुरू", "শুরু"])("%s begins them again", (text) => {
  expect(requestIn(text)).toBe("start");
});

it.each(["", "👍", "please stop", "stopped yesterday?", "starting when", "कब आएगा"])(
  "%s is a text for staff",
  (text) => {
    expect(requestIn(text)).toBeNull();
  },
);
