import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { type Address, type SavedAddressBody, savedAddressBody } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { ignoreNotFound } from "../api/request.ts";
import { AddressFields } from "../shared/address/address-fields.tsx";
import { AddressLines } from "../shared/address/address-lines.tsx";
import { BusyButton } from "../shared/form/busy-button.tsx";
import { MobileField } from "../shared/form/mobile-field.tsx";
import { DismissButton, FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useDraft } from "../shared/form/use-draft.ts";
import { useForm } from "../shared/form/use-form.ts";
import { useRequest } from "../shared/form/use-request.ts";
import { createResponseGuard } from "../shared/response-guard.ts";
import { Section } from "../shared/section.tsx";
import { withAddress, withoutAddress } from "./address-book.ts";

/** The address book, the default first. */
export function SavedAddresses() {
  const [addresses, setAddresses] = useState<Address[] | null>(null);
  /** The open form: an address's id, or NEW. */
  const [open, setOpen] = useState<string | null>(null);
  /** While a form is being saved, no other can be opened, because the server may still reject it. */
  const [saving, setSaving] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  /** Whether the last read of the address book failed. */
  const [isReadFailed, setIsReadFailed] = useState(false);
  /** The address that was deleted last, which can be restored. */
  const [deleted, setDeleted] = useState<Address | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { running, start } = useRequest();
  const [beginRequest] = useState(createResponseGuard);

  const load = useCallback(async () => {
    setMessage(null);
    setIsReadFailed(false);
    const isCurrent = beginRequest();
    try {
      const read = await api.listAddresses();
      if (isCurrent()) setAddresses(read);
    } catch {
      if (isCurrent()) setIsReadFailed(true);
    }
  }, [beginRequest]);
  useEffect(() => void load(), [load]);

  /** Shows the response at once, then reads the book again, since another address may have become the default. */
  const showSaved = (changed: (book: Address[]) => Address[]) => {
    const isCurrent = beginRequest();
    // A pending read may not contain it yet.
    if (isCurrent()) setAddresses((before) => before && changed(before));
    void load();
  };
  const change = (call: () => Promise<(book: Address[]) => Address[]>) => {
    setMessage(null);
    setDeleted(null);
    void start(
      async () => {
        const changed = await call();
        // The pressed button was removed.
        heading.current?.focus();
        showSaved(changed);
      },
      { onError: (failed) => setMessage(failed.message) },
    );
  };
  const choose = ({ _id }: Address) =>
    change(async () => {
      const chosen = await api.chooseDefaultAddress({ params: { id: _id } });
      return (book) => withAddress(book, chosen);
    });
  const remove = (address: Address) =>
    change(async () => {
      await ignoreNotFound(api.deleteAddress({ params: { id: address._id } }));
      setDeleted(address);
      return (book) => withoutAddress(book, address._id);
    });
  /** Adds the address again, and makes it the default if it was. */
  const undo = ({ isDefault, _id: _, ...body }: Address) =>
    change(async () => {
      const added = await api.addAddress({ body });
      const restored =
        isDefault && !added.isDefault ? await api.chooseDefaultAddress({ params: { id: added._id } }) : added;
      return (book) => withAddress(book, restored);
    });
  const toggle = (form: string, button: HTMLButtonElement) => {
    opener.current = button;
    setOpen(open === form ? null : form);
  };
  const save = async (body: SavedAddressBody, address: Address | undefined) => {
    setSaving(true);
    try {
      const saved = await (address
        ? api.changeAddress({ params: { id: address._id }, body })
        : api.addAddress({ body }));
      showSaved((book) => withAddress(book, saved));
    } finally {
      setSaving(false);
    }
  };
  const renderForm = (key: string, address?: Address) =>
    open === key && (
      <AddressForm
        address={address}
        onClose={() => {
          setOpen(null);
          opener.current?.focus();
        }}
        onSave={(body) => save(body, address)}
      />
    );

  return (
    <Section title="Saved addresses" headingRef={heading}>
      <FormMessage
        form={{
          message: message ?? (isReadFailed ? `We couldn’t ${addresses ? "refresh" : "load"} your addresses.` : null),
        }}
      />
      {isReadFailed && (
        <button type="button" className="button-quiet mb-4" onClick={load}>
          Try again
        </button>
      )}
      <p role="status" className="flex items-center gap-3 text-small not-empty:mb-2">
        {deleted && (
          <>
            Address deleted.
            <BusyButton
              running={running}
              onClick={() => undo(deleted)}
              className="min-h-11 font-semibold text-leaf text-link aria-disabled:opacity-60"
            >
              Undo<span className="sr-only"> deleting {deleted.street}</span>
            </BusyButton>
          </>
        )}
      </p>
      {addresses ? (
        <>
          {addresses.length === 0 && <p className="text-bark">You haven’t saved any addresses yet.</p>}
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4 empty:hidden">
            {addresses.map((address) => (
              <li
                key={address._id}
                className={`flex flex-col rounded-picture border border-sand px-5 pt-4 pb-2 ${open === address._id ? "col-span-full" : ""}`}
              >
                <AddressLines {...address} mobile={address.mobile_no} />
                <div className="mt-auto flex min-h-11 flex-wrap items-center gap-x-5 pt-1">
                  {address.isDefault ? (
                    <span className="font-semibold text-small">Default</span>
                  ) : (
                    <Action of={address} waiting={running} onClick={() => choose(address)}>
                      Set as default
                    </Action>
                  )}
                  <Action
                    of={address}
                    waiting={saving}
                    expanded={open === address._id}
                    onClick={(button) => toggle(address._id, button)}
                  >
                    Edit
                  </Action>
                  <Action of={address} waiting={running} onClick={() => remove(address)}>
                    Delete
                  </Action>
                </div>
                {renderForm(address._id, address)}
              </li>
            ))}
          </ul>
          <BusyButton
            running={saving}
            aria-expanded={open === NEW}
            onClick={(event) => toggle(NEW, event.currentTarget)}
            className="button-quiet mt-4"
          >
            Add an address
          </BusyButton>
          {renderForm(NEW)}
        </>
      ) : (
        !isReadFailed && <div aria-hidden="true" className="h-24 animate-pulse rounded-picture bg-linen" />
      )}
    </Section>
  );
}

const NEW = "new";

interface ActionProps {
  of: Address;
  /** Whether a request of the address book runs. */
  waiting: boolean;
  /** Whether its form is open. */
  expanded?: boolean;
  onClick: (button: HTMLButtonElement) => void;
  children: ReactNode;
}

function Action({ of: { street }, waiting, expanded, onClick, children }: ActionProps) {
  return (
    <BusyButton
      running={waiting}
      aria-expanded={expanded}
      onClick={(event) => onClick(event.currentTarget)}
      className="min-h-11 text-leaf text-small text-link aria-disabled:opacity-60"
    >
      {children}
      <span className="sr-only"> {street}</span>
    </BusyButton>
  );
}

interface AddressFormProps {
  address: Address | undefined;
  onSave: (body: SavedAddressBody) => Promise<unknown>;
  onClose: () => void;
}

/** Focuses its first field. */
function AddressForm({ address, onSave, onClose }: AddressFormProps) {
  const box = useRef<HTMLDivElement>(null);
  const { stored, store, clear } = useDraft(`address ${address?._id ?? NEW}`, Object.keys(savedAddressBody.shape));
  const close = () => {
    clear();
    onClose();
  };
  const form = useForm({
    schema: savedAddressBody,
    mode: "onSave",
    async onSubmit(body) {
      await onSave(body);
      close();
    },
  });
  useEffect(() => box.current?.querySelector("input")?.focus(), []);

  return (
    <div
      ref={box}
      className={address ? "mt-2 border-sand border-t pt-5 pb-3" : "mt-4 rounded-picture border border-sand p-5"}
    >
      <FormMessage form={form} />
      <form {...form.props} onInput={() => store(form)} aria-label={address ? "Edit address" : "New address"}>
        <AddressFields form={form} address={stored ?? address} />
        <MobileField
          form={form}
          defaultValue={(stored ?? address)?.mobile_no}
          hint="The courier calls this number."
          autoComplete="shipping tel-national"
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton running={form.running} className="w-full sm:w-auto sm:min-w-[min(11rem,100%)]">
            Save address
          </SubmitButton>
          <DismissButton running={form.running} onClick={close} className="w-full sm:w-auto">
            Cancel
          </DismissButton>
        </div>
      </form>
    </div>
  );
}
