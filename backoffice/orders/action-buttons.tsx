import { type ComponentType, useState } from "react";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { labelsOf, ORDER_ACTIONS, type OtherAction } from "../../contract/admin/order-actions.ts";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { Dialog } from "../shared/dialog.tsx";
import { useMe } from "../shared/session.ts";

export interface ActionFormProps<Action extends OtherAction = OtherAction> {
  order: AdminOrder;
  action: Action;
  onChanged: (order: AdminOrder) => void;
  onClose: () => void;
}

/** The form of each action, in its dialog. */
export type ActionForms<Action extends OtherAction> = Readonly<Record<Action, ComponentType<ActionFormProps<Action>>>>;

/** Returns those of the order's possible actions that have a form here and that the member may take. */
export function useAllowed<Action extends OtherAction>(order: AdminOrder, forms: ActionForms<Action>): Action[] {
  const { permissions } = useMe();
  return order.actions
    .filter((action): action is Action => Object.hasOwn(forms, action))
    .filter((action) => permissions.includes(adminEndpoints[ORDER_ACTIONS[action].endpoint].permission));
}

interface ButtonsProps<Action extends OtherAction> extends Pick<ActionFormProps, "order" | "onChanged"> {
  allowed: readonly Action[];
  forms: ActionForms<Action>;
  primary?: Action | undefined;
}

/** A button for each action, which opens its form in a dialog, because most of them refund. */
export function ActionButtons<Action extends OtherAction>({
  order,
  allowed,
  forms,
  primary,
  onChanged,
}: ButtonsProps<Action>) {
  const [open, setOpen] = useState<Action | null>(null);
  const Form: ComponentType<ActionFormProps<Action>> | null = open && forms[open];
  const close = () => setOpen(null);
  return (
    <>
      {allowed.map((action) => (
        <button
          key={action}
          type="button"
          className={action === primary ? "button-primary" : "button-quiet"}
          onClick={() => setOpen(action)}
        >
          {labelsOf(action, order.nouns).label}…
        </button>
      ))}
      {open && Form && (
        <Dialog title={labelsOf(open, order.nouns).title} onClose={close}>
          <Form
            order={order}
            action={open}
            onChanged={(changed) => {
              close();
              onChanged(changed);
            }}
            onClose={close}
          />
        </Dialog>
      )}
    </>
  );
}
