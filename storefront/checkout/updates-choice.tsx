import type { PhoneChannel } from "../../contract/phone-messages/channels.ts";
import { orderUpdatesWording } from "../../contract/phone-messages/consent.ts";
import { ChoiceRow } from "./choice-row.tsx";

interface UpdatesChoiceProps {
  channels: readonly PhoneChannel[];
  /** Ten digits. */
  mobile: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Offers updates about the order on the phone; the box is never ticked by itself. */
export function UpdatesChoice({ channels, mobile, checked, onChange }: UpdatesChoiceProps) {
  return (
    <section aria-labelledby="updates" className="py-2">
      <ChoiceRow title="Updates" id="updates" className="items-center">
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={checked}
            onChange={({ target }) => onChange(target.checked)}
            className="size-5 shrink-0 accent-leaf"
          />
          <span>{orderUpdatesWording(channels, mobile)}</span>
        </label>
      </ChoiceRow>
    </section>
  );
}
