import { Modal } from "../../shared/modal.tsx";
import { useShop } from "../../shared/shop-context.ts";

interface VideoDialogProps {
  /** Relative to the media host. */
  path: string;
  label: string;
  onClose: () => void;
}

/** Plays a review's video. */
export function VideoDialog({ path, label, onClose }: VideoDialogProps) {
  const { mediaHost } = useShop();
  return (
    <Modal label={label} onClose={onClose} className="max-w-[min(100vw,85dvh)]! bg-ink! sm:rounded-picture">
      {/* biome-ignore lint/a11y/useMediaCaption: customers' videos have no captions */}
      <video src={mediaHost + path} controls autoPlay playsInline className="max-h-[85dvh] w-full" />
    </Modal>
  );
}
