/**
 * Changes of orders in the back office: each locks the order, checks the version that the caller has seen, and records the action in the
 * audit log.
 */

import { eq } from "drizzle-orm";
import type { OrderAuditAction } from "../../../../contract/admin/audit-names.ts";
import {
  type ActionAudit,
  auditOf,
  hasNoun,
  ORDER_ACTIONS,
  type OrderAction,
} from "../../../../contract/admin/order-actions.ts";
import type { BulkResult } from "../../../../contract/admin/order-bulk.ts";
import type { MoneyResult } from "../../../../contract/admin/order-money.ts";
import type { AdminOrder } from "../../../../contract/admin/orders.ts";
import { ApiError } from "../../../base/errors.ts";
import { type Paise, sumPaise, toPaise, toRupees } from "../../../base/money.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import { publishChange } from "../../../platform/database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { customerOrder } from "../../../platform/database/schema.ts";
import { isSteppedUp, permissionMissing, type Staff, stepUpRequired } from "../../../platform/http/staff-sessions.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import type { ShopSettingsReader } from "../../../selling/settings/shop-settings.ts";
import { readReturnedByBank } from "../../payment-records/disputes.ts";
import { readRefundedTotal } from "../../payment-records/refunds.ts";
import { findAnyOrder, lockOrderByNumber } from "../find-order.ts";
import { isSale } from "../lifecycle.ts";
import { type MoneyEffect, readMoneyEffect, readMoneyPosition } from "../money-effect.ts";
import { type OrderRow, requireVersion } from "../order-row.ts";
import { readActionNouns } from "./action-nouns.ts";
import { readForStaff } from "./admin-orders.ts";

export interface StaffActionDeps {
  db: Database;
  shopSettings: ShopSettingsReader;
  readSender: (origin: string) => Promise<MailSender>;
  /** Signs payment links. */
  codeSecret: string;
}

/** What an action needs besides its order. */
export interface ActionContext {
  sender: MailSender;
  /** Days after delivery within which a return can be requested. */
  returnDays: number;
  /** Whether a return that is not the shop's fault also refunds shipping and fees. */
  refundsFees: boolean;
  /** The owner's maximum units of one product per order. */
  maxUnits: number;
  /** The owner's maximum of an order. */
  maxPaise: Paise;
  /** Signs payment links. */
  codeSecret: string;
  now: Date;
}

interface ActionRequest {
  staff: Staff;
  params: { number: string };
  /** Without a version, only the order's state decides whether the action is possible. */
  body: { version?: number };
}

/** An action by its name, or by its word in the audit log if it has no name. */
type StaffAction = OrderAction | Exclude<OrderAuditAction, ActionAudit>;

const isNamed = (action: StaffAction): action is OrderAction => Object.hasOwn(ORDER_ACTIONS, action);

/** Changes a locked order. @returns the order, or nothing if its own row does not change */
export type ApplyAction = (
  trx: DatabaseOrTransaction,
  order: OrderRow,
  context: ActionContext,
  // biome-ignore lint/suspicious/noConfusingVoidType: an action that leaves the order's row as it is returns nothing
) => Promise<OrderRow | void>;

/** Rolls back the transaction of a preview. */
class Preview extends Error {
  readonly effect: MoneyResult["effect"];

  constructor(effect: MoneyResult["effect"]) {
    super("nothing is stored");
    this.effect = effect;
  }
}

/** Rolls back the transaction of an action that was tried. */
class Undone extends Error {}

const ignoreUndone = (error: unknown) => {
  if (!(error instanceof Undone)) throw error;
};

export function staffActionsOf({ db, shopSettings, readSender, codeSecret }: StaffActionDeps) {
  async function run<Result>(
    { params, body }: Pick<ActionRequest, "params" | "body">,
    work: (trx: DatabaseOrTransaction, order: OrderRow, context: ActionContext) => Promise<Result>,
  ): Promise<Result> {
    const settings = await shopSettings.current();
    // Before the transaction, because it uses another connection.
    const sender = await readSender((await findAnyOrder(db, params.number)).shopOrigin);
    return db.transaction(async (trx) => {
      const order = await lockOrderByNumber(trx, params.number);
      if (body.version !== undefined) {
        requireVersion(order, body.version);
        // Raises the version even if the action changes only other tables.
        await trx.update(customerOrder).set({ state: order.state }).where(eq(customerOrder.id, order.id));
      }
      publishChange(trx, "orders");
      return work(trx, order, {
        sender,
        returnDays: settings.RETURN_DAYS,
        refundsFees: settings.RETURN_REFUNDS_FEES,
        maxUnits: settings.MAX_UNITS_PER_PRODUCT,
        maxPaise: toPaise(settings.MAX_ORDER_RUPEES),
        codeSecret,
        now: new Date(),
      });
    });
  }

  /** Reads an order as the back office shows it. @throws ApiError (404) */
  async function read(number: string, { permissions }: Pick<Staff, "permissions">): Promise<AdminOrder> {
    return readForStaff(db, await findAnyOrder(db, number), await shopSettings.current(), permissions);
  }

  /**
   * @param details further fields of the audit entry
   * @throws ApiError (409) if the order has changed since, and as `apply`
   */
  async function change(
    action: StaffAction,
    request: ActionRequest,
    apply: ApplyAction,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    await run(request, async (trx, order, context) => {
      // Before the action, after which nothing may be due or on its way.
      const word = await wordOf(trx, order, action);
      const { state } = (await apply(trx, order, context)) ?? order;
      await recordAction(trx, request.staff, word, { order, after: { state, ...details }, now: context.now });
    });
  }

  /** As `change`. @returns the order after the action */
  async function act(
    action: StaffAction,
    request: ActionRequest,
    apply: ApplyAction,
    details?: Record<string, unknown>,
  ): Promise<AdminOrder> {
    await change(action, request, apply, details);
    return read(request.params.number, request.staff);
  }

  /** As `change`, for each order separately. @returns for each why it failed; empty if it succeeded */
  async function changeEach<One extends { number: string }>(
    action: StaffAction,
    staff: Staff,
    orders: readonly One[],
    applyTo: (one: One) => ApplyAction,
    detailsOf: (one: One) => Record<string, unknown> = () => ({}),
  ): Promise<BulkResult[]> {
    const results: BulkResult[] = [];
    for (const one of orders) {
      const { number } = one;
      const work = change(action, { staff, params: { number }, body: {} }, applyTo(one), detailsOf(one));
      results.push({ number, problem: await problemOf(work) });
    }
    return results;
  }

  /** As `changeEach`, and stores nothing. */
  async function previewEach<One extends { number: string }>(
    orders: readonly One[],
    applyTo: (one: One) => ApplyAction,
  ): Promise<BulkResult[]> {
    const results: BulkResult[] = [];
    for (const one of orders) {
      const { number } = one;
      const work = run({ params: { number }, body: {} }, async (trx, order, context) => {
        await applyTo(one)(trx, order, context);
        throw new Undone();
      });
      const problem = await problemOf(work.catch(ignoreUndone));
      results.push({ number, problem });
    }
    return results;
  }

  /**
   * As `act`, for an action that may refund: above the limit of the member's role it needs a permission and a recent second factor. A
   * preview stores nothing.
   * @throws ApiError (403) above the limit
   */
  async function actWithMoney(
    action: StaffAction,
    request: ActionRequest & { body: { preview: boolean } },
    apply: ApplyAction,
    details: Record<string, unknown> = {},
  ): Promise<MoneyResult> {
    const { staff, params, body } = request;
    const work = run(request, async (trx, order, context) => {
      const word = await wordOf(trx, order, action);
      const since = await readMoneyPosition(trx, order.id);
      const { state } = (await apply(trx, order, context)) ?? order;
      const stored = await readMoneyEffect(trx, order.id, since);
      const missing = stored.refundedPaise === 0 ? null : missingFor(staff, await readRefundedTotal(trx, order.id));
      const returned = isSale(state) ? [] : await readReturnedByBank(trx, order.id);
      const returnedByBankPaise = sumPaise(returned.map(({ amountPaise }) => amountPaise));
      const effect = toEffect({ ...stored, returnedByBankPaise }, missing);
      if (body.preview) throw new Preview(effect);
      if (missing === "permission") throw permissionMissing("refund_over_limit");
      if (missing === "second_factor") throw stepUpRequired();
      const { credited, refunded, returnedByBank } = effect;
      const money = { credited, refunded, ...(returnedByBank > 0 && { returnedByBank }) };
      await recordAction(trx, staff, word, { order, after: { state, ...money, ...details }, now: context.now });
      return effect;
    });
    const effect = await work.catch((error) => {
      if (error instanceof Preview) return error.effect;
      throw error;
    });
    return { order: await read(params.number, staff), effect };
  }

  return { read, act, actWithMoney, changeEach, previewEach };
}

/** Returns why an action failed, for the member who asked for it; empty if it did not. */
const problemOf = (work: Promise<void>): Promise<string> =>
  work.then(
    () => "",
    (error: unknown) => {
      if (error instanceof ApiError && error.statusCode < 500) return error.message;
      throw error;
    },
  );

export type StaffActions = ReturnType<typeof staffActionsOf>;

/** Returns the word of an action in the audit log. */
async function wordOf(trx: DatabaseOrTransaction, { id }: OrderRow, action: StaffAction): Promise<OrderAuditAction> {
  if (!isNamed(action)) return action;
  return hasNoun(action) ? auditOf(action, await readActionNouns(trx, id)) : ORDER_ACTIONS[action].audit;
}

function recordAction(
  trx: DatabaseOrTransaction,
  staff: Staff,
  action: OrderAuditAction,
  { order, after, now }: { order: OrderRow; after: Record<string, unknown>; now: Date },
): Promise<void> {
  const subject = { type: "order", id: order.number } as const;
  return recordAudit(trx, staff, { action, subject, before: { state: order.state }, after }, now);
}

/** Returns what a member lacks for refunding this total of one order. */
function missingFor(staff: Staff, totalPaise: Paise): MoneyResult["effect"]["missing"] {
  if (totalPaise <= staff.refundLimitPaise) return null;
  if (!staff.permissions.has("refund_over_limit")) return "permission";
  return isSteppedUp(staff) ? null : "second_factor";
}

const toEffect = (
  {
    creditLines,
    creditedPaise,
    refundedPaise,
    reasons,
    returnedByBankPaise,
  }: MoneyEffect & { returnedByBankPaise: Paise },
  missing: MoneyResult["effect"]["missing"],
): MoneyResult["effect"] => ({
  creditLines: creditLines.map((line) => ({
    position: line.position,
    name: line.name,
    quantity: line.quantity,
    taxable: toRupees(line.taxablePaise),
    cgst: toRupees(line.cgstPaise),
    sgst: toRupees(line.sgstPaise),
    igst: toRupees(line.igstPaise),
    total: toRupees(line.totalPaise),
  })),
  credited: toRupees(creditedPaise),
  refunded: toRupees(refundedPaise),
  reasons,
  returnedByBank: toRupees(returnedByBankPaise),
  missing,
});
