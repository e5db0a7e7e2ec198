import type { OrderState } from "../../../contract/orders/schemas.ts";

/** The states of orders from which nothing more is expected: they are quieter than the others, and may be bought again. */
export const ENDED: readonly OrderState[] = ["delivered", "cancelled", "expired", "returned"];
