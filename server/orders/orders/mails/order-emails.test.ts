import { describe, expect, it } from "vitest";
import { paise } from "../../../base/money.ts";
import { renderEmail } from "../../../platform/mail/email-template.ts";
import * as orderEmails from "./order-emails.ts";
import * as payments from "./payment-emails.ts";
import * as returns from "./return-emails.ts";

const sender = {
  color: "#2f4a36",
  newsletter: { title: "Letters", text: "New scents, about once a month." },
  name: "Kewra",
  tagline: "Fragrance",
  origin: "https://shop.example",
  email: "care@shop.example",
  phone: "+91 522 400 1416",
  address: ["1 Lane", "Lucknow"],
};
const lucknow = { street: "18 Ashok Marg", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };
const item = {
  orderId: 1,
  position: 0,
  productId: 1,
  variantId: 1,
  label: "",
  sku: "A-1",
  image: null,
  hsn: "33030090",
  gstPercent: 18,
  discountPaise: paise(0),
  shippingPaise: paise(0),
  cgstPaise: paise(0),
  sgstPaise: paise(0),
};
/** An attar at 2499.00 instead of 2999.00, and two soaps at 179.50 each: 3358.00 − 500.00 = 2858.00. */
const context = {
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
    seller: { brand: "Kewra", name: "Kewra", address: [], gstin: "", state: "Karnataka" },
    subtotalPaise: paise(335_800),
    discountPaise: paise(50_000),
    roundingPaise: paise(0),
    offers: [],
    version: 1,
    changedAt: new Date(0),
    shippingPaise: paise(0),
    feesPaise: paise(0),
    gift: null,
    shippingMethod: "standard",
    shippingMethodName: "Standard",
    deliverBy: null as string | null,
    givenUpAt: null,
    agentOrigin: null,
    totalPaise: paise(285_800),
    holdsStock: true,
    shopOrigin: "https://shop.example",
    createdAt: new Date("2026-11-20T20:00:00Z"),
    payUntil: new Date("2026-11-20T20:15:00Z"),
    paidAt: new Date("2026-11-20T20:05:00Z"),
    advancePaise: paise(0),
    advancePaidAt: null,
    exchangedPaise: paise(0),
    exchangeDeliveredAt: null,
    deliveredAt: null,
    paymentMethod: "online" as "online" | "cash_on_delivery",
    refusedAt: null,
    inspectedAt: null,
    cashRemittedAt: null,
    replacedById: null,
    isTest: false,
    documentSeries: "",
    invoicePrefix: "KW",
    creditNotePrefix: "CN",
    invoiceNumber: "KW/26-27/000123",
    invoicedAt: new Date("2026-11-20T20:05:00Z"),
  },
  items: [
    {
      ...item,
      title: "Gulab Attar",
      quantity: 1,
      creditedQuantity: 0,
      invoicePosition: 1,
      pricePaise: paise(249_900),
      originalPricePaise: paise(299_900),
      taxablePaise: paise(211_780),
      igstPaise: paise(38_120),
    },
    {
      ...item,
      position: 1,
      title: "Neem Soap",
      quantity: 2,
      creditedQuantity: 0,
      invoicePosition: 1,
      pricePaise: paise(17_950),
      originalPricePaise: null,
      taxablePaise: paise(30_424),
      igstPaise: paise(5_476),
    },
  ],
  payment: { method: "card", detail: "Visa ending 1007" },
};
const textOf = (message: ReturnType<typeof orderEmails.confirmationEmail>) => renderEmail(sender, message).text;

describe("the confirmation", () => {
  const message = orderEmails.confirmationEmail(sender, context);
  const text = textOf(message);

  it("says what was bought, for how much, and what of it is tax", () => {
    expect(message.subject).toBe("Order confirmed: KW-7Q4M-2XKD");
    expect(text).toMatch(/^Gulab Attar +₹2,499\n {2}1 × ₹2,499\nNeem Soap +₹359\n {2}2 × ₹179\.50$/m);
    expect(text).toMatch(/^Subtotal +₹3,358\nDiscount +−₹500\nShipping +Free\nTotal +₹2,858$/m);
    // 381.20 and 54.76
    expect(text).toContain("The total includes ₹435.96 GST.");
  });

  it("names each offer beside the discount below MRP", () => {
    const offers = [{ name: "10% off", code: "TEN", discountPaise: 28_580 }];
    const order = { ...context.order, discountPaise: paise(78_580), totalPaise: paise(257_220), offers };
    expect(textOf(orderEmails.confirmationEmail(sender, { ...context, order }))).toMatch(
      /^Subtotal +₹3,358\nDiscount +−₹500\n10% off +−₹285\.80\nShipping +Free\nTotal +₹2,572\.20$/m,
    );
  });

  it("says where it goes, who is billed, how it was paid, and that the invoice is attached", () => {
    expect(text).toContain("Ship to:\nAsha <Rao>\n18 Ashok Marg\nLucknow 226001\nUttar Pradesh");
    expect(text).toContain("Bill to:\nAsha <Rao>\n27 Church Street\nBengaluru 560001\nKarnataka");
    // Half past one in the morning in India.
    expect(text).toContain("Order:\nKW-7Q4M-2XKD\n21 November 2026\n\nPaid with:\nVisa ending 1007");
    expect(text).toContain("Your invoice is attached.");
    expect(text).toContain("https://shop.example/profile?tab=5&order=KW-7Q4M-2XKD");
    expect(renderEmail(sender, message).html).toContain("Hello Asha &#60;Rao&#62;,");
  });
});

describe("a parcel that is sent", () => {
  const parcel = { courier: "Delhivery", awb: "DL 42/7" };

  it("has courier, AWB and a tracking link", () => {
    const text = textOf(orderEmails.shippedEmail(sender, context, { ...parcel, holds: null }));
    expect(text).toContain("Delhivery\nAWB DL 42/7");
    expect(text).toContain("https://shop.example/tracking?find=DL%2042%2F7&by=awb");
    expect(text).toContain("Qty 2");
  });

  it("arrives with or without a number", () => {
    expect(textOf(orderEmails.outForDeliveryEmail(sender, context, parcel))).toContain("with Delhivery, AWB DL 42/7.");
    expect(textOf(orderEmails.outForDeliveryEmail(sender, context, null))).toContain("out for delivery.");
  });

  it("has arrived, and says until when it can be returned, if at all", () => {
    const until = new Date("2026-11-30T20:00:00Z");
    expect(textOf(orderEmails.deliveredEmail(sender, context, until))).toContain(
      "request a return until 1 December 2026",
    );
    expect(textOf(orderEmails.deliveredEmail(sender, context, null))).not.toContain("return");
  });
});

describe("a parcel that is lost", () => {
  it("says that the payment is refunded, and asks for nothing", () => {
    const text = textOf(orderEmails.lostEmail(sender, context));
    expect(text).toContain("the courier has lost the parcel for order KW-7Q4M-2XKD");
    expect(text).toContain("We’re refunding ₹2,858 to Visa ending 1007 and");
    expect(text).toContain("The credit note for your invoice is attached.");
  });
});

describe("an order that is cancelled", () => {
  it("by its customer says that the payment is refunded to its method", () => {
    const message = orderEmails.cancelledEmail(sender, context, { cause: "customer", reason: "" });
    expect(message.heading).toBe("Your order has been cancelled");
    expect(textOf(message)).toContain("We’re refunding ₹2,858 to Visa ending 1007 and");
    expect(textOf(message)).toContain("Didn’t cancel it yourself?");
  });

  it("says that the bank has returned the payment, if it has, and promises no refund", () => {
    const lost = { ...context, refunds: [], byBankPaise: paise(285_800) };
    const text = textOf(orderEmails.cancelledEmail(sender, lost, { cause: "staff", reason: "" }));
    expect(text).toContain("Your bank has already returned ₹2,858 to you, so there’s nothing left for us to refund.");
    expect(text).not.toContain("refunding");
  });

  it("says of an order with an advance that the rest was never paid", () => {
    const order = {
      ...context.order,
      state: "cancelled" as const,
      paymentMethod: "cash_on_delivery" as const,
      paidAt: null,
      advancePaise: paise(57_160),
      advancePaidAt: context.order.paidAt,
    };
    const refunds = [{ amountPaise: paise(57_160), payment: context.payment, isCash: false }];
    const text = textOf(orderEmails.returnedToSenderEmail(sender, { ...context, order, refunds }));
    expect(text).toContain("We’re refunding ₹571.60 to Visa ending 1007");
    expect(text).toContain("You haven’t paid the remaining ₹2,286.40, so there’s nothing more to refund.");
    const paid = { ...order, paidAt: context.order.paidAt };
    expect(textOf(orderEmails.lostEmail(sender, { ...context, order: paid, refunds }))).not.toContain("remaining");
    const smaller = { ...context, order, refunds, credited: { lines: [], totalPaise: paise(57_160) } };
    expect(textOf(orderEmails.lostEmail(sender, smaller))).not.toContain("remaining");
  });

  it("by the shop says sorry, and why", () => {
    const message = orderEmails.cancelledEmail(sender, context, { cause: "staff", reason: "The last bottle broke." });
    expect(message.heading).toBe("We had to cancel your order");
    expect(textOf(message)).toContain("we had to cancel order KW-7Q4M-2XKD. The last bottle broke.");
    expect(textOf(message)).not.toContain("Didn’t cancel it yourself?");
  });
});

describe("a return", () => {
  it("is confirmed with the reason that was given", () => {
    const request = { reason: "The pump does not work", wanted: { units: [], less: 0 } };
    expect(textOf(returns.returnRequestedEmail(sender, context, request))).toContain(
      "Your reason:\nThe pump does not work",
    );
  });

  it("names what is wanted in exchange, and what happens with the difference", () => {
    const textFor = (less: number) => {
      const wanted = { units: ["1 × Rose Attar, 12 ml"], less };
      return textOf(returns.returnRequestedEmail(sender, context, { reason: "Too small.", wanted }));
    };
    expect(textFor(-40_000)).toContain("In exchange:\n1 × Rose Attar, 12 ml");
    expect(textFor(-40_000)).toContain(
      "At today’s prices the new items cost ₹400 more. Once we can accept your return, we’ll email you a link to pay the difference.",
    );
    expect(textFor(40_000)).toContain("the new items cost ₹400 less, which we’ll refund");
    expect(textFor(0)).toContain("there’s nothing to pay or to refund");
  });

  it("is accepted with the refund that follows, or declined with the reason", () => {
    const accepted = textOf(returns.returnAcceptedEmail(sender, context, []));
    expect(accepted).toContain("We’re refunding ₹2,858 to Visa ending 1007");
    expect(accepted).not.toContain("in exchange");
    expect(textOf(returns.returnDeclinedEmail(sender, context, "It was opened."))).toContain("Why:\nIt was opened.");
  });
});

describe("a return that is refunded although an exchange was asked for", () => {
  it("says so in a sentence of its own, in the text and the HTML", () => {
    const wanted = ["1 × Rose Attar, 12 ml", "2 × Vetiver <Oil>"];
    const email = renderEmail(sender, returns.returnAcceptedEmail(sender, context, wanted));
    const said = "We’re sorry that we couldn’t send you 1 × Rose Attar, 12 ml and 2 × Vetiver";
    expect(email.text).toContain(`${said} <Oil> in exchange, as you asked. We’re refunding ₹2,858`);
    expect(email.html).toContain(`${said} &#60;Oil&#62; in exchange, as you asked. We’re refunding ₹2,858`);
  });
});

describe("a parcel that could not be delivered", () => {
  const parcel = { courier: "Delhivery", awb: "DL42" };

  it("comes again, and says why, when, and where to choose another day", () => {
    const url = "https://shop.example/redelivery/7_x";
    const attempt = { reason: "not_at_home", again: "24 November 2026", url } as const;
    const text = textOf(orderEmails.deliveryFailedEmail(context, parcel, attempt));
    expect(text).toContain(
      "Delhivery couldn’t deliver your order. Nobody was there to take it. Delhivery will try again on 24 November 2026.",
    );
    expect(text).toContain(url);
    expect(text).toContain("Delivering to:\nAsha <Rao>");
  });

  it("came back, and is refunded with its credit note", () => {
    const text = textOf(orderEmails.returnedToSenderEmail(sender, context));
    expect(text).toContain("your parcel has come back to us");
    expect(text).toContain("We’re refunding ₹2,858 to Visa ending 1007");
    expect(text).toContain("The credit note for your invoice is attached.");
  });
});

describe("a return that is under way", () => {
  it("is approved with the pick-up: who, where, when", () => {
    const pickUp = { courier: "Delhivery", date: "25 November 2026", between: "10 AM and 1 PM" };
    const message = returns.returnApprovedEmail(sender, context, { pickUp, wanted: [] });
    expect(message.subject).toBe("Your return for order KW-7Q4M-2XKD: pick-up details");
    const text = textOf(message);
    expect(text).toContain(
      "Delhivery will pick up the parcel on 25 November 2026, between 10 AM and 1 PM. Please pack everything in its original carton.",
    );
    expect(text).toContain("From:\nAsha <Rao>\n18 Ashok Marg");
    expect(text).toContain("then refund ₹2,858 to Visa ending 1007.");
    const wanted = ["1 × Rose Attar, 12 ml"];
    const exchanged = textOf(returns.returnApprovedEmail(sender, context, { pickUp, wanted }));
    expect(exchanged).toContain("You asked for 1 × Rose Attar, 12 ml in exchange.");
    expect(exchanged).not.toContain("then refund");
  });

  it("is received, before it is checked", () => {
    expect(textOf(returns.returnReceivedEmail(sender, context))).toContain("We’ll check it within 2 working days");
  });
});

describe("a refund", () => {
  it("has its amount, even without a known method", () => {
    const text = textOf(payments.refundedEmail(sender, { ...context, payment: null }, paise(285_850)));
    expect(text).toContain("we’ve refunded ₹2,858.50 to your original payment method.");
  });

  it("of an order that continues says that the order is not affected", () => {
    const cancelled = { ...context, order: { ...context.order, state: "cancelled" as const } };
    expect(textOf(payments.refundedEmail(sender, context, paise(100)))).toContain("isn’t affected");
    const returnedInPart = { ...context, credited: { lines: [], totalPaise: paise(100) } };
    for (const other of [cancelled, returnedInPart])
      expect(textOf(payments.refundedEmail(sender, other, paise(100)))).not.toContain("isn’t affected");
  });

  it("that the bank rejected asks for a UPI ID", () => {
    const text = textOf(payments.refundFailedEmail(sender, context, paise(285_800)));
    expect(text).toContain("your bank didn’t accept the refund of ₹2,858.");
    expect(text).toContain("or call us on +91 522 400 1416,");
    expect(textOf(payments.refundFailedEmail({ ...sender, phone: "" }, context, paise(1)))).toContain(
      "Enter your UPI ID on your order’s page, and we’ll",
    );
  });

  it.each([
    ["too_late", "arrived after the time to pay had run out"],
    ["paid_twice", "we received a second payment of ₹2,858 for order KW-7Q4M-2XKD. Your order isn’t affected."],
    ["wrong_amount", "we received ₹2,858 for order KW-7Q4M-2XKD, which costs ₹2,858."],
    ["dispatched", "arrived after order KW-7Q4M-2XKD had left us for cash on delivery."],
    ["replaced", "placed order KW-AAAA-BBBB instead, which isn’t affected."],
    ["cancelled", "arrived after order KW-7Q4M-2XKD had been cancelled."],
  ] as const)("of a payment that is %s says why", (reason, words) => {
    const returned = { reason, amountPaise: paise(285_800), replacedBy: "KW-AAAA-BBBB" };
    const text = textOf(payments.unappliedPaymentEmail(sender, context, returned));
    expect(text).toContain(words);
    expect(text).toContain("We’re refunding the full ₹2,858 to Visa ending 1007.");
  });
});

describe("an order that ran out unpaid", () => {
  it("leads to the cart where something of it is still there", () => {
    expect(textOf(payments.expiredEmail(sender, context, { inCart: true }))).toMatch(
      /you haven’t been charged\. Your items are still in your cart\.[\s\S]*Go to cart:\nhttps:\/\/shop\.example\/cart/,
    );
    expect(textOf(payments.expiredEmail(sender, context, { inCart: false }))).not.toContain("cart");
  });
});
