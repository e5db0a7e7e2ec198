/** A parcel as Shiprocket's API takes it: decimal rupees, kilograms, centimetres, and texts in the lengths of its labels. */

import { writeTimeInIndia } from "../../../../contract/dates.ts";
import { isIndianMobile, mobileNumberOf } from "../../../../contract/written-numbers.ts";
import { toRupees } from "../../../base/money.ts";
import { addressLines } from "../../../orders/orders/staff/unsent-parcels.ts";
import { printable } from "../parcel-texts.ts";
import { CourierError, type ParcelToBook } from "../provider.ts";

const MAX_LINE = 80;
const MAX_CITY = 30;
const MAX_NAME = 50;
/** A shorter address is refused by its couriers. */
const MIN_ADDRESS = 10;

/** @throws CourierError (refused) for a number or an address that it is known to refuse */
export function orderBody(parcel: ParcelToBook, key: string) {
  const { receiver, codPaise } = parcel;
  const mobile = mobileNumberOf(receiver.mobile);
  if (!isIndianMobile(mobile))
    throw new CourierError("refused", "bad_phone", "The number has not ten digits from 6 to 9.");
  const [first = "", second = ""] = addressLines(printable(receiver.address));
  if (first.length < MIN_ADDRESS) throw new CourierError("refused", "bad_address", "The address is too short.");
  if (second.length > MAX_LINE)
    throw new CourierError("refused", "bad_address", "The address is longer than two lines of 80 characters.");
  const [name, lastName] = namesOf(printable(receiver.name));
  const isCash = codPaise > 0;
  return {
    order_id: key,
    order_date: writeTimeInIndia(parcel.orderedAt).replace("T", " "),
    pickup_location: parcel.pickupPlace,
    billing_customer_name: name,
    billing_last_name: lastName,
    billing_address: first,
    billing_address_2: second,
    billing_city: printable(receiver.city).slice(0, MAX_CITY).trim(),
    billing_pincode: receiver.pincode,
    billing_state: receiver.state,
    billing_country: "India",
    billing_email: receiver.email,
    billing_phone: mobile,
    shipping_is_billing: true,
    order_items: parcel.items.map(({ name: item, sku, hsn, quantity, pricePaise }) => ({
      name: printable(item),
      sku,
      units: quantity,
      selling_price: toRupees(pricePaise),
      hsn: Number(hsn) || undefined,
    })),
    payment_method: isCash ? "COD" : "Prepaid",
    // What the rider collects; shipping and discounts are in it already.
    sub_total: toRupees(isCash ? codPaise : parcel.goodsPaise),
    length: parcel.lengthMm / 10,
    breadth: parcel.widthMm / 10,
    height: parcel.heightMm / 10,
    weight: parcel.grams / 1000,
    ...(parcel.invoiceNumber && { invoice_number: parcel.invoiceNumber }),
    ...(parcel.ewayBill && { ewaybill_no: parcel.ewayBill }),
  };
}

/** The last word is the last name. */
function namesOf(name: string): readonly [string, string] {
  const space = name.lastIndexOf(" ");
  const parts = space < 0 ? [name, ""] : [name.slice(0, space), name.slice(space + 1)];
  return [(parts[0] ?? "").slice(0, MAX_NAME), (parts[1] ?? "").slice(0, MAX_NAME)];
}
