import { BinIcon } from "../shared/rare-icons.tsx";
import type { ItemKey } from "./item-key.ts";

export const removeButtonId = (key: ItemKey) => `remove-${key}`;

interface RemoveButtonProps {
  itemKey: ItemKey;
  title: string;
  onClick: () => void;
}

export function RemoveButton({ itemKey, title, onClick }: RemoveButtonProps) {
  return (
    <button
      type="button"
      id={removeButtonId(itemKey)}
      aria-label={`Remove ${title}`}
      onClick={onClick}
      className="icon-button rounded-full text-bark transition-colors duration-150 hover:bg-linen hover:text-terracotta"
    >
      <BinIcon width="20" height="20" />
    </button>
  );
}
