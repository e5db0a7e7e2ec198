import { orderWire } from "../shared/order.ts";

export const order = orderWire();
