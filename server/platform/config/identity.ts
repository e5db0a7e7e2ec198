import { z } from "zod";
import { plainCode } from "../../../contract/written-numbers.ts";
import { hasCheckDigit } from "../../base/gstin.ts";
import { flag, line, lines, namedUrls, optionalParts, printedLine, printedLines, wholeNumber } from "./formats.ts";
import { define } from "./setting.ts";

/** Who the shop is: names, addresses, officers, seller. */
export const IDENTITY = {
  SHOP_NAME: define({
    scope: "shop",
    meaning: "Name of the shop.",
    schema: printedLine,
    default: "Kewra",
    beforeLive: "it is the demo’s name",
  }),
  SHOP_OPEN: define({
    scope: "shop",
    meaning:
      "Whether everybody sees the shop. A live shop begins closed: strangers see a page with its name and the newsletter, and those who have the link from Go live see the shop. A demo is always open.",
    schema: flag,
    default: "false",
  }),
  SHOP_TAGLINE: define({
    scope: "shop",
    meaning: "What the shop is, in a few words; follows its name in page titles.",
    schema: line,
    default: "Organic fragrance and skincare",
    beforeLive: "it is the demo’s",
  }),
  SHOP_PHONE: define({
    scope: "shop",
    meaning: "Phone number.",
    schema: line,
    default: "+91 522 400 1416",
    beforeLive: "it is not a real number",
    defaultUnfit: true,
  }),
  SHOP_WHATSAPP: define({
    scope: "shop",
    meaning: "WhatsApp number.",
    schema: line,
    default: "+91 90000 14160",
    beforeLive: "it is not a real number",
    defaultUnfit: true,
  }),
  SHOP_EMAIL: define({
    scope: "shop",
    meaning: "Email address that customers write to.",
    schema: z.email("must be an email address"),
    default: "care@kewra.example",
    beforeLive: "it is not a real address",
    defaultUnfit: true,
    unfitForLive: (text) =>
      /[@.](example(\.(com|org|net))?|test|invalid|localhost)$/i.test(text) ? "no mail reaches it" : undefined,
  }),
  SHOP_ADDRESS: define({
    scope: "shop",
    meaning: "Office address, its lines separated by |.",
    schema: printedLines,
    default: "Kewra Organics|14 Attar Gali, Hazratganj|Lucknow, Uttar Pradesh 226001|India",
    beforeLive: "it is not a real address",
    defaultUnfit: true,
  }),
  SHOP_OPENING_HOURS: define({
    scope: "shop",
    meaning: "Opening hours of customer service.",
    schema: line,
    default: "10:00 AM to 7:00 PM daily",
    beforeLive: "they are the demo’s",
  }),
  GRIEVANCE_OFFICER: define({
    scope: "shop",
    meaning: "Name and designation of the grievance officer, whom the Consumer Protection (E-Commerce) Rules require.",
    schema: line,
    default: "Ms. Farah Siddiqui, Grievance Officer",
    beforeLive: "it is nobody",
    defaultUnfit: true,
  }),
  GRIEVANCE_ADDRESS: define({
    scope: "shop",
    meaning: "Address at which the grievance officer is reached, in one line.",
    schema: line,
    default: "Kewra Organics, 14 Attar Gali, Hazratganj, Lucknow, Uttar Pradesh 226001",
    beforeLive: "it is not a real address",
    defaultUnfit: true,
  }),
  SOCIAL_LINKS: define({
    scope: "shop",
    meaning: "Social pages, as Name=URL separated by |.",
    schema: namedUrls,
    default:
      "Instagram=https://instagram.com/kewra.example|Facebook=https://facebook.com/kewra.example|YouTube=https://youtube.com/@kewra.example",
    beforeLive: "they are not real pages",
    defaultUnfit: true,
  }),
  APP_STORE_LINKS: define({
    scope: "shop",
    meaning: "App store pages, offered when the browser cannot install the web app, as Name=URL separated by |.",
    schema: namedUrls,
    default:
      "App Store=https://apps.apple.com/app/kewra-example|Google Play=https://play.google.com/store/apps/details?id=example.kewra",
    beforeLive: "they are not real apps",
    defaultUnfit: true,
  }),
  MANUFACTURER: define({
    scope: "shop",
    meaning:
      "Name and address of the manufacturer of what is made in India, which product pages must show, lines separated by |.",
    schema: lines,
    default: "Kewra Organics|14 Attar Gali, Hazratganj|Lucknow, Uttar Pradesh 226001|India",
    beforeLive: "it is not a real address",
    defaultUnfit: true,
  }),
  IMPORTER: define({
    scope: "shop",
    meaning:
      "Name and address of the importer of what comes from abroad, which its product pages must show, lines separated by |.",
    schema: optionalParts,
    default: "",
  }),
  SELLER_NAME: define({
    scope: "shop",
    meaning: "Legal name of the seller on invoices.",
    schema: printedLine,
    default: "Kewra Organics",
    beforeLive: "it is the demo’s name",
  }),
  SELLER_GSTIN: define({
    scope: "shop",
    meaning: "The seller’s GST identification number (GSTIN) on invoices.",
    schema: z
      .string()
      .overwrite(plainCode)
      .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, "must be 15 characters such as 09AAACK1416F1Z5"),
    default: "09AAACK1416F1Z5",
    beforeLive: "it is not a real number",
    defaultUnfit: true,
    unfitForLive: (text) =>
      hasCheckDigit(plainCode(text)) ? undefined : "its check digit does not fit, so it is mistyped",
  }),
  SELLER_STATE: define({
    scope: "shop",
    meaning: "State that the seller ships from: orders within it are taxed with CGST and SGST, others with IGST.",
    schema: line,
    default: "Uttar Pradesh",
    beforeLive: "it decides between CGST with SGST and IGST on every invoice",
  }),
  TURNOVER_ABOVE_5_CRORE: define({
    scope: "shop",
    meaning:
      "Whether the seller’s turnover of the last financial year was above ₹5 crore: HSN codes then need six digits instead of four.",
    schema: flag,
    default: "false",
  }),
  EWAY_BILL_RUPEES: define({
    scope: "shop",
    meaning:
      "Value of a parcel, tax included, above which staff is reminded of an e-way bill, in rupees. The law’s is 50,000; some states have others within the state.",
    schema: wholeNumber(1, 100_000_000),
    default: "50000",
  }),
} as const;
