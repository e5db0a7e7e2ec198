import { describe, expect, it } from "vitest";
import { writeLetter } from "../mail/letter.ts";
import * as letters from "./letters.ts";

const sender = {
  name: "Kewra",
  tagline: "Fragrance",
  origin: "https://shop.example",
  email: "care@shop.example",
  address: ["1 Lane", "Lucknow"],
};
const lucknow = { street: "18 Ashok Marg", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };
const item = {
  orderId: 1,
  position: 0,
  productId: 1,
  sku: "A-1",
  image: null,
  hsn: "33030090",
  gstPercent: 18,
  cgstPaise: 0,
  sgstPaise: 0,
};
/** An attar at 2499.00 instead of 2999.00, and two soaps at 179.50 each: 3358.00 − 500.00 = 2858.00. */
const bought = {
  order: {
    id: 1,
    number: "KW-7Q4M-2XKD",
    customerId: 1,
    state: "paid" as const,
    customerName: "Asha <Rao>",
    email: "asha@example.com",
    mobile: "",
    shippingAddress: lucknow,
    billingAddress: { street: "27 Church Street", city: "Bengaluru", state: "Karnataka", pincode: "560001" },
    seller: null,
    subtotalPaise: 335_800,
    discountPaise: 50_000,
    shippingPaise: 0,
    totalPaise: 285_800,
    holdsStock: true,
    shopOrigin: "https://shop.example",
    createdAt: new Date("2026-11-20T20:00:00Z"),
    payUntil: new Date("2026-11-20T20:15:00Z"),
    paidAt: new Date("2026-11-20T20:05:00Z"),
    deliveredAt: null,
    providerOrderId: "order_1",
    checkAt: null,
    checks: 0,
    invoiceNumber: "KW/26-27/000123",
    invoicedAt: new Date("2026-11-20T20:05:00Z"),
    creditNoteNumber: "CN/26-27/000007",
    creditedAt: new Date("2026-11-21T20:05:00Z"),
  },
  items: [
    {
      ...item,
      title: "Gulab Attar",
      quantity: 1,
      pricePaise: 249_900,
      originalPricePaise: 299_900,
      taxablePaise: 211_780,
      igstPaise: 38_120,
    },
    {
      ...item,
      position: 1,
      title: "Neem Soap",
      quantity: 2,
      pricePaise: 17_950,
      originalPricePaise: null,
      taxablePaise: 30_424,
      igstPaise: 5_476,
    },
  ],
  payment: { method: "card", detail: "Visa ending 1007" },
};
const textOf = (letter: ReturnType<typeof letters.confirmationLetter>) => writeLetter(sender, letter).text;

describe("the confirmation", () => {
  const letter = letters.confirmationLetter(sender, bought);
  const text = textOf(letter);

  it("says what was bought, for how much, and what of it is tax", () => {
    expect(letter.subject).toBe("Your order KW-7Q4M-2XKD at Kewra");
    expect(text).toMatch(/^Gulab Attar +₹2,499\n {2}1 × ₹2,499\nNeem Soap +₹359\n {2}2 × ₹179\.50$/m);
    expect(text).toMatch(/^Price of the items +₹3,358\nDiscount +−₹500\nShipping +Free\nTotal +₹2,858$/m);
    // 381.20 and 54.76
    expect(text).toContain("The total includes ₹435.96 GST.");
  });

  it("says where it goes, who is billed, how it was paid, and that the invoice is attached", () => {
    expect(text).toContain("Ship to:\nAsha <Rao>\n18 Ashok Marg\nLucknow 226001\nUttar Pradesh");
    expect(text).toContain("Bill to:\nAsha <Rao>\n27 Church Street\nBengaluru 560001\nKarnataka");
    // Half past one in the morning in India.
    expect(text).toContain("Order:\nKW-7Q4M-2XKD\n21 November 2026\n\nPaid with:\nVisa ending 1007");
    expect(text).toContain("Your invoice KW/26-27/000123 is attached.");
    expect(text).toContain("https://shop.example/profile?tab=5&order=KW-7Q4M-2XKD");
    expect(writeLetter(sender, letter).html).toContain("Hello Asha &#60;Rao&#62;,");
  });
});

describe("a parcel that is sent", () => {
  const parcel = { courier: "Delhivery", awb: "DL 42/7" };

  it("is told with courier and AWB, and a link that tracks it", () => {
    const text = textOf(letters.shippedLetter(sender, bought, parcel));
    expect(text).toContain("Delhivery\nAWB DL 42/7");
    expect(text).toContain("https://shop.example/tracking?find=DL%2042%2F7&by=awb");
    expect(text).toContain("2 pieces");
  });

  it("arrives with or without a number", () => {
    expect(textOf(letters.outForDeliveryLetter(sender, bought, parcel))).toContain("with Delhivery, AWB DL 42/7.");
    expect(textOf(letters.outForDeliveryLetter(sender, bought, null))).toContain("out for delivery.");
  });

  it("has arrived, and says until when it can be returned, if at all", () => {
    const until = new Date("2026-11-30T20:00:00Z");
    expect(textOf(letters.deliveredLetter(sender, bought, until))).toContain("Until 1 December 2026 you can ask");
    expect(textOf(letters.deliveredLetter(sender, bought, null))).not.toContain("return");
  });
});

describe("a parcel that is lost", () => {
  it("is told with the money that goes back, and asks for nothing", () => {
    const text = textOf(letters.lostLetter(sender, bought));
    expect(text).toContain("the courier cannot find the parcel of order KW-7Q4M-2XKD any more");
    expect(text).toContain("We send ₹2,858 back to Visa ending 1007,");
    expect(text).toContain("The credit note CN/26-27/000007 for your invoice KW/26-27/000123 is attached.");
  });
});

describe("an order that is cancelled", () => {
  it("by its customer says that money goes back to what was paid with", () => {
    const letter = letters.cancelledLetter(sender, bought, { cause: "customer", reason: "" });
    expect(letter.heading).toBe("Your order is cancelled");
    expect(textOf(letter)).toContain("We send ₹2,858 back to Visa ending 1007,");
    expect(textOf(letter)).toContain("It was not you?");
  });

  it("by the shop says sorry, and why", () => {
    const letter = letters.cancelledLetter(sender, bought, { cause: "staff", reason: "The last bottle broke." });
    expect(letter.heading).toBe("We had to cancel your order");
    expect(textOf(letter)).toContain("we cannot send you order KW-7Q4M-2XKD. The last bottle broke.");
    expect(textOf(letter)).not.toContain("It was not you?");
  });
});

describe("a return", () => {
  it("is confirmed with the reason that was given", () => {
    expect(textOf(letters.returnRequestedLetter(sender, bought, "The pump does not work"))).toContain(
      "Your reason:\nThe pump does not work",
    );
  });

  it("is accepted with the refund that follows, or declined with the reason", () => {
    expect(textOf(letters.returnAcceptedLetter(sender, bought))).toContain("We send ₹2,858 back to Visa ending 1007");
    expect(textOf(letters.returnDeclinedLetter(sender, bought, "It was opened."))).toContain("Why:\nIt was opened.");
  });
});

describe("money that goes back", () => {
  it("is told with its amount, where nobody knows what was paid with, too", () => {
    expect(textOf(letters.refundedLetter(sender, { ...bought, payment: null }, 285_850))).toContain(
      "we have sent ₹2,858.50 back to the card or account that you paid with.",
    );
    expect(textOf(letters.tooLateLetter(sender, bought))).toContain("your payment of ₹2,858 arrived after the time");
  });
});
