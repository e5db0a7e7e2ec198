import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { api } from "../../api/api.ts";
import { useRequest } from "../../shared/form/use-request.ts";
import { WaitingButton } from "./waiting-button.tsx";

interface PayByLinkProps {
  /** The order's number. */
  number: string;
  /** Identifies the section. */
  id: string;
  title: string;
  children: ReactNode;
  /** The label of the button. */
  action: string;
  onStart: () => void;
  onError: (message: string) => void;
}

/** Offers to pay something of an order on the page of its payment link. */
export function PayByLink({ number, id, title, children, action, onStart, onError }: PayByLinkProps) {
  const navigate = useNavigate();
  const { running, start } = useRequest();
  const open = () => {
    onStart();
    void start(() => api.readPayLink({ params: { number } }), {
      onSuccess: ({ path }) => void navigate(path),
      onError: ({ message }) => onError(message),
    });
  };
  return (
    <section aria-labelledby={id} className="mt-7 max-w-md rounded-picture bg-linen p-5 sm:p-7">
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <div className="mt-2 mb-5 text-small">{children}</div>
      <WaitingButton running={running} doing="Opening the payment window…" onClick={open}>
        {action}
      </WaitingButton>
    </section>
  );
}
