import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Paise, paise } from "../../../base/money.ts";
import { isWithinState } from "../../../selling/pricing/place-of-supply.ts";
import { price, type Terms } from "../../../selling/pricing/price.ts";
import { composeInvoice } from "./invoice.ts";
import { withWords } from "./printed-texts.ts";

const seller = {
  brand: "Kewra",
  name: "Kewra Organics",
  address: ["Kewra Organics", "14 Attar Gali", "Lucknow, Uttar Pradesh 226001"],
  gstin: "09AAACK1416F1Z5",
  state: "Uttar Pradesh",
};
const lucknow = { street: "18 Ashok Marg", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };
const bengaluru = { street: "27 Church Street", city: "Bengaluru", state: "karnataka", pincode: "560001" };

interface Bought {
  title: string;
  quantity: number;
  pricePaise: Paise;
  originalPricePaise: Paise | null;
  gstPercent: number;
  discountPaise?: Paise;
}

/** An order as it is stored. */
function ordered(
  bought: Bought[],
  shippingAddress: typeof lucknow,
  billingAddress = shippingAddress,
  { wrapPaise = paise(0), ...charges }: Omit<Terms, "withinState"> & { wrapPaise?: Paise } = {},
) {
  const withinState = isWithinState(seller.state, shippingAddress.state);
  const { lines, ...totals } = price(bought, { withinState, ...charges });
  const order = {
    ...totals,
    number: "KW-7Q4M-2XKD",
    offers: [],
    createdAt: new Date("2026-11-21T07:55:00Z"),
    customerName: "Asha Rao",
    email: "asha@example.com",
    mobile: "",
    shippingAddress,
    billingAddress,
    shippingMethodName: "Standard",
    paymentMethod: "online" as const,
    advancePaise: paise(0),
    gift: wrapPaise > 0 ? { message: "", wrapPaise, receiver: null } : null,
  };
  const items = lines.map((line, at) => ({ ...line, label: "", sku: `SKU-${at}`, hsn: "33030090" }));
  return composeInvoice(order, items, seller, null);
}

const attar = {
  title: "Gulab Attar",
  quantity: 1,
  pricePaise: paise(249_900),
  originalPricePaise: paise(299_900),
  gstPercent: 18,
};
const soap = { title: "Neem Soap", quantity: 3, pricePaise: paise(17_900), originalPricePaise: null, gstPercent: 5 };
const toner = {
  title: "Toner",
  quantity: 2,
  pricePaise: paise(11_800),
  originalPricePaise: paise(11_800),
  gstPercent: 18,
};

describe("an invoice within the seller's state", () => {
  const invoice = ordered([attar, soap, toner], lucknow);

  it("has lines with their discount and both halves of the tax", () => {
    expect(invoice.withinState).toBe(true);
    expect(invoice.stateTax).toBe("SGST");
    expect(invoice.lines).toMatchObject([
      // 2999.00 − 500.00 = 2499.00; of it 2499.00 × 18 / 118 = 381.20 tax, 190.60 each half
      { unitPaise: 299_900, discountPaise: 50_000, taxablePaise: 211_780, cgstPaise: 19_060, sgstPaise: 19_060 },
      // 3 × 179.00 = 537.00; of it 537.00 × 5 / 105 = 25.571: 25.58 as two halves of 12.79
      { unitPaise: 17_900, discountPaise: 0, taxablePaise: 51_142, cgstPaise: 1_279, sgstPaise: 1_279 },
      // 2 × 118.00 = 236.00; of it 36.00 tax
      { unitPaise: 11_800, discountPaise: 0, taxablePaise: 20_000, cgstPaise: 1_800, sgstPaise: 1_800 },
    ]);
    expect(invoice.lines.map(({ totalPaise }) => totalPaise)).toEqual([249_900, 53_700, 23_600]);
  });

  it("adds the lines up by rate and in total, and prints the amount in words", () => {
    expect(invoice.rates).toEqual([
      { gstPercent: 5, taxablePaise: 51_142, cgstPaise: 1_279, sgstPaise: 1_279, igstPaise: 0 },
      { gstPercent: 18, taxablePaise: 231_780, cgstPaise: 20_860, sgstPaise: 20_860, igstPaise: 0 },
    ]);
    expect(invoice.total).toEqual({
      quantity: 6,
      subtotalPaise: 377_200,
      discountPaise: 50_000,
      taxablePaise: 282_922,
      cgstPaise: 22_139,
      sgstPaise: 22_139,
      igstPaise: 0,
      shippingPaise: 0,
      feesPaise: 0,
      fees: [],
      totalPaise: 327_200,
      inWords: "Rupees Three Thousand Two Hundred Seventy-Two Only",
    });
  });

  it("names seller, buyer and place of supply with the states' GST numbers, and omits a missing telephone number", () => {
    expect(invoice.seller).toMatchObject({
      gstin: "09AAACK1416F1Z5",
      address: ["14 Attar Gali", "Lucknow, Uttar Pradesh 226001"],
      state: "Uttar Pradesh (09)",
    });
    expect(invoice.billTo).toEqual({
      name: "Asha Rao",
      address: ["18 Ashok Marg", "Lucknow 226001"],
      state: "Uttar Pradesh (09)",
      contact: ["asha@example.com"],
    });
    expect(invoice.placeOfSupply).toBe("Uttar Pradesh (09)");
  });
});

describe("the title and the note follow what is sold:", () => {
  const cotton = { ...soap, title: "Cotton", gstPercent: 0 };
  it.each([
    ["goods with tax", [attar], "Tax Invoice", /^Prices include GST\. This is .*no signature is needed\.$/],
    ["goods without tax", [cotton], "Bill of Supply", /^No GST is charged on these goods\. /],
    ["both", [attar, cotton], "Invoice-cum-Bill of Supply", /^Prices include GST\. /],
  ])("%s", (_, bought, title, note) => {
    const { words } = withWords(ordered(bought, lucknow));
    expect(words.title).toBe(title);
    expect(words.note).toMatch(note);
  });

  it("a credit note, which needs a signature, does not say that none is needed", () => {
    const credit = {
      number: "KWC/26-27/000001",
      date: new Date("2026-11-22T07:55:00Z"),
      reason: "",
      isFinancial: false,
      parts: null,
    };
    const { words } = withWords({ ...ordered([attar], lucknow), credit });
    expect(words).toMatchObject({ title: "Credit Note", note: "Prices include GST." });
  });
});

it("an invoice's lines have their share of offers, shipping and fees", () => {
  const { lines, total } = ordered([{ ...attar, discountPaise: paise(24_990) }, toner], lucknow, lucknow, {
    shippingPaise: paise(5_000),
    feesPaise: paise(1_000),
  });
  // 2999.00 − 500.00 below MRP − 249.90 by an offer + 54.82 of 60.00 (2499.00 of 2735.00) = 2303.92; of it 18/118 = 351.44 tax
  // 236.00 + 5.18 = 241.18; of it 36.79 tax: 36.80 as two halves of 18.40
  expect(lines).toMatchObject([
    { unitPaise: 299_900, discountPaise: 74_990, shippingPaise: 5_482, totalPaise: 230_392, taxablePaise: 195_248 },
    { unitPaise: 11_800, discountPaise: 0, shippingPaise: 518, totalPaise: 24_118, taxablePaise: 20_438 },
  ]);
  expect(total).toMatchObject({ subtotalPaise: 323_500, discountPaise: 74_990, feesPaise: 1_000, totalPaise: 254_510 });
});

describe("an invoice to another state", () => {
  it("has IGST, and its place of supply is the delivery address, whatever the billing address", () => {
    const invoice = ordered([attar], bengaluru, lucknow);
    expect(invoice.withinState).toBe(false);
    expect(invoice.lines).toMatchObject([{ taxablePaise: 211_780, cgstPaise: 0, sgstPaise: 0, igstPaise: 38_120 }]);
    expect(invoice.placeOfSupply).toBe("Karnataka (29)");
    expect(invoice.billTo.state).toBe("Uttar Pradesh (09)");
  });

  it("prints an unknown state as typed", () => {
    expect(ordered([attar], { ...bengaluru, state: "Kewraland" }).placeOfSupply).toBe("Kewraland");
  });
});

describe("the kind of tax", () => {
  const untaxed = { ...attar, gstPercent: 0 };

  it("shows the supply by states even if nothing is taxed", () => {
    expect(ordered([untaxed], lucknow).withinState).toBe(true);
    expect(ordered([untaxed], bengaluru).withinState).toBe(false);
  });

  it("is UTGST of a seller in a union territory without a legislature", () => {
    const { lines: _, ...totals } = price([untaxed]);
    const { withinState, stateTax } = composeInvoice(
      {
        ...totals,
        number: "KW-7Q4M-2XKD",
        shippingMethodName: "Standard",
        paymentMethod: "online",
        advancePaise: paise(0),
        gift: null,
        offers: [],
        createdAt: new Date(),
        customerName: "Asha",
        email: "",
        mobile: "",
        shippingAddress: { ...lucknow, state: "Chandigarh" },
        billingAddress: lucknow,
      },
      [],
      { ...seller, state: "Chandigarh" },
      null,
    );
    expect({ withinState, stateTax }).toEqual({ withinState: true, stateTax: "UTGST" });
  });
});

it("adds up: every line in itself, the columns to the total, and the rates to the columns", () => {
  const bought = fc.record({
    title: fc.string(),
    quantity: fc.integer({ min: 1, max: 20 }),
    pricePaise: fc.integer({ min: 100, max: 5_000_000 }).map(paise),
    originalPricePaise: fc.option(fc.integer({ min: 100, max: 9_000_000 }).map(paise)),
    gstPercent: fc.constantFrom(0, 5, 12, 18, 28, 40),
    discountPaise: fc.integer({ min: 0, max: 100 }).map(paise),
  });
  const charges = fc.record({
    shippingPaise: fc.integer({ min: 0, max: 50_000 }).map(paise),
    feesPaise: fc.integer({ min: 20_000, max: 50_000 }).map(paise),
    wrapPaise: fc.integer({ min: 0, max: 20_000 }).map(paise),
  });
  fc.assert(
    fc.property(
      fc.array(bought, { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      charges,
      (items, withinState, charged) => {
        const address = withinState ? lucknow : bengaluru;
        const { lines, rates, total } = ordered(items, address, address, charged);
        const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0);
        for (const line of lines) {
          const tax = line.cgstPaise + line.sgstPaise + line.igstPaise;
          expect(line.taxablePaise + tax).toBe(line.totalPaise);
          expect(line.unitPaise * line.quantity - line.discountPaise + line.shippingPaise).toBe(line.totalPaise);
        }
        for (const part of ["taxablePaise", "cgstPaise", "sgstPaise", "igstPaise"] as const) {
          expect(sum(lines, (line) => line[part])).toBe(total[part]);
          expect(sum(rates, (rate) => rate[part])).toBe(total[part]);
        }
        expect(sum(lines, ({ discountPaise }) => discountPaise)).toBe(total.discountPaise);
        expect(sum(lines, ({ shippingPaise }) => shippingPaise)).toBe(total.shippingPaise + total.feesPaise);
        expect(total.subtotalPaise - total.discountPaise + total.shippingPaise + total.feesPaise).toBe(
          total.totalPaise,
        );
        expect(sum(total.fees, ({ amountPaise }) => amountPaise)).toBe(total.feesPaise);
        expect(total.taxablePaise + total.cgstPaise + total.sgstPaise + total.igstPaise).toBe(total.totalPaise);
      },
    ),
  );
});
