import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { code } from "./accounts/schemas.ts";
import { adminEndpoints } from "./admin/endpoints.ts";
import { ewayBill, parcel } from "./admin/orders.ts";
import { sizePrices } from "./admin/product-fields.ts";
import { offerCodeBody } from "./cart/schemas.ts";
import { contactMessage } from "./contact/schemas.ts";
import { mobileField, tenDigits } from "./mobile-field.ts";
import { orderNumber } from "./orders/schemas.ts";
import { mobileNumberOf, plainNumber, shopCode } from "./written-numbers.ts";

const messageOf = (typed: unknown) => mobileField().safeParse(typed).error?.issues[0]?.message ?? null;

describe("a mobile number", () => {
  it.each([
    "9845012345",
    "09845012345",
    "+91 98450 12345",
    "+91-09845012345",
    "+91 0 98450 12345",
    "0091 98450 12345",
    "00919845012345",
    "919845012345",
    "0919845012345",
    "98450-12345",
    "(0)98450 12345",
    "+91 (98450) 12345",
    "98450.12345",
    "98450–12345",
    "\u202a+91 98450 12345\u202c",
    "98450\u00a012345",
    "९८४५०१२३४५",
    "৯৮৪৫০১২৩৪৫",
    "੯੮੪੫੦੧੨੩੪੫",
    "૯૮૪૫૦૧૨૩૪૫",
    "୯୮୪୫୦୧୨୩୪୫",
    "௯௮௪௫௦௧௨௩௪௫",
    "౯౮౪౫౦౧౨౩౪౫",
    "೯೮೪೫೦೧೨೩೪೫",
    "൯൮൪൫൦൧൨൩൪൫",
    "٩٨٤٥٠١٢٣٤٥",
    "۹۸۴۵۰۱۲۳۴۵",
    "+९१ ०९८४५० १२३४५",
  ])("is understood as it is written: %s", (written) => {
    expect(mobileField().parse(written)).toBe("9845012345");
  });

  it("that itself begins with 91 keeps it", () => {
    for (const written of ["9198450123", "+91 9198450123", "09198450123"])
      expect(mobileField().parse(written)).toBe("9198450123");
  });

  it.each([
    ["984501234", "Mobile number must be 10 digits."],
    ["98450123456", "Mobile number must be 10 digits."],
    ["98765a3210", "Mobile number must be 10 digits."],
    ["+1 212 555 0123", "Mobile number must be 10 digits."],
    ["+98 45012345", "Mobile number must be 10 digits."],
    ["9845012345 / 9845012346", "Mobile number must be 10 digits."],
    ["0522 4001416", "Mobile number must be 10 digits."],
    ["𝟗𝟖𝟒𝟓𝟎𝟏𝟐𝟑𝟒𝟓", "Mobile number must be 10 digits."],
    ["9".repeat(100_000), "Mobile number must be 10 digits."],
    ["0984501234", "Please enter an Indian mobile number. It begins with 6, 7, 8 or 9."],
    ["0000000000", "Please enter an Indian mobile number. It begins with 6, 7, 8 or 9."],
    ["5999999999", "Please enter an Indian mobile number. It begins with 6, 7, 8 or 9."],
    ["1800123456", "Please enter an Indian mobile number. It begins with 6, 7, 8 or 9."],
  ])("is refused, and not cut: %s", (written, message) => {
    expect(messageOf(written)).toBe(message);
  });

  it("may be missing only where it says so", () => {
    expect(mobileField({ mayBeEmpty: true }).parse(" ")).toBe("");
    expect(mobileField({ missing: "Please enter it." }).safeParse("").error?.issues[0]?.message).toBe(
      "Please enter it.",
    );
    expect(tenDigits().parse("0984501234")).toBe("0984501234");
  });

  it("is read to the same digits with any country code and separators", () => {
    const number = fc
      .tuple(fc.constantFrom("6", "7", "8", "9"), fc.stringMatching(/^[0-9]{9}$/))
      .map((parts) => parts.join(""));
    const before = fc.constantFrom("", "0", "91", "+91", "0091", "+910", "00910");
    fc.assert(
      fc.property(number, before, fc.array(fc.constantFrom(" ", "-", "", "\u200b")), (digits, code, separators) => {
        const written = [...(code + digits)].map((digit, at) => digit + (separators[at] ?? "")).join("");
        expect(mobileNumberOf(written)).toBe(digits);
        expect(mobileNumberOf(mobileNumberOf(written))).toBe(digits);
      }),
    );
  });
});

it.each([
  ["560 001", "560001"],
  ["560-001", "560001"],
  ["५६०००१", "560001"],
  ["5600381", "5600381"],
  ["12a456", "12a456"],
])("the pincode %s is read as %s", (written, digits) => {
  expect(plainNumber(written)).toBe(digits);
});

describe("as it is pasted", () => {
  it.each([
    ["a mailed code", code, "123-456\u200b", "123456"],
    ["a mailed code in Devanagari", code, "१२३ ४५६", "123456"],
    ["an authenticator’s code", adminEndpoints.stepUp.body.shape.code, " 123\u00a0456 ", "123456"],
    ["a recovery code", adminEndpoints.stepUp.body.shape.code, "7q4m2 – xkd9r\u200b", "7Q4M2XKD9R"],
    ["an AWB", parcel.awb, "\u2060del‑ 123 456", "DEL-123456"],
    ["an e-way bill", ewayBill, "1234 5678 9012", "123456789012"],
    ["an HSN code", sizePrices.hsn, "3303.00.50", "33030050"],
    ["a UTR", adminEndpoints.addUtr.body.shape.utr, "icici 00 1234 5678", "ICICI0012345678"],
    ["an offer code", offerCodeBody.shape.code, "welcome 10\u200b", "WELCOME10"],
    ["an offer code that a chat has made bold", offerCodeBody.shape.code, "“*𝗪𝗘𝗟𝗖𝗢𝗠𝗘𝟭𝟬*”.", "WELCOME10"],
    ["an offer code that holds a hyphen", offerCodeBody.shape.code, "\u200eDIWALI–१०\ufe0f", "DIWALI-10"],
    ["an order number", orderNumber, "kw–7q4m–2xkd\u200b", "KW-7Q4M-2XKD"],
    ["an order number without its hyphens", orderNumber, "#kw7q4m 2xkd", "KW-7Q4M-2XKD"],
    ["an order number of another prefix", orderNumber, "Attar1 7q4m2xkd", "ATTAR1-7Q4M-2XKD"],
    ["an order number without its prefix", orderNumber, "7q4m 2xkd", "7Q4M-2XKD"],
    ["a code that itself begins with KW", orderNumber, "KW12-3456", "KW12-3456"],
    ["a phone number", contactMessage.shape.phone, "+९१\u00a0९८४५०\u200b–१२३४५", "+91\u00a098450-12345"],
  ])("%s is read", (_, schema, pasted, read) => {
    expect(schema.parse(pasted)).toBe(read);
  });
});

it("an offer code in letters of another script is unknown, and shown as it was typed", () => {
  expect(offerCodeBody.shape.code.parse("केवड़ा10")).toBe("केवड़ा10");
  expect(offerCodeBody.shape.code.safeParse("\u200b").error?.issues[0]?.message).toBe("Please enter a code.");
});

it("64 KB of punctuation are read as a code at once", () => {
  const start = performance.now();
  expect(shopCode("!".repeat(64_000))).toBe("");
  expect(shopCode(`A${"!".repeat(64_000)}`)).toBe("A");
  expect(performance.now() - start).toBeLessThan(5000);
});
