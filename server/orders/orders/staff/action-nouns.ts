import type { ActionNouns } from "../../../../contract/admin/order-actions.ts";
import { nounOf } from "../../../../contract/orders/change-nouns.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { nounOfEdit, readPendingEdit } from "../pending-edit.ts";
import { isUnderway, readParcels } from "../read-parcels.ts";
import { type DueParcel, readDueParcels, readExchangeParcels } from "../read-returns.ts";

/** What a parcel that is due for an accepted return is. */
export const nounOfDue = ({ replaced, exchanged }: DueParcel) =>
  nounOf({ replaces: replaced.length > 0, exchanges: exchanged.length > 0 });

/** Reads what the actions on an order's returns and pending change are about. */
export async function readActionNouns(db: DatabaseOrTransaction, orderId: number): Promise<ActionNouns> {
  const [due] = await readDueParcels(db, orderId);
  const underway = (await readParcels(db, orderId)).filter((parcel) => parcel.isReplacement && isUnderway(parcel));
  const exchanges = underway.length > 0 ? await readExchangeParcels(db, orderId) : [];
  const pending = await readPendingEdit(db, orderId);
  return {
    due: due ? nounOfDue(due) : null,
    underway:
      underway.length > 0
        ? nounOf({ replaces: true, exchanges: underway.some(({ id }) => exchanges.includes(id)) })
        : null,
    pending: pending && nounOfEdit(pending),
  };
}
