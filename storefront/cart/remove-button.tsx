import { BinIcon } from "../shared/icons.tsx";

export const removeButtonId = (productId: string) => `remove-${productId}`;

interface RemoveButtonProps {
  productId: string;
  title: string;
  onClick: () => void;
}

export function RemoveButton({ productId, title, onClick }: RemoveButtonProps) {
  return (
    <button
      type="button"
      id={removeButtonId(productId)}
      aria-label={`Remove ${title}`}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full text-bark transition-colors duration-150 hover:bg-linen hover:text-terracotta"
    >
      <BinIcon width="20" height="20" />
    </button>
  );
}
