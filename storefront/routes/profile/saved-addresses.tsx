import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { type Address, type AddressBody, addressBody } from "../../../contract/accounts.ts";
import { accountApi } from "../../api/accounts.ts";
import { AddressFields } from "../../components/address/address-fields.tsx";
import { AddressLines } from "../../components/address/address-lines.tsx";
import { FormMessage, SubmitButton } from "../../components/form/submit.tsx";
import { useCall } from "../../components/form/use-call.ts";
import { useForm } from "../../components/form/use-form.ts";

/** The address book: what the checkout offers, with the default first. */
export function SavedAddresses() {
  const [addresses, setAddresses] = useState<Address[] | null>(null);
  /** Whose form is open: an address's by its id, or that of a new one. */
  const [open, setOpen] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { running, start } = useCall();

  const load = useCallback(async () => {
    setMessage(null);
    try {
      setAddresses(await accountApi.listAddresses());
    } catch {
      setMessage("Your addresses could not be loaded.");
    }
  }, []);
  useEffect(() => void load(), [load]);

  /** The book is read again after each change: another address may have become the default. */
  const change = (call: () => Promise<unknown>) => {
    setMessage(null);
    void start(
      async () => {
        await call();
        await load();
      },
      {
        // The button that was pressed is gone.
        onSuccess: () => heading.current?.focus(),
        onFailure: (failed) => setMessage(failed.message),
      },
    );
  };
  const toggle = (form: string, button: HTMLButtonElement) => {
    opener.current = button;
    setOpen(open === form ? null : form);
  };
  const formOf = (key: string, address?: Address) =>
    open === key && (
      <AddressForm
        address={address}
        onClose={() => {
          setOpen(null);
          opener.current?.focus();
        }}
        onSave={async (body) => {
          await (address ? accountApi.changeAddress(address._id, body) : accountApi.addAddress(body));
          await load();
        }}
      />
    );

  return (
    <section aria-labelledby="saved-addresses" className="mt-10">
      <h2 ref={heading} id="saved-addresses" tabIndex={-1} className="text-title outline-none">
        Saved addresses
      </h2>
      <div className="mt-4">
        <FormMessage form={{ message }} />
        {addresses ? (
          <>
            {addresses.length === 0 && <p className="text-bark">No address is saved yet.</p>}
            <ul className="divide-y divide-sand border-sand border-y empty:hidden">
              {addresses.map((address) => (
                <li key={address._id} className="py-4">
                  <AddressLines {...address} />
                  <div className="mt-1 flex flex-wrap items-center gap-x-5">
                    {address.isDefault ? (
                      <span className="font-semibold text-small">Default</span>
                    ) : (
                      <Action
                        of={address}
                        disabled={running}
                        onClick={() => change(() => accountApi.chooseDefaultAddress(address._id))}
                      >
                        Make default
                      </Action>
                    )}
                    <Action
                      of={address}
                      expanded={open === address._id}
                      onClick={(button) => toggle(address._id, button)}
                    >
                      Edit
                    </Action>
                    <Action
                      of={address}
                      disabled={running}
                      onClick={() => change(() => accountApi.deleteAddress(address._id))}
                    >
                      Delete
                    </Action>
                  </div>
                  {formOf(address._id, address)}
                </li>
              ))}
            </ul>
            <button
              type="button"
              aria-expanded={open === NEW}
              onClick={(event) => toggle(NEW, event.currentTarget)}
              className="button-quiet mt-4"
            >
              Add an address
            </button>
            {formOf(NEW)}
          </>
        ) : message ? (
          <button type="button" className="button-quiet" onClick={load}>
            Try again
          </button>
        ) : (
          <div aria-hidden="true" className="h-24 animate-pulse rounded-control bg-linen" />
        )}
      </div>
    </section>
  );
}

const NEW = "new";

interface ActionProps {
  of: Address;
  disabled?: boolean;
  /** Whether the form that it opens is open. */
  expanded?: boolean;
  onClick: (button: HTMLButtonElement) => void;
  children: ReactNode;
}

function Action({ of: { street }, disabled, expanded, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      aria-expanded={expanded}
      onClick={(event) => onClick(event.currentTarget)}
      className="min-h-11 text-leaf text-small text-link disabled:opacity-60"
    >
      {children}
      <span className="sr-only"> {street}</span>
    </button>
  );
}

interface AddressFormProps {
  address: Address | undefined;
  onSave: (body: AddressBody) => Promise<unknown>;
  onClose: () => void;
}

/** Begins with the focus in its first field. */
function AddressForm({ address, onSave, onClose }: AddressFormProps) {
  const box = useRef<HTMLDivElement>(null);
  const form = useForm({
    schema: addressBody,
    mode: "onSave",
    async onSubmit(body) {
      await onSave(body);
      onClose();
    },
  });
  useEffect(() => box.current?.querySelector("input")?.focus(), []);

  return (
    <div ref={box} className="mt-4 rounded-control bg-linen p-4 sm:p-5">
      <FormMessage form={form} />
      <form {...form.props} aria-label={address ? "Edit address" : "New address"}>
        <AddressFields form={form} {...(address && { address })} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton running={form.running} className="w-full sm:w-auto sm:min-w-44">
            Save address
          </SubmitButton>
          <button type="button" onClick={onClose} className="button-quiet w-full sm:w-auto">
            Cancel
          </button>
        </div>
      </form>
    </div>
  );
}
