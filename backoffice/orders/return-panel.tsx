import type { OtherAction } from "../../contract/admin/order-actions.ts";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { StateBadge } from "../shared/badge.tsx";
import { Panel } from "../shared/panel.tsx";
import { ActionButtons, type ActionForms, useAllowed } from "./action-buttons.tsx";
import { PendingEdit } from "./pending-edit.tsx";
import { AcceptForm, ApproveForm, DeclineForm, ReceiveForm, ReplacementForm } from "./return-forms.tsx";
import { RETURN_REASON_NAMES, RETURN_STATES } from "./return-labels.ts";
import { ReturnPhotos } from "./return-photos.tsx";
import { nameOf } from "./units-field.tsx";

type ReturnAction = Extract<OtherAction, `return-${string}` | `${string}-replacement`>;
const FORMS: ActionForms<ReturnAction> = {
  "return-approve": ApproveForm,
  "return-receive": ReceiveForm,
  "return-accept": AcceptForm,
  "return-decline": DeclineForm,
  "ship-replacement": ReplacementForm,
  "deliver-replacement": ReplacementForm,
};

const isOpen = (state: AdminOrder["returns"][number]["state"]) => state !== "accepted" && state !== "declined";

/** Shows the returns of an order, and the actions on the open one. */
export function Returns({ order, onChanged }: { order: AdminOrder; onChanged: (order: AdminOrder) => void }) {
  const allowed = useAllowed(order, FORMS);
  if (order.returns.length === 0) return null;
  // They are in the order of a return, so the first is the next step.
  const next = allowed.find((action) => action !== "return-decline");
  return (
    <Panel title={order.returns.length === 1 ? "Return" : "Returns"}>
      <ul className="grid gap-4">
        {order.returns.map(
          ({
            requestedAt,
            state,
            reason,
            answer,
            decisionReason,
            isDefect,
            lines,
            exchange,
            requestedExchange,
            photos,
          }) => (
            <li key={requestedAt} className="grid gap-2">
              <p>
                <StateBadge of={RETURN_STATES[state]} />{" "}
                <span className="text-bark">{formatDateTime(requestedAt)}</span>
                {isDefect && <span className="text-bark">, reported as a defect</span>}
                {decisionReason && <span className="text-bark">, {RETURN_REASON_NAMES[decisionReason]}</span>}
              </p>
              <blockquote className="whitespace-pre-line border-sand border-l-2 pl-3">{reason}</blockquote>
              <ul>
                {lines.map(({ position, quantity, receivedQuantity, replacedQuantity }) => (
                  <li key={position}>
                    <strong>{quantity} ×</strong> {nameOf(order, position)}
                    {receivedQuantity !== null && (
                      <span className="text-bark">
                        , {receivedQuantity} arrived{replacedQuantity > 0 && `, ${replacedQuantity} replaced`}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
              {requestedExchange.length > 0 && (
                <p>
                  <strong>{isOpen(state) ? "Wants" : "Wanted"} in exchange:</strong>{" "}
                  {requestedExchange
                    .map(
                      ({ title, size, quantity, available }) =>
                        `${quantity} × ${[title, size].filter(Boolean).join(", ")}${isOpen(state) && available < quantity ? (available > 0 ? ` (only ${available} available)` : " (sold out)") : ""}`,
                    )
                    .join("; ")}
                </p>
              )}
              {exchange.length > 0 && (
                <p>
                  In exchange:{" "}
                  {exchange.map(({ position, quantity }) => `${quantity} × ${nameOf(order, position)}`).join("; ")}
                </p>
              )}
              <ReturnPhotos photos={photos} />
              {answer && <p className="text-bark">Declined: {answer}</p>}
            </li>
          ),
        )}
      </ul>
      {order.pendingEdit?.isExchange && (
        <div className="mt-3">
          <PendingEdit edit={order.pendingEdit} />
        </div>
      )}
      {allowed.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-2 max-md:[&>button]:flex-1">
          <ActionButtons order={order} allowed={allowed} forms={FORMS} primary={next} onChanged={onChanged} />
        </div>
      )}
    </Panel>
  );
}
