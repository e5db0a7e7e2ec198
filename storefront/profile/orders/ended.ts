import type { OrderState } from "../../../contract/orders/schemas.ts";

/** The states of orders from which nothing more is expected: the list has them last, and they may be bought again. */
export const ENDED: readonly OrderState[] = ["delivered", "cancelled", "expired", "returned"];
