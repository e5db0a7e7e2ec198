import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import * as z from "zod/mini";
import { formatDay } from "../../contract/dates.ts";
import { erasureBody, type OwnRequest } from "../../contract/privacy/schemas.ts";
import { api } from "../api/api.ts";
import { toRequestError } from "../api/request.ts";
import { BusyButton } from "../shared/form/busy-button.tsx";
import { TextAreaField } from "../shared/form/field.tsx";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { useRequest } from "../shared/form/use-request.ts";
import { panePath } from "./panes.ts";

/** Offers the customer a copy of their personal data, and a request for its erasure. */
export function MyData() {
  const [requests, setRequests] = useState<OwnRequest[] | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const load = useCallback(() => {
    setMessage(null);
    api
      .listOwnRequests()
      .then(setRequests, (error: unknown) =>
        setMessage(`We couldn’t load your requests. ${toRequestError(error).message}`),
      );
  }, []);
  useEffect(load, [load]);
  const open = requests?.find(({ state }) => state === "open" || state === "erasing");
  return (
    <div>
      <h1 className="text-heading">My data</h1>
      <div className="mt-8 grid items-start gap-x-12 gap-y-10 sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <Download />
        <section aria-labelledby="erasure">
          <h2 id="erasure" className="text-title">
            Erase my data
          </h2>
          <p className="mt-3">
            You can{" "}
            <Link to={panePath("6")} className="text-leaf text-link">
              delete your account
            </Link>{" "}
            yourself at any time, as long as no order is open. Or ask us to do it: we erase everything once your orders
            are done, and answer within 90 days.
          </p>
          <p className="mt-3 text-bark">
            Tax law asks us to keep your orders, invoices and payments for eight years, with your name, email and
            address. Complaints stay in our register.
          </p>
          <FormMessage form={{ message }} />
          {message && (
            <button type="button" className="button-quiet mt-3" onClick={load}>
              Try again
            </button>
          )}
          {requests && !open && <RequestErasure onRequested={load} />}
          <Requests requests={requests ?? []} onChanged={setRequests} />
        </section>
      </div>
    </div>
  );
}

function Download() {
  const { running, start } = useRequest();
  const [message, setMessage] = useState<string | null>(null);
  const download = () => {
    setMessage(null);
    void start(() => api.readOwnData(), {
      onSuccess: (data) => save("my-data.json", JSON.stringify(data, null, 2)),
      onError: (failed) => setMessage(failed.message),
    });
  };
  return (
    <section aria-labelledby="copy" className="rounded-picture bg-linen p-5 lg:p-7">
      <h2 id="copy" className="text-title">
        A copy of my data
      </h2>
      <p className="mt-3 mb-4">
        Everything we store about you: your profile, addresses, orders, reviews, wishlist, messages and devices. It’s a
        JSON file, which any text program opens.
      </p>
      <FormMessage form={{ message }} />
      <BusyButton running={running} onClick={download} className="button-quiet">
        Download
      </BusyButton>
    </section>
  );
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const form = z.object({ reviews: erasureBody.shape.reviews, message: erasureBody.shape.message });

function RequestErasure({ onRequested }: { onRequested: () => void }) {
  const fields = useForm({
    schema: form,
    async onSubmit(values) {
      await api.requestErasure({ body: values });
      onRequested();
    },
  });
  return (
    <form {...fields.props} className="mt-5 max-w-[26.25rem]">
      <FormMessage form={fields} />
      <fieldset className="mb-4">
        <legend className="mb-1.5 font-semibold text-small">Your reviews</legend>
        <Choice value="keep" label="Keep them without my name" defaultChecked />
        <Choice value="delete" label="Delete them" />
      </fieldset>
      <TextAreaField form={fields} name="message" label="Anything we should know (optional)" rows={3} />
      <SubmitButton running={fields.running} className="mt-1">
        Ask for erasure
      </SubmitButton>
    </form>
  );
}

function Choice({ label, ...input }: { value: string; label: string; defaultChecked?: boolean }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input type="radio" name="reviews" className="size-5 shrink-0 accent-leaf" {...input} />
      {label}
    </label>
  );
}

const STATES: Readonly<Record<OwnRequest["state"], string>> = {
  open: "we’re on it",
  erasing: "being erased",
  done: "done",
  rejected: "we couldn’t do it",
  withdrawn: "withdrawn",
};

interface RequestsProps {
  requests: readonly OwnRequest[];
  onChanged: (requests: OwnRequest[]) => void;
}

function Requests({ requests, onChanged }: RequestsProps) {
  const { running, start } = useRequest();
  const [message, setMessage] = useState<string | null>(null);
  if (requests.length === 0) return null;
  const withdraw = (reference: string) => {
    setMessage(null);
    void start(() => api.withdrawRequest({ params: { reference } }), {
      onSuccess: onChanged,
      onError: (failed) => setMessage(failed.message),
    });
  };
  return (
    <div className="mt-7">
      <h3 className="mb-2 font-semibold">My requests</h3>
      <FormMessage form={{ message }} />
      <ul className="divide-y divide-sand border-sand border-y">
        {requests.map(({ reference, kind, state, requestedAt, dueAt, reason }) => (
          <li key={reference} className="flex min-h-16 items-center gap-4 py-2">
            <div className="min-w-0 flex-1">
              <p>
                {kind === "erasure" ? "Erasure" : "A copy of my data"}, {reference}: {STATES[state]}
              </p>
              <p className="text-bark text-small">
                Requested on {formatDay(requestedAt)}
                {state === "open" && `, to be answered by ${formatDay(dueAt)}`}
              </p>
              {reason && state === "rejected" && (
                <p className="wrap-anywhere whitespace-pre-line text-small">{reason}</p>
              )}
            </div>
            {state === "open" && (
              <BusyButton
                running={running}
                onClick={() => withdraw(reference)}
                className="min-h-11 shrink-0 px-1 text-leaf text-small text-link aria-disabled:opacity-60"
              >
                Withdraw<span className="sr-only"> the request {reference}</span>
              </BusyButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
