import { useState } from "react";
import type { AdminOrder, OrderAction } from "../../contract/admin/orders.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { StateBadge } from "../shared/badge.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Panel } from "../shared/panel.tsx";
import { useMe } from "../shared/session.ts";
import { AcceptForm, ApproveForm, DeclineForm, ReceiveForm, ReplacementForm } from "./return-forms.tsx";
import { RETURN_REASON_NAMES, RETURN_STATES } from "./return-labels.ts";
import { ReturnPhotos } from "./return-photos.tsx";
import { nameOf } from "./units-field.tsx";

/** In the order of a return: the first that is possible is its next step. */
const ACTIONS = {
  "return-approve": { name: "Approve", title: "Approve the return", permission: "decide_returns" },
  "return-receive": { name: "It has arrived", title: "What has arrived", permission: "decide_returns" },
  "return-accept": { name: "Accept", title: "Accept the return", permission: "decide_returns" },
  "return-decline": { name: "Decline", title: "Decline the return", permission: "decide_returns" },
  "ship-replacement": { name: "Ship the replacement", title: "Ship the replacement", permission: "fulfil_orders" },
  "deliver-replacement": {
    name: "Replacement delivered",
    title: "The replacement is delivered",
    permission: "fulfil_orders",
  },
} as const;
type ReturnAction = keyof typeof ACTIONS;
const NEXT = (Object.keys(ACTIONS) as ReturnAction[]).filter((action) => action !== "return-decline");
const isReturnAction = (action: OrderAction): action is ReturnAction => Object.hasOwn(ACTIONS, action);

/** Shows the returns of an order, and the actions on the open one. */
export function Returns({ order, onChanged }: { order: AdminOrder; onChanged: (order: AdminOrder) => void }) {
  const { permissions } = useMe();
  const [open, setOpen] = useState<ReturnAction | null>(null);
  if (order.returns.length === 0) return null;
  const allowed = order.actions
    .filter(isReturnAction)
    .filter((action) => permissions.includes(ACTIONS[action].permission));
  const next = NEXT.find((action) => allowed.includes(action));
  const form = {
    order,
    onChanged: (changed: AdminOrder) => {
      setOpen(null);
      onChanged(changed);
    },
    onClose: () => setOpen(null),
  };
  return (
    <Panel title={order.returns.length === 1 ? "Return" : "Returns"}>
      <ul className="grid gap-4">
        {order.returns.map(({ requestedAt, state, reason, answer, decisionReason, lines, photos }) => (
          <li key={requestedAt} className="grid gap-2">
            <p>
              <StateBadge of={RETURN_STATES[state]} /> <span className="text-bark">{formatDateTime(requestedAt)}</span>
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
            <ReturnPhotos photos={photos} />
            {answer && <p className="text-bark">Declined: {answer}</p>}
          </li>
        ))}
      </ul>
      {allowed.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-2 max-md:[&>button]:flex-1">
          {allowed.map((action) => (
            <button
              key={action}
              type="button"
              className={action === next ? "button-primary" : "button-quiet"}
              onClick={() => setOpen(action)}
            >
              {ACTIONS[action].name}…
            </button>
          ))}
        </div>
      )}
      {open && (
        <Dialog title={ACTIONS[open].title} onClose={form.onClose}>
          {open === "return-approve" && <ApproveForm {...form} />}
          {open === "return-receive" && <ReceiveForm {...form} />}
          {open === "return-accept" && <AcceptForm {...form} />}
          {open === "return-decline" && <DeclineForm {...form} />}
          {open === "ship-replacement" && <ReplacementForm {...form} />}
          {open === "deliver-replacement" && <ReplacementForm {...form} isDelivered />}
        </Dialog>
      )}
    </Panel>
  );
}
