import { describe, expect, it } from "vitest";
import type { Product, Variant } from "../../contract/catalogue/schemas.ts";
import type { Shop } from "../../contract/shop.ts";
import { productData } from "./product-data.ts";

const SHOP = {
  name: "Kewra",
  origin: "https://kewra.example",
  mediaHost: "",
  manufacturer: ["Kewra", "Lucknow 226001"],
  importer: ["Kewra Imports", "Mumbai 400001"],
  returnDays: 7,
  refundPolicyPath: "/refund-policy",
} as unknown as Shop;

const size = (label: string, price: number, originalPrice?: number) =>
  ({
    label,
    sku: `SKU ${label}`,
    barcode: null,
    image: null,
    price,
    ...(originalPrice !== undefined && { originalPrice }),
    availability: "in_stock",
    shipping: { price: 49, days: { min: 2, max: 6 } },
  }) as unknown as Variant;

const product = (fields: object) =>
  ({
    slug: "rose",
    title: "Rose",
    sub_title: "A rose",
    desc: "",
    categoryPath: [],
    images: [],
    sku: "SKU",
    price: 2999,
    availability: "in_stock",
    countryOfOrigin: "India",
    manufacturer: null,
    packer: null,
    importer: null,
    review: 0,
    variants: [size("50 ml", 2999)],
    ...fields,
  }) as unknown as Product;

describe("the structured data of a product", () => {
  it("names beside a reduced price the MRP, beside one that is the MRP none", () => {
    const reduced = productData(
      product({ price: 2499, originalPrice: 2999, variants: [size("50 ml", 2499, 2999)] }),
      SHOP,
    );
    expect(reduced).toMatchObject({
      "@type": "Product",
      offers: {
        price: 2499,
        priceSpecification: {
          "@type": "UnitPriceSpecification",
          priceType: "https://schema.org/StrikethroughPrice",
          price: 2999,
          priceCurrency: "INR",
        },
      },
    });
    expect(productData(product({}), SHOP)).not.toHaveProperty("offers.priceSpecification");
  });

  it("names the MRP of each size that is below its own", () => {
    expect(productData(product({ variants: [size("12 ml", 999), size("50 ml", 2499, 2999)] }), SHOP)).toMatchObject({
      "@type": "ProductGroup",
      hasVariant: [{ offers: { price: 999 } }, { offers: { price: 2499, priceSpecification: { price: 2999 } } }],
    });
    expect(productData(product({ variants: [size("12 ml", 999), size("50 ml", 2499)] }), SHOP)).not.toHaveProperty(
      "hasVariant.1.offers.priceSpecification",
    );
  });

  it("names the barcode of a product in one size, as of each of several", () => {
    const barcoded = { ...size("50 ml", 2499), barcode: "8901234567890" } as Variant;
    expect(productData(product({ variants: [barcoded] }), SHOP)).toMatchObject({ gtin: "8901234567890" });
    expect(productData(product({ variants: [size("12 ml", 999), barcoded] }), SHOP)).toMatchObject({
      hasVariant: [{ sku: "SKU 12 ml" }, { gtin: "8901234567890" }],
    });
    expect(productData(product({ variants: [size("50 ml", 2499)] }), SHOP)).not.toHaveProperty("gtin");
  });

  it("gives each size of several its own address, size and group", () => {
    const several = product({ variants: [size("12 ml", 999), size("50 ml", 2499)] });
    expect(productData(several, SHOP)).toMatchObject({
      productGroupID: "rose",
      hasVariant: ["12", "50"].map((ml) => ({
        url: `https://kewra.example/product/rose?size=${ml}-ml`,
        size: `${ml} ml`,
        inProductGroupWithID: "rose",
        offers: { url: `https://kewra.example/product/rose?size=${ml}-ml` },
      })),
    });
    expect(productData(product({}), SHOP)).toMatchObject({
      size: "50 ml",
      offers: { url: "https://kewra.example/product/rose", price: 2999 },
    });
  });

  it("names pictures as JPEG, which every program reads", () => {
    const images = [{ path: "/catalogue/rose.ab12cd34.avif" }, { path: "/catalogue/mark.ab12cd34.svg" }];
    expect(productData(product({ images }), SHOP).image).toEqual([
      "https://kewra.example/w1440/catalogue/rose.ab12cd34.avif.jpg",
      "https://kewra.example/catalogue/mark.ab12cd34.svg",
    ]);
  });

  it("names with every offer for how long it can be returned, and what shipping costs and takes", () => {
    const returns = {
      "@type": "MerchantReturnPolicy",
      applicableCountry: "IN",
      merchantReturnLink: "https://kewra.example/refund-policy",
    };
    const offers = {
      hasMerchantReturnPolicy: {
        ...returns,
        returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
        merchantReturnDays: 7,
      },
      shippingDetails: {
        shippingDestination: { "@type": "DefinedRegion", addressCountry: "IN" },
        shippingRate: { "@type": "MonetaryAmount", value: 49, currency: "INR" },
        deliveryTime: {
          handlingTime: { minValue: 0, maxValue: 1, unitCode: "DAY" },
          transitTime: { minValue: 2, maxValue: 6, unitCode: "DAY" },
        },
      },
    };
    expect(productData(product({}), SHOP)).toMatchObject({ offers });
    expect(productData(product({ variants: [size("12 ml", 999), size("50 ml", 2499)] }), SHOP)).toMatchObject({
      hasVariant: [{ offers }, { offers }],
    });
    const nowhere = { ...size("50 ml", 2999), shipping: null };
    const other = productData(product({ variants: [nowhere] }), { ...SHOP, returnDays: 0 });
    expect(other).toHaveProperty("offers.hasMerchantReturnPolicy", {
      ...returns,
      returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
    });
    expect(other).not.toHaveProperty("offers.shippingDetails");
  });

  it("names the country of origin, and of what comes from abroad its maker and its importer", () => {
    const foreign = {
      countryOfOrigin: "France",
      manufacturer: "Maison Fleur, Grasse",
      importer: "Import House, Mumbai",
    };
    expect(productData(product(foreign), SHOP)).toMatchObject({
      countryOfOrigin: { "@type": "Country", name: "France" },
      manufacturer: { "@type": "Organization", name: "Maison Fleur", address: "Maison Fleur, Grasse" },
      additionalProperty: [{ "@type": "PropertyValue", name: "Imported by", value: "Import House, Mumbai" }],
    });
    // By the owner's setting, where the product names nobody; the shop made nothing of it.
    const own = productData(product({ countryOfOrigin: "France" }), SHOP);
    expect(own.additionalProperty).toEqual([
      { "@type": "PropertyValue", name: "Imported by", value: "Kewra Imports, Mumbai 400001" },
    ]);
    expect(own).not.toHaveProperty("manufacturer");
    expect(productData(product({}), SHOP)).toMatchObject({
      countryOfOrigin: { name: "India" },
      manufacturer: { name: "Kewra", address: "Kewra, Lucknow 226001" },
    });
    expect(productData(product({}), SHOP)).not.toHaveProperty("additionalProperty");
  });
});
