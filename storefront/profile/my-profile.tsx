import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { profileForm, type User } from "../../contract/accounts/schemas.ts";
import { isIndianMobile } from "../../contract/written-numbers.ts";
import { api } from "../api/api.ts";
import { Field, TextAreaField } from "../shared/form/field.tsx";
import { MobileField } from "../shared/form/mobile-field.tsx";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useDraft } from "../shared/form/use-draft.ts";
import { useForm } from "../shared/form/use-form.ts";
import { CheckIcon, ChevronRightIcon } from "../shared/icons.tsx";
import { Section } from "../shared/section.tsx";
import { useShop } from "../shared/shop-context.ts";
import { DEVICES_TITLE, Devices } from "./devices.tsx";
import { Overview } from "./overview.tsx";
import { PANES, type PaneKey, panePath } from "./panes.ts";
import { PhoneUpdates } from "./phone-updates.tsx";
import { PortraitChoice } from "./portrait-choice.tsx";
import { SavedAddresses } from "./saved-addresses.tsx";

interface MyProfileProps {
  user: User;
  refresh: () => Promise<void>;
  picture: File | null;
  preview: string | null;
  onPicture: (picture: File | null) => void;
}

/** The profile form, and the account's other settings. */
export function MyProfile({ user, refresh, picture, preview, onPicture }: MyProfileProps) {
  const { phoneUpdates } = useShop();
  const [saved, setSaved] = useState(false);
  const { stored: draft, store, clear } = useDraft("profile", Object.keys(profileForm.shape));
  /** Whether something was typed after the last Save; then the stored values do not replace it. */
  const isEdited = useRef(draft !== undefined);
  const [isChanged, setChanged] = useState(draft !== undefined);
  const form = useForm({
    schema: profileForm,
    async onSubmit({ name, mobile_no, ...address }) {
      setSaved(false);
      isEdited.current = false;
      // The date of birth has no field; it is sent back unchanged (R15).
      await api.updateUser({
        body: { name, mobile_no, dob: user.dob, address },
        files: { profile_image: picture },
      });
      // Input typed meanwhile is still a draft.
      if (!isEdited.current) clear();
      // The profile is stored, even if it cannot be read again: then the chosen picture stays.
      await refresh().then(
        () => onPicture(null),
        () => {},
      );
      setSaved(!isEdited.current);
      setChanged(isEdited.current);
    },
  });
  const { reset } = form;
  // Fills the fields with the stored, trimmed values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the customer is read again
  useEffect(() => {
    if (!isEdited.current) reset();
  }, [user]);

  const onInput = () => {
    isEdited.current = true;
    store(form);
    setSaved(false);
    setChanged(true);
  };
  const stored = { name: user.name, mobile_no: user.mobile_no, ...user.address };
  const initial: Readonly<Record<string, string>> = { ...stored, ...draft };
  const field = { form, className: "min-w-0" };
  return (
    <div>
      {/* In a narrow window the customer’s name above the tabs is the visible heading. */}
      <h1 className="text-heading max-lg:sr-only">My Profile</h1>
      <Overview />
      <Section title="Your details">
        <PortraitChoice
          user={user}
          preview={preview}
          isPreviewSaved={saved}
          disabled={form.running}
          onPicture={(chosen) => {
            onPicture(chosen);
            setSaved(false);
          }}
        />
        <form {...form.props} onInput={onInput}>
          <div className="grid gap-x-5 sm:grid-cols-2">
            <Field {...field} name="name" label="Name" defaultValue={initial.name} autoComplete="name" required />
            <MobileField
              {...field}
              defaultValue={initial.mobile_no}
              {...(user.mobile_no !== "" &&
                !isIndianMobile(user.mobile_no) && { hint: "This isn’t an Indian mobile number. Please correct it." })}
            />
          </div>
          <TextAreaField
            form={form}
            name="street"
            label="Address"
            defaultValue={initial.street}
            rows={1}
            autoComplete="street-address"
          />
          <div className="address-columns">
            <Field {...field} name="city" label="City" defaultValue={initial.city} autoComplete="address-level2" />
            <Field {...field} name="state" label="State" defaultValue={initial.state} autoComplete="address-level1" />
            <Field
              {...field}
              name="pincode"
              label="Pincode"
              defaultValue={initial.pincode}
              digits={6}
              inputMode="numeric"
              autoComplete="postal-code"
            />
          </div>
          <FormMessage form={form} />
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <SubmitButton
              running={form.running}
              isIdle={!isChanged && (preview === null || saved)}
              className="w-full sm:w-auto sm:min-w-[min(11rem,100%)]"
            >
              Save
            </SubmitButton>
            <p role="status" className="flex min-h-6 items-center gap-2 text-leaf text-small">
              {saved ? (
                <>
                  <CheckIcon width="20" height="20" />
                  Your profile has been saved.
                </>
              ) : (
                draft && <span className="text-bark">We’ve kept what you typed. Press Save to keep it.</span>
              )}
            </p>
          </div>
        </form>
      </Section>
      {phoneUpdates && (
        <Section title="Updates on your phone">
          <PhoneUpdates mobile={user.mobile_no} />
        </Section>
      )}
      <SavedAddresses />
      <Section title="Password and data">
        <ul className="divide-y divide-sand @tablet:-mt-4">
          <Setting pane="2" text="Choose a new one, and log out everywhere else." />
          <Setting pane="7" text="Download a copy, or ask us to erase it." />
          <Setting pane="6" text="Close it for good, with everything in it." className="text-terracotta" />
        </ul>
      </Section>
      <Section title={DEVICES_TITLE}>
        <Devices />
      </Section>
    </div>
  );
}

/** A link to a tab that the side panel does not have. */
function Setting({ pane, text, className = "" }: { pane: PaneKey; text: string; className?: string }) {
  return (
    <li>
      <Link to={panePath(pane)} className="flex items-center gap-4 py-4 hover:text-leaf">
        <span className="flex-1">
          <span className={`block font-semibold ${className}`}>{PANES[pane]}</span>
          <span className="block text-bark text-small">{text}</span>
        </span>
        <ChevronRightIcon width="20" height="20" className="shrink-0 text-bark" />
      </Link>
    </li>
  );
}
