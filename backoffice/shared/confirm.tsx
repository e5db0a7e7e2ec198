import { Dialog } from "./dialog.tsx";

interface ConfirmProps {
  title: string;
  consequences: string;
  action: string;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks for a confirmation of what cannot be undone. */
export function Confirm({ title, consequences, action, onCancel, onConfirm }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onCancel}>
      <p className="mb-4">{consequences}</p>
      <div className="flex justify-end gap-2">
        <button type="button" className="button-quiet" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className="button-danger" onClick={onConfirm}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
