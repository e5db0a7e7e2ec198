import { desc, eq } from "drizzle-orm";
import { formatRupees } from "../../base/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { shipment } from "../../platform/database/schema.ts";
import { balanceOf } from "../orders/balance.ts";
import { isSale } from "../orders/lifecycle.ts";
import { readOpenBooking } from "../orders/open-booking.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { receiverOf } from "../orders/receiver.ts";

/** The content of a parcel's address label. */
export interface AddressLabel {
  orderNumber: string;
  orderedAt: Date;
  /** The shop's name and address. */
  from: readonly string[];
  name: string;
  address: string;
  /** City and state. */
  place: string;
  pincode: string;
  mobile: string;
  /** What the courier has to collect, and whether it is only a test. */
  payment: string;
  courier: string;
  /** The content of the barcode: the AWB, or the order's number before there is one. */
  code: string;
}

/** Reads the label of an order; null unless it is sold, and while a courier is booked, whose own label the parcel has. */
export async function readAddressLabel(db: Database, order: OrderRow): Promise<AddressLabel | null> {
  if (!isSale(order.state) || (await readOpenBooking(db, order.id))) return null;
  const [parcel] = await db
    .select({ courier: shipment.courier, awb: shipment.awb })
    .from(shipment)
    .where(eq(shipment.orderId, order.id))
    .orderBy(desc(shipment.id))
    .limit(1);
  const { name, mobile } = receiverOf(order);
  const { street, city, state, pincode } = order.shippingAddress;
  const balancePaise = balanceOf(order);
  return {
    orderNumber: order.number,
    orderedAt: order.createdAt,
    from: [order.seller.brand, ...order.seller.address],
    name,
    address: street,
    place: `${city}, ${state}`,
    pincode,
    mobile,
    payment: `${order.isTest ? "TEST, " : ""}${balancePaise > 0 ? `COD ${formatRupees(balancePaise)}` : "PREPAID"}`,
    courier: parcel?.courier ?? "",
    code: parcel?.awb ?? order.number,
  };
}
