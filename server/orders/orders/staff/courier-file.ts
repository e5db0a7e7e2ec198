/**
 * Orders to be sent, as the CSV files that couriers' panels take. Docs name where the headings come from (docs/backoffice.md). Amounts are
 * rupees; a weight or measure that is unknown is an empty cell.
 */

import type { CourierColumns } from "../../../../contract/admin/order-files.ts";
import { writeTimeInIndia } from "../../../../contract/dates.ts";
import { type Paise, paise, plainRupees, sumPaise } from "../../../base/money.ts";
import type { Database } from "../../../platform/database/database.ts";
import { balanceOf } from "../balance.ts";
import { receiverOf } from "../receiver.ts";
import type { OrderFilter } from "./list-all-orders.ts";
import { gramsOf } from "./order-file.ts";
import { addressLines, parcelValue, type UnsentParcel, unsentParcels } from "./unsent-parcels.ts";

const paymentOf = ({ order }: UnsentParcel) => (balanceOf(order) > 0 ? "COD" : "Prepaid");

const contentsOf = ({ lines }: UnsentParcel) => lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ");

/** Returns length, breadth and height in centimetres; empty unless the parcel holds a single unit with known measures. */
function centimetresOf({ lines }: UnsentParcel): readonly string[] {
  const [line, ...more] = lines;
  if (!line || more.length > 0 || line.quantity > 1 || line.measures.some((one) => one === null)) return ["", "", ""];
  return line.measures.map((one) => String((one ?? 0) / 10));
}

function kilogramsOf({ lines }: UnsentParcel): string {
  const grams = gramsOf(lines);
  return grams === "" ? "" : String(Number(grams) / 1000);
}

/** The columns of a file, and the records of a parcel. */
interface CourierFile {
  header: readonly string[];
  recordsOf: (parcel: UnsentParcel) => string[][];
}

const ANY: CourierFile = {
  header: [
    "order",
    "name",
    "phone",
    "address_line_1",
    "address_line_2",
    "city",
    "state",
    "pincode",
    "payment",
    "cod_amount",
    "invoice_value",
    "weight_grams",
    "length_cm",
    "breadth_cm",
    "height_cm",
    "contents",
  ],
  recordsOf(parcel) {
    const { order, lines } = parcel;
    const { name, mobile } = receiverOf(order);
    const { street, city, state, pincode } = order.shippingAddress;
    return [
      [
        order.number,
        name,
        mobile,
        ...addressLines(street),
        city,
        state,
        pincode,
        paymentOf(parcel),
        plainRupees(balanceOf(order)),
        plainRupees(parcelValue(parcel)),
        gramsOf(lines),
        ...centimetresOf(parcel),
        contentsOf(parcel),
      ],
    ];
  },
};

const DELHIVERY: CourierFile = {
  header: [
    "Waybill",
    "Order No",
    "Consignee Name",
    "City",
    "State",
    "Country",
    "Address",
    "Pincode",
    "Phone",
    "Mobile",
    "Weight",
    "Payment Mode",
    "Package Amount",
    "Cod Amount",
    "Product to be Shipped",
    "Shipping Mode",
  ],
  recordsOf(parcel) {
    const { order, lines } = parcel;
    const { name, mobile } = receiverOf(order);
    const { street, city, state, pincode } = order.shippingAddress;
    return [
      [
        // Delhivery numbers the parcel.
        "",
        order.number,
        name,
        city,
        state,
        "India",
        addressLines(street).filter(Boolean).join(" "),
        pincode,
        mobile,
        mobile,
        gramsOf(lines),
        paymentOf(parcel),
        plainRupees(parcelValue(parcel)),
        plainRupees(balanceOf(order)),
        contentsOf(parcel),
        // By air, perfumes with alcohol are dangerous goods.
        "Surface",
      ],
    ];
  },
};

/** Has a row for each item; what belongs to the order is the same in all of its rows. */
const SHIPROCKET: CourierFile = {
  header: [
    "*Order Id",
    "Order Date as dd-mm-yyyy hh:MM",
    "*Channel",
    "*Payment Method(COD/Prepaid)",
    "*Customer First Name",
    "Customer Last Name",
    "Email (Optional)",
    "*Customer Mobile",
    "Customer Alternate Mobile",
    "*Shipping Address Line 1",
    "Shipping Address Line 2",
    "*Shipping Address Country",
    "*Shipping Address State",
    "*Shipping Address City",
    "*Shipping Address Postcode",
    "Billing Address Line 1",
    "Billing Address Line 2",
    "Billing Address Country",
    "Billing Address State",
    "Billing Address City",
    "Billing Address Postcode",
    "*Master SKU",
    "*Product Name",
    "*Product Quantity",
    "Tax %",
    "*Selling Price(Per Unit Item, Inclusive of Tax)",
    "Discount(Per Unit Item)",
    "Shipping Charges(Per Order)",
    "COD Charges(Per Order)",
    "Gift Wrap Charges(Per Order)",
    "Total Discount (Per Order)",
    "*Partial COD (Yes/No)",
    "Paid Amount (Rs.)",
    "*Length (cm)",
    "*Breadth (cm)",
    "*Height (cm)",
    "*Weight Of Shipment(kg)",
    "Send Notification(True/False)",
    "Comment",
    "HSN Code",
  ],
  recordsOf(parcel) {
    const { order } = parcel;
    const { name, mobile } = receiverOf(order);
    const [firstName = "", ...lastName] = name.split(" ");
    const { street, city, state, pincode } = order.shippingAddress;
    const { shippingPaise, discountPaise } = chargesOf(parcel);
    const isPartial = paymentOf(parcel) === "COD" && order.advancePaise > 0;
    const sold = parcel.lines.filter(({ pricePaise }) => pricePaise > 0);
    return (sold.length > 0 ? sold : parcel.lines).map((line) => [
      order.number,
      dateAndTime(order.createdAt),
      "CUSTOM",
      paymentOf(parcel),
      firstName,
      lastName.join(" "),
      "",
      mobile,
      "",
      ...addressLines(street),
      "India",
      state,
      city,
      pincode,
      ...["", "", "", "", "", ""],
      line.sku,
      line.name,
      String(line.quantity),
      String(line.gstPercent),
      plainRupees(line.pricePaise),
      "",
      plainRupees(shippingPaise),
      "",
      "",
      plainRupees(discountPaise),
      isPartial ? "Yes" : "No",
      isPartial ? plainRupees(order.advancePaise) : "",
      ...centimetresOf(parcel),
      kilogramsOf(parcel),
      "",
      "",
      line.hsn,
    ]);
  },
};

/** Returns what makes the parcel's value of the prices of its units: price × quantity + shipping and fees − discount. */
function chargesOf(parcel: UnsentParcel): { shippingPaise: Paise; discountPaise: Paise } {
  const goods = sumPaise(parcel.lines.map(({ pricePaise, quantity }) => paise(pricePaise * quantity)));
  const shipping = sumPaise(parcel.lines.map((line) => line.shippingPaise));
  const discount = goods + shipping - parcelValue(parcel);
  // What was retained when other units were credited is no discount.
  return { shippingPaise: paise(shipping - Math.min(discount, 0)), discountPaise: paise(Math.max(discount, 0)) };
}

/** Formats 29-11-2026 14:05, in India. */
function dateAndTime(at: Date): string {
  const [day = "", time = ""] = writeTimeInIndia(at).split("T");
  return `${day.split("-").reverse().join("-")} ${time}`;
}

const FILES: Readonly<Record<CourierColumns, CourierFile>> = { any: ANY, shiprocket: SHIPROCKET, delhivery: DELHIVERY };

/** Yields the header, and the records of every order that matches and has units to be sent. */
export async function* courierRecords(
  db: Database,
  filter: OrderFilter,
  columns: CourierColumns,
): AsyncGenerator<string[]> {
  const { header, recordsOf } = FILES[columns];
  yield [...header];
  for await (const parcel of unsentParcels(db, filter)) yield* recordsOf(parcel);
}
