import { BinIcon } from "../shared/rare-icons.tsx";

interface RemoveButtonProps {
  title: string;
  onClick: () => void;
}

export function RemoveButton({ title, onClick }: RemoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={`Remove ${title}`}
      onClick={onClick}
      className="icon-button rounded-full text-bark transition-colors duration-150 hover:bg-linen hover:text-terracotta"
    >
      <BinIcon width="20" height="20" />
    </button>
  );
}
