import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { returnUnits, writeOffUnits } from "../../selling/stock/stock.ts";
import type { LineUnits } from "./invoice/credit-notes.ts";

/**
 * Records what staff has found about units of an order that are back: those to restock return to the stock, the others are written off.
 * @param restock some of `arrived`
 * @param reason of the write-off
 */
export async function storeInspected(
  trx: DatabaseOrTransaction,
  orderId: number,
  { arrived, restock, reason }: { arrived: readonly LineUnits[]; restock: readonly LineUnits[]; reason: string },
): Promise<void> {
  const restocked = quantitiesOf(
    "restock",
    restock,
    arrived.map(({ position, quantity }) => ({ position, max: quantity })),
  );
  const spoilt = arrived.map(({ position, quantity }) => ({ position, quantity: quantity - restocked(position) }));
  if (restock.length > 0) await returnUnits(trx, orderId, restock);
  if (spoilt.some(({ quantity }) => quantity > 0)) await writeOffUnits(trx, orderId, spoilt, reason);
}

/**
 * Checks the units that staff has named against the maximum of each line.
 * @returns the named units of an item
 * @throws ApiError (422) naming the option
 */
export function quantitiesOf(
  option: string,
  units: readonly LineUnits[],
  lines: readonly { position: number; max: number }[],
): (position: number) => number {
  const quantityOf = (position: number) =>
    units.filter((one) => one.position === position).reduce((sum, { quantity }) => sum + quantity, 0);
  for (const { position } of units) {
    const max = lines.find((line) => line.position === position)?.max;
    if (max === undefined) throw ApiError.ofField(option, `--${option}: item ${position} is not among them.`);
    if (quantityOf(position) > max)
      throw ApiError.ofField(option, `--${option}: there are only ${max} of item ${position}.`);
  }
  return quantityOf;
}
