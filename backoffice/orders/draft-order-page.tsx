import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import { type AdminDraftOrder, DRAFT_ORDER_DAYS, type DraftOrderPreview } from "../../contract/admin/draft-orders.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { StateBadge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Problem } from "../shared/field.tsx";
import { loadOne } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Panel } from "../shared/panel.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useLatest } from "../shared/use-latest.ts";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
import { changesOf, DraftOrderFields, type DraftValues, Priced, shownItems, valuesOf } from "./draft-order-fields.tsx";
import { DRAFT_STATES } from "./draft-orders-page.tsx";

export const clientLoader = ({ request, params: { id = "" } }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "draft order", list: "/draft-orders", link: "Draft orders" }, () =>
    call("readAdminDraftOrder", { params: { id } }),
  );

export default function DraftOrderPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <DraftOrder key={loaded._id} loaded={loaded} />;
}

function DraftOrder({ loaded }: { loaded: AdminDraftOrder }) {
  const [draft, setDraft] = useLatest(loaded);
  const { _id: id, name, state, orderNumber, author, createdAt, validUntil } = draft;
  const [isCancelling, setCancelling] = useState(false);
  const isChangeable = state === "open" || state === "expired";
  return (
    <>
      <title>{`Draft order of ${name}`}</title>
      <BackLink to="/draft-orders">Draft orders</BackLink>
      <PageHead
        title={`Draft order of ${name}`}
        beside={<StateBadge of={DRAFT_STATES[state]} isLive />}
        about={
          <>
            Created {formatDateTime(createdAt)} by {author}.{" "}
            {state === "open" && `The link is valid until ${formatDateTime(validUntil)}.`}
            {state === "expired" &&
              `The link has expired ${formatDateTime(validUntil)}; a change can make it valid again.`}
          </>
        }
      >
        {state === "open" && <LinkAgain draft={draft} onSent={setDraft} />}
        {state === "open" && (
          <button type="button" className="button-danger" onClick={() => setCancelling(true)}>
            Cancel it…
          </button>
        )}
        {orderNumber && (
          <Link to={`/orders/${orderNumber}`} className="button-primary">
            Order {orderNumber}
          </Link>
        )}
      </PageHead>
      {isChangeable ? <ChangeForm draft={draft} onChanged={setDraft} /> : <Contents draft={draft} />}
      {isCancelling && (
        <CancelDialog
          id={id}
          onClose={() => setCancelling(false)}
          onCancelled={(cancelled) => {
            setDraft(cancelled);
            setCancelling(false);
          }}
        />
      )}
    </>
  );
}

const LABELS: Readonly<Record<keyof DraftValues, string>> = {
  email: "Email",
  name: "Name",
  mobile_no: "Mobile number",
  street: "Address",
  pincode: "Pincode",
  city: "City",
  state: "State",
  message: "Message",
  days: "The link is valid for",
  items: "Items",
};

function ChangeForm({ draft, onChanged }: { draft: AdminDraftOrder; onChanged: (draft: AdminDraftOrder) => void }) {
  const { _id: id, version, lastChange, priced: now } = draft;
  const [mail, setMail] = useState(true);
  const [priced, setPriced] = useState<DraftOrderPreview | null>(null);
  const params = { id };
  const form = useVersionedForm<DraftValues>({
    draft: `draft order ${id}`,
    stored: valuesOf(draft),
    version,
    labels: LABELS,
    subject: "this draft order",
    changedBy: lastChange?.by,
    savedText: "Saved. The link shows it now.",
    shown: (name, value) => (name === "items" ? shownItems(value) : value),
    async save({ values, changed, version }) {
      const body = { version, ...changesOf(values, changed), mail };
      onChanged(await call("changeDraftOrder", { params, body }));
      setPriced(null);
    },
  });
  const { values, changed, run, busy, error } = form;
  const isOtherEmail = changed.includes("email");
  return (
    <VersionedForm form={form} className="panel grid gap-4 p-4">
      <DraftOrderFields
        values={values}
        set={(name, value) => {
          setPriced(null);
          form.set(name, value);
        }}
        error={error}
        omitted={draft.email === null ? ["email"] : []}
        daysField={
          <SelectField
            label={LABELS.days}
            value={values.days}
            options={[
              { value: "", name: draft.state === "expired" ? "Please choose" : "As long as before" },
              ...DRAFT_ORDER_DAYS.map((days) => ({
                value: String(days),
                name: days === 1 ? "1 day from now" : `${days} days from now`,
              })),
            ]}
            error={fieldMessage(error, "days")}
            onChange={(days) => form.set("days", days)}
          />
        }
      />
      <Priced priced={priced ?? now} isNew={priced !== null} />
      <label className="flex items-start gap-2 py-1">
        <input
          type="checkbox"
          className="mt-1"
          checked={mail || isOtherEmail}
          disabled={isOtherEmail}
          onChange={(event) => setMail(event.target.checked)}
        />
        <span>
          Email the customer what has changed
          <span className="block text-bark text-small">
            {isOtherEmail
              ? "The new email gets a link of its own; the one that was sent before ends."
              : "With the link; the one that was sent before shows the change, too."}
          </span>
        </span>
      </label>
      <p className="text-bark">If the customer is paying right now, that payment is refunded, with an email.</p>
      <Problem error={error} />
      <SaveButtons form={form} save="Save the changes">
        {changed.length > 0 && (
          <Button
            type="button"
            className="button-quiet"
            disabled={busy}
            onClick={() =>
              void run(async () => {
                const body = { version, ...changesOf(values, changed), preview: true };
                setPriced((await call("changeDraftOrder", { params, body })).priced);
              })
            }
          >
            Show the price
          </Button>
        )}
      </SaveButtons>
    </VersionedForm>
  );
}

/** Shows a draft that is paid or cancelled. */
function Contents({ draft }: { draft: AdminDraftOrder }) {
  const { name, email, mobile_no: mobile, address, message } = draft;
  const { street, city, state, pincode } = address;
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Panel title="Items">
        <ul className="grid gap-1">
          {draft.items.map(({ sku, title, size, quantity }) => (
            <li key={sku} className="wrap-anywhere">
              {quantity} × {[title, size].filter(Boolean).join(", ")} <span className="text-bark">{sku}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Customer">
        <p className="wrap-anywhere">
          {[name, email, mobile, street, `${city} ${pincode}`, state].filter(Boolean).join(", ")}
        </p>
        {message && <p className="wrap-anywhere mt-2 text-bark">“{message}”</p>}
      </Panel>
    </div>
  );
}

/** Emails the customer the link again. */
function LinkAgain({
  draft: { _id: id, version },
  onSent,
}: {
  draft: AdminDraftOrder;
  onSent: (draft: AdminDraftOrder) => void;
}) {
  const { run, busy, error } = useAction();
  const [isSent, setSent] = useState(false);
  return (
    <div className="grid gap-1">
      <Button
        type="button"
        className="button-quiet"
        disabled={busy}
        onClick={() =>
          void run(async () => {
            setSent(false);
            onSent(await call("changeDraftOrder", { params: { id }, body: { version, mail: true } }));
            setSent(true);
          })
        }
      >
        Email the link again
      </Button>
      <p role="status" className="text-bark text-small empty:hidden">
        {isSent && "The email is on its way."}
      </p>
      <Problem error={error} />
    </div>
  );
}

interface CancelDialogProps {
  id: string;
  onClose: () => void;
  onCancelled: (draft: AdminDraftOrder) => void;
}

function CancelDialog({ id, onClose, onCancelled }: CancelDialogProps) {
  const { run, busy, error } = useAction();
  return (
    <DialogForm
      title="Cancel the draft order?"
      submit="Cancel the draft order"
      back="Keep it"
      isDanger
      busy={busy}
      error={error}
      onSubmit={() =>
        void run(async () => {
          await call("cancelDraftOrder", { params: { id } });
          onCancelled(await call("readAdminDraftOrder", { params: { id } }));
        })
      }
      onClose={onClose}
    >
      <p>Its link can no longer be paid. What is paid in a window that is still open is refunded, with an email.</p>
    </DialogForm>
  );
}
