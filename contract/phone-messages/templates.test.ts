import { describe, expect, it } from "vitest";
import { PHONE_CHANNELS } from "./channels.ts";
import { PHONE_EVENT_NAMES } from "./events.ts";
import { gsmProblem, toGsm } from "./gsm.ts";
import { suggestedName, suggestedText } from "./suggested-texts.ts";
import { registeredForms, templateProblem } from "./templates.ts";

const ORIGIN = "https://www.kewra.example";
const sms = (text: string) => ({ name: "abc", dltId: "1007123456789012345", text, hasButton: false });
const whatsapp = (text: string) => ({ name: "shipped_1", dltId: "", text, hasButton: true });

describe("a template", () => {
  it.each([
    ["whatsapp", whatsapp("Your order {order} is on its way with {courier}, AWB {awb}."), null],
    ["whatsapp", whatsapp("{order} is on its way."), "text"],
    ["whatsapp", whatsapp("On its way: {order}"), "text"],
    ["whatsapp", whatsapp("Order {order} {awb} left."), "text"],
    ["whatsapp", whatsapp("Order {order}, see {url} now."), "text"],
    ["whatsapp", whatsapp("Order {number} left."), "text"],
    ["whatsapp", whatsapp("Order {order} left. {order} is it."), "text"],
    ["whatsapp", whatsapp("Order {{1}} left."), "text"],
    ["whatsapp", { ...whatsapp("Order {order} left."), name: "Shipped 1" }, "name"],
    ["sms", sms("{order} is on its way, AWB {awb}"), null],
    ["sms", { ...sms("Order {order} left."), dltId: "123" }, "dltId"],
    ["sms", sms("Order {order} of ₹ 5 left."), "text"],
    ["sms", sms("ऑर्डर {order}"), "text"],
    // https://www.kewra.example/tracking?find=KW-7Q4M-2XKD&by=order has 61 characters.
    ["sms", sms("Order {order} left: {url}"), "text"],
    ["sms", sms("Order {order} left: https://www.kewra.example/{link}"), null],
  ] as const)("for %s: %j", (channel, text, field) => {
    expect(templateProblem("shipped", channel, text, ORIGIN)?.field ?? null).toBe(field);
  });

  it("of a code needs the code", () => {
    expect(templateProblem("cash_code", "sms", sms("Confirm order {order}."), ORIGIN)?.field).toBe("text");
  });

  it("is registered at Meta with positions, on DLT with types, at MSG91 with names", () => {
    const text = sms("Order {order} left: {url}");
    expect(registeredForms("shipped", "whatsapp", text)).toEqual([{ place: "Meta", text: "Order {{1}} left: {{2}}" }]);
    expect(registeredForms("shipped", "sms", text)).toEqual([
      { place: "DLT", text: "Order {#alphanumeric#} left: {#url#}" },
      { place: "MSG91", text: "Order ##order## left: ##url##" },
    ]);
    expect(registeredForms("cash_code", "sms", sms("{code} is it"))[0]?.text).toBe("{#numeric#} is it");
  });

  it("that the shop suggests can be used as it is", () => {
    for (const channel of PHONE_CHANNELS)
      for (const event of PHONE_EVENT_NAMES) {
        const text = suggestedText(event, channel, { shopName: "Kewra", origin: ORIGIN });
        const name = suggestedName(event, channel);
        const template = { name, dltId: "1007123456789012345", ...text };
        expect([event, channel, templateProblem(event, channel, template, ORIGIN)]).toEqual([event, channel, null]);
      }
  });
});

it("an SMS has the letters of GSM only", () => {
  expect(gsmProblem("Rs 1,499 [ok] €5")).toBeNull();
  expect(gsmProblem("₹1,499")).toContain("Rs");
  expect(toGsm("₹1,499 – “Mēera’s” डाक")).toBe('Rs 1,499 - "Meera\'s" ');
});
