import { and, eq, gt } from "drizzle-orm";
import type { TakenCart } from "../../../../contract/cart/schemas.ts";
import { shopCode } from "../../../../contract/written-numbers.ts";
import { ApiError } from "../../../base/errors.ts";
import { agentCart } from "../../../platform/database/schema.ts";
import { addAllToCart } from "../../../shop/cart/change-cart.ts";
import { enterCode } from "../../../shop/cart/change-code.ts";
import type { AgentDeps } from "../deps.ts";
import { readRows } from "./price-content.ts";

/**
 * Adds what an assistant has put into a cart to that of a customer, as far as it is available, and enters its code. `problems` says what could not be added.
 * @throws ApiError (404) for an unknown or expired cart
 */
export async function takeCart(
  { db, shopSettings }: Pick<AgentDeps, "db" | "shopSettings">,
  customerId: number,
  id: string,
  now: Date,
): Promise<TakenCart> {
  const [cart] = await db
    .select({ content: agentCart.content })
    .from(agentCart)
    .where(and(eq(agentCart.id, id), gt(agentCart.expiresAt, now)));
  if (!cart) throw new ApiError("not_found", "This cart has expired. Please ask your assistant for a new one.");
  const { content } = cart;
  const { MAX_UNITS_PER_PRODUCT: maxUnits } = await shopSettings.current();
  const { rows, messages } = await readRows(db, content, { customerId, maxUnits });
  const { contents, problems } = await addAllToCart(
    db,
    customerId,
    rows.map(({ productId, variantId, quantity, title }) => ({ productId, variantId, quantity, maxUnits, title })),
    ({ title }, { message }) => `${title}: ${message}`,
  );
  const [code] = content.codes;
  const codeProblem = code === undefined || contents.count === 0 ? null : await enter(shopCode(code));
  return {
    ...contents,
    problems: [
      ...messages.map((message) => message.content),
      ...problems,
      ...(codeProblem === null ? [] : [codeProblem]),
    ],
  };

  /** Returns why the code does not apply; null if it does. */
  async function enter(typed: string): Promise<string | null> {
    try {
      return (await enterCode(db, customerId, typed, now)).problem;
    } catch (error) {
      if (error instanceof ApiError) return error.errors?.[0]?.message ?? error.message;
      throw error;
    }
  }
}
