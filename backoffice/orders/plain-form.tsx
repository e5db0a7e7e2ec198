import type { ReactNode } from "react";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import type { RequestError } from "../api/client.ts";
import { ActionForm } from "../shared/dialog-form.tsx";
import { useAction } from "../shared/use-action.ts";

interface PlainFormProps {
  /** Renders the fields; `error` is the error of the last request. */
  children: (error: RequestError | null) => ReactNode;
  /** The label of the submit button. */
  action: string;
  request: () => Promise<AdminOrder>;
  onChanged: (order: AdminOrder) => void;
  onClose: () => void;
}

/** A form for an action that needs no preview. */
export function PlainForm({ children, action, request, onChanged, onClose }: PlainFormProps) {
  const { run, busy, error } = useAction();
  return (
    <ActionForm
      submit={action}
      back="Back"
      busy={busy}
      error={error}
      onSubmit={() => void run(async () => onChanged(await request()))}
      onClose={onClose}
    >
      {children(error)}
    </ActionForm>
  );
}
