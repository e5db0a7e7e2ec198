/**
 * The rules that readers of feeds have, each with its source, as a validator of what the shop sends. Written from the rules, not from the
 * code that makes the feeds. A row is an attribute's texts by its name without prefix.
 */

export type Row = ReadonlyMap<string, readonly string[]>;

export interface Rule {
  says: string;
  source: string;
  /** Returns what is wrong in a row, or nothing. */
  breaks(row: Row): unknown;
}

const one = (row: Row, name: string) => row.get(name)?.[0];
const AMOUNT = /^\d+\.\d{2} INR$/;
const rupees = (text: string | undefined) => Number(text?.split(" ")[0]);
const length = (text: string | undefined) => [...(text ?? "")].length;
const lacks = (row: Row, names: readonly string[]) => names.filter((name) => !one(row, name)?.trim());
const isUrl = (text = "") => URL.canParse(text) && /^https?:\/\/[\x21-\x7e]+$/.test(text);

const SPECIFICATION = "support.google.com/merchants/answer/7052112";

export const GOOGLE_RULES: readonly Rule[] = [
  {
    says: "what every product needs is there",
    source: SPECIFICATION,
    breaks: (row) =>
      lacks(row, ["id", "title", "description", "link", "image_link", "availability", "price", "brand"]).join(),
  },
  {
    says: "an id has at most 50 characters",
    source: "support.google.com/merchants/answer/6324405",
    breaks: (row) => length(one(row, "id")) > 50,
  },
  {
    says: "a title has at most 150 characters",
    source: "support.google.com/merchants/answer/6324415",
    breaks: (row) => length(one(row, "title")) > 150,
  },
  {
    says: "a description has at most 5,000 characters, and no HTML",
    source: "support.google.com/merchants/answer/6324468",
    breaks: (row) =>
      length(one(row, "description")) > 5000 || /<\/?(p|br|b|div|span|ul|li)\b/i.test(one(row, "description") ?? ""),
  },
  {
    says: "a link is an encoded URL",
    source: "support.google.com/merchants/answer/6324416",
    breaks: (row) => !isUrl(one(row, "link")),
  },
  {
    says: "a picture is an encoded URL whose ending fits a format that is listed",
    source: "support.google.com/merchants/answer/6324350",
    breaks: (row) =>
      [...(row.get("image_link") ?? []), ...(row.get("additional_image_link") ?? [])].filter(
        (url) => !isUrl(url) || !/\.(jpe?g|png|gif|webp|bmp|tiff?)$/.test(url),
      )[0],
  },
  {
    says: "there are at most ten more pictures",
    source: "support.google.com/merchants/answer/6324370",
    breaks: (row) => (row.get("additional_image_link")?.length ?? 0) > 10,
  },
  {
    says: "availability is one of four words",
    source: "support.google.com/merchants/answer/6324448",
    breaks: (row) => !["in_stock", "out_of_stock", "preorder", "backorder"].includes(one(row, "availability") ?? ""),
  },
  {
    says: "a price has two decimals, a point and the currency, and is above 0",
    source: "support.google.com/merchants/answer/6324371",
    breaks: (row) => !AMOUNT.test(one(row, "price") ?? "") || rupees(one(row, "price")) <= 0,
  },
  {
    says: "a sale price is below the price",
    source: "support.google.com/merchants/answer/6324471",
    breaks: (row) =>
      row.has("sale_price") &&
      !(AMOUNT.test(one(row, "sale_price") ?? "") && rupees(one(row, "sale_price")) < rupees(one(row, "price"))),
  },
  {
    says: "dates of a sale price come with one, in ISO 8601 with an offset, the earlier first",
    source: "support.google.com/merchants/answer/6324460",
    breaks: (row) => {
      const dates = one(row, "sale_price_effective_date");
      if (dates === undefined) return false;
      const [from = "", to = ""] = dates.split("/");
      const isTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:?\d\d)$/.test(text);
      return !row.has("sale_price") || !isTime(from) || !isTime(to) || new Date(from) >= new Date(to);
    },
  },
  {
    says: "the MRP is in rupees and not below what is paid",
    source: "support.google.com/merchants/answer/15972291",
    breaks: (row) =>
      !AMOUNT.test(one(row, "maximum_retail_price") ?? "") ||
      rupees(one(row, "maximum_retail_price")) < rupees(one(row, "sale_price") ?? one(row, "price")),
  },
  {
    says: "the condition is one of three words",
    source: "support.google.com/merchants/answer/6324469",
    breaks: (row) => !["new", "refurbished", "used"].includes(one(row, "condition") ?? ""),
  },
  {
    says: "a GTIN has 8, 12, 13 or 14 digits, its check digit, and no prefix for shops’ own use",
    source: "support.google.com/merchants/answer/6324461",
    breaks: (row) => {
      const gtin = one(row, "gtin");
      if (gtin === undefined) return false;
      const digits = [...gtin].map(Number).reverse();
      const sum = digits.reduce((all, digit, at) => all + digit * (at % 2 === 1 ? 3 : 1), 0);
      return !/^(\d{8}|\d{12,14})$/.test(gtin) || sum % 10 !== 0 || /^0*2\d{12}$|^0*(2|4)\d{10}$/.test(gtin);
    },
  },
  {
    says: "without a GTIN there are brand and part number",
    source: "support.google.com/merchants/answer/6324482",
    breaks: (row) => !row.has("gtin") && lacks(row, ["brand", "mpn"]).join(),
  },
  {
    says: "identifiers are never said to be missing where brand and part number are there",
    source: "support.google.com/merchants/answer/6324478",
    breaks: (row) => one(row, "identifier_exists") === "no",
  },
  {
    says: "a group has an id of at most 50 characters that is no product’s, and a size",
    source: "support.google.com/merchants/answer/6324507",
    breaks: (row) =>
      row.has("item_group_id") &&
      (length(one(row, "item_group_id")) > 50 ||
        one(row, "item_group_id") === one(row, "id") ||
        lacks(row, ["size"]).join()),
  },
  {
    says: "a size has at most 100 characters",
    source: "support.google.com/merchants/answer/6324492",
    breaks: (row) => length(one(row, "size")) > 100,
  },
  {
    says: "a measure has a unit of the list, and a base of the same kind",
    source: "support.google.com/merchants/answer/6324455 and 6324490",
    breaks: (row) => {
      const [measure, base] = [one(row, "unit_pricing_measure"), one(row, "unit_pricing_base_measure")];
      if (measure === undefined) return base !== undefined;
      const unit = /^\d+(\.\d+)? ?(ml|g|ct)$/.exec(measure)?.[2];
      return unit === undefined || !new RegExp(`^(1|10|100|2|4|8) ?${unit}$`).test(base ?? "");
    },
  },
  {
    says: "shipping names the country and a price",
    source: "support.google.com/merchants/answer/6324484",
    breaks: (row) =>
      row.has("shipping.price") &&
      (one(row, "shipping.country") !== "IN" || !AMOUNT.test(one(row, "shipping.price") ?? "")),
  },
  {
    says: "days of shipping are whole, the fewest first",
    source: "support.google.com/merchants/answer/6324484",
    breaks: (row) =>
      ["handling", "transit"].find((kind) => {
        const [min, max] = ["min", "max"].map((bound) => one(row, `shipping.${bound}_${kind}_time`));
        if (min === undefined && max === undefined) return false;
        return !/^\d+$/.test(min ?? "") || !/^\d+$/.test(max ?? "") || Number(min) > Number(max);
      }),
  },
  {
    says: "a weight has its unit",
    source: "support.google.com/merchants/answer/6324503",
    breaks: (row) => row.has("shipping_weight") && !/^\d+ g$/.test(one(row, "shipping_weight") ?? ""),
  },
  {
    says: "a type of product has at most 750 characters",
    source: "support.google.com/merchants/answer/6324406",
    breaks: (row) => length(one(row, "product_type")) > 750,
  },
  {
    says: "highlights are two to a hundred, of at most 150 characters",
    source: "support.google.com/merchants/answer/9216100",
    breaks: (row) => {
      const highlights = row.get("product_highlight");
      return highlights !== undefined && (highlights.length < 2 || highlights.some((text) => length(text) > 150));
    },
  },
  {
    says: "details have a name and a value of at most 1,000 characters",
    source: "support.google.com/merchants/answer/9218260",
    breaks: (row) => row.get("product_detail.attribute_value")?.some((text) => text === "" || length(text) > 1000),
  },
  {
    says: "no tax is sent, which the United States alone have",
    source: "support.google.com/merchants/answer/6324454",
    breaks: (row) => row.has("tax"),
  },
];

const META = "developers.facebook.com/docs/commerce-platform/catalog/fields";

export const META_RULES: readonly Rule[] = [
  {
    says: "what every product needs is there",
    source: META,
    breaks: (row) =>
      lacks(row, [
        "id",
        "title",
        "description",
        "availability",
        "condition",
        "price",
        "link",
        "image_link",
        "brand",
      ]).join(),
  },
  {
    says: "id, title and description are not too long",
    source: META,
    breaks: (row) =>
      length(one(row, "id")) > 100 || length(one(row, "title")) > 200 || length(one(row, "description")) > 9999,
  },
  {
    says: "availability is in stock or out of stock",
    source: META,
    breaks: (row) => !["in stock", "out of stock"].includes(one(row, "availability") ?? ""),
  },
  { says: "a price has its currency’s code", source: META, breaks: (row) => !AMOUNT.test(one(row, "price") ?? "") },
  {
    says: "a sale price is below the price",
    source: META,
    breaks: (row) => Boolean(one(row, "sale_price")) && rupees(one(row, "sale_price")) >= rupees(one(row, "price")),
  },
  {
    says: "a picture is a JPEG or PNG",
    source: META,
    breaks: (row) => !/\.(jpe?g|png)$/.test(one(row, "image_link") ?? ""),
  },
  {
    says: "every size of a group names its size",
    source: "developers.facebook.com/documentation/ads-commerce/commerce-platform/catalog/variants.md",
    breaks: (row) => Boolean(one(row, "item_group_id")) && !one(row, "size"),
  },
];

const OPENAI = "developers.openai.com/commerce/specs/file-upload/products";

export const OPENAI_RULES: readonly Rule[] = [
  {
    says: "what every edition requires is there",
    source: OPENAI,
    breaks: (row) =>
      lacks(row, [
        ...["item_id", "title", "description", "url", "brand", "seller_name", "image_url", "availability", "price"],
        ...["target_countries", "store_country", "is_eligible_search", "is_eligible_checkout"],
      ]).join(),
  },
  { says: "an id has at most 100 characters", source: OPENAI, breaks: (row) => length(one(row, "item_id")) > 100 },
  {
    says: "availability is one of five words",
    source: OPENAI,
    breaks: (row) =>
      !["in_stock", "out_of_stock", "pre_order", "backorder", "unknown"].includes(one(row, "availability") ?? ""),
  },
  {
    says: "a price has two decimals and its currency’s code",
    source: OPENAI,
    breaks: (row) => !AMOUNT.test(one(row, "price") ?? ""),
  },
  {
    says: "what can be bought in the chat can also be found there",
    source: OPENAI,
    breaks: (row) => one(row, "is_eligible_checkout") === "true" && one(row, "is_eligible_search") !== "true",
  },
  {
    says: "a listing with variations has a group that is no product",
    source: OPENAI,
    breaks: (row) =>
      one(row, "listing_has_variations") === "true" &&
      (!one(row, "group_id") || one(row, "group_id") === one(row, "item_id")),
  },
  {
    says: "addresses are absolute",
    source: OPENAI,
    breaks: (row) => ["url", "image_url", "seller_url", "return_policy"].find((name) => !isUrl(one(row, name))),
  },
  {
    says: "no value stands for none",
    source: OPENAI,
    breaks: (row) => [...row].find(([, [text = ""]]) => /^(n\/?a|none|null|undefined|-)?$/i.test(text))?.[0],
  },
];
