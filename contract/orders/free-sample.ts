import type { OrderItem } from "./schemas.ts";

/** Whether an item of an order is a free sample: nothing else costs nothing. */
export const isFreeSample = ({ price }: Pick<OrderItem["product"], "price">): boolean => price === 0;
