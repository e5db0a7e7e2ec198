/** A parcel as Delhivery's API takes it: a form with JSON in it, decimal rupees, grams, centimetres. */

import { writeTimeInIndia } from "../../../../contract/dates.ts";
import { isIndianMobile, mobileNumberOf } from "../../../../contract/written-numbers.ts";
import { toRupees } from "../../../base/money.ts";
import { printable } from "../parcel-texts.ts";
import { CourierError, type ParcelToBook } from "../provider.ts";

const MAX_NAME = 100;
const MAX_ADDRESS = 500;
const MAX_DESCRIPTION = 500;

/**
 * @returns the body of a form: `&`, `#`, `%` and `;` in texts end the field unless they are encoded
 * @throws CourierError (refused) for a number that it is known to refuse
 */
export function shipmentForm(parcel: ParcelToBook, key: string, waybill: string): string {
  const { receiver, codPaise, items } = parcel;
  const mobile = mobileNumberOf(receiver.mobile);
  if (!isIndianMobile(mobile))
    throw new CourierError("refused", "bad_phone", "The number has not ten digits from 6 to 9.");
  const address = printable(receiver.address);
  if (address.length < 3) throw new CourierError("refused", "bad_address", "The address is too short.");
  const shipment = {
    name: printable(receiver.name).slice(0, MAX_NAME),
    add: address.slice(0, MAX_ADDRESS),
    pin: receiver.pincode,
    city: printable(receiver.city),
    state: receiver.state,
    country: "India",
    phone: mobile,
    order: key,
    order_date: writeTimeInIndia(parcel.orderedAt).replace("T", " "),
    payment_mode: codPaise > 0 ? "COD" : "Prepaid",
    cod_amount: toRupees(codPaise),
    total_amount: toRupees(parcel.goodsPaise),
    products_desc: items
      .map(({ name, quantity }) => `${quantity} x ${printable(name)}`)
      .join(", ")
      .slice(0, MAX_DESCRIPTION),
    hsn_code: [...new Set(items.map(({ hsn }) => hsn).filter(Boolean))].join(","),
    quantity: String(items.reduce((sum, { quantity }) => sum + quantity, 0)),
    weight: parcel.grams,
    shipment_length: parcel.lengthMm / 10,
    shipment_width: parcel.widthMm / 10,
    shipment_height: parcel.heightMm / 10,
    shipping_mode: parcel.service === "surface" ? "Surface" : "Express",
    waybill,
    ...(parcel.invoiceNumber && { seller_inv: parcel.invoiceNumber }),
    ...(parcel.ewayBill && { ewbn: parcel.ewayBill }),
  };
  const data = { shipments: [shipment], pickup_location: { name: parcel.pickupPlace } };
  return new URLSearchParams({ format: "json", data: JSON.stringify(data) }).toString();
}
