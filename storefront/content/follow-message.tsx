import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { type MessageState, messageQuery } from "../../contract/contact/schemas.ts";
import { formatDay, formatRecentDateTime } from "../../contract/dates.ts";
import { api } from "../api/api.ts";
import { Field } from "../shared/form/field.tsx";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";

/** Shows how far a message is. Emails link here with its reference. */
export function FollowMessage() {
  const [params] = useSearchParams();
  const reference = params.get("reference") ?? "";
  const [isOpen, setOpen] = useState(false);
  // After the first render, because cached pages know no query.
  useEffect(() => {
    if (reference) setOpen(true);
  }, [reference]);
  return (
    <section id="follow" aria-labelledby="follow-title" className="mt-8 scroll-mt-24 noscript:hidden">
      <h2 id="follow-title" className="text-title">
        Already written to us?
      </h2>
      {isOpen ? (
        <FollowForm key={reference} reference={reference} />
      ) : (
        <button type="button" className="button-link" onClick={() => setOpen(true)}>
          Follow your message
        </button>
      )}
    </section>
  );
}

function FollowForm({ reference }: { reference: string }) {
  const [found, setFound] = useState<MessageState | null>(null);
  const form = useForm({
    schema: messageQuery,
    async onSubmit(query) {
      setFound(null);
      setFound(await api.readMessageState({ body: query }));
    },
  });
  return (
    <form {...form.props} className="mt-3">
      <div className="grid gap-x-6 lg:grid-cols-2">
        <Field
          form={form}
          name="reference"
          label="Reference"
          placeholder="M-7Q4M2XKD"
          defaultValue={reference}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Field
          form={form}
          name="email"
          label="Email you wrote from"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          required
        />
      </div>
      <FormMessage form={form} />
      <SubmitButton running={form.running} className="mt-1 w-full lg:w-auto lg:min-w-[min(16rem,100%)]">
        Show where it stands
      </SubmitButton>
      <div role="status" className="mt-5">
        {found && <State message={found} />}
      </div>
    </form>
  );
}

function State({ message }: { message: MessageState }) {
  const { reference, isComplaint, receivedAt, openedAt, answeredAt, closedAt, resolveBy } = message;
  const isOpen = closedAt === null;
  return (
    <div className="grid gap-3 border-leaf border-l-2 bg-linen p-4">
      <p className="font-semibold">
        {isComplaint ? "Complaint" : "Message"} {reference}: {stateOf(message)}
      </p>
      <ol className="grid gap-1.5">
        <Step at={receivedAt}>Received</Step>
        {openedAt && <Step at={openedAt}>Being looked at</Step>}
        {answeredAt && <Step at={answeredAt}>Answered by email</Step>}
        {closedAt && closedAt !== answeredAt && <Step at={closedAt}>Closed</Step>}
      </ol>
      {isOpen && resolveBy && <p className="text-bark text-small">We’ll resolve it by {formatDay(resolveBy)}.</p>}
    </div>
  );
}

/** The state in words. An answer that asks something, or is not the last one, leaves a message open. */
function stateOf({ openedAt, answeredAt, closedAt }: MessageState): string {
  if (closedAt) return answeredAt ? "answered" : "closed";
  if (answeredAt) return "answered, and still open";
  return openedAt ? "being looked at" : "received";
}

const Step = ({ at, children }: { at: string; children: ReactNode }) => (
  <li className="flex flex-wrap justify-between gap-x-4">
    <span>{children}</span> <time dateTime={at}>{formatRecentDateTime(at)}</time>
  </li>
);
