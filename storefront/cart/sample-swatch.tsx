import type { Cart } from "../../contract/cart/schemas.ts";
import { CheckIcon, PlusIcon } from "../shared/icons.tsx";
import { Picture } from "../shared/picture.tsx";

interface SampleSwatchProps {
  sample: NonNullable<Cart["samples"]>["options"][number];
  isChosen: boolean;
  onToggle: () => void;
}

/** A sample to tick: a picture with its name. A sold-out one can only be unticked. */
export function SampleSwatch({ sample: { title, size, images, available }, isChosen, onToggle }: SampleSwatchProps) {
  const [picture] = images;
  const isOff = !available && !isChosen;
  return (
    <li className="w-18 shrink-0 @tablet:w-auto">
      <label
        className={`group relative flex flex-col items-start @min-[70rem]:flex-row @min-[70rem]:items-center @min-[70rem]:gap-3 ${isOff ? "opacity-55" : "cursor-pointer"}`}
      >
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isOff}
          onChange={onToggle}
          className="peer absolute size-px opacity-0"
        />
        <span className="relative block size-18 shrink-0 rounded-picture outline-offset-4 outline-leaf peer-checked:[box-shadow:0_0_0_2px_var(--color-paper),0_0_0_4px_var(--color-leaf)] peer-focus-visible:outline-2">
          <span className="block size-full overflow-hidden rounded-[inherit] bg-linen">
            {picture && <Picture picture={picture} alt="" sizes="68px" imageClassName="size-full object-cover" />}
          </span>
          {!isOff && (
            <span
              className={`absolute right-1 bottom-1 grid size-7 place-items-center rounded-full border ${isChosen ? "border-leaf bg-leaf text-paper" : "border-sand bg-paper text-leaf"}`}
            >
              {isChosen ? <CheckIcon width="16" height="16" /> : <PlusIcon width="16" height="16" />}
            </span>
          )}
        </span>
        <span className="mt-2 text-tiny leading-tight wrap-anywhere">
          {title}
          <span className="mt-0.5 block text-[0.75rem] text-bark">{available ? size : "Run out"}</span>
        </span>
      </label>
    </li>
  );
}
