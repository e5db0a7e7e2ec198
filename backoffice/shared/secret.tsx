import { Dialog } from "./dialog.tsx";
import { useCopy } from "./use-copy.ts";

interface SecretProps {
  title: string;
  secret: string;
  /** What to do with it. */
  note?: string;
  onClose: () => void;
}

/** Shows a secret once. */
export function Secret({ title, secret, note = "", onClose }: SecretProps) {
  const { copy, said } = useCopy();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>Copy it now: it is shown only once. {note}</p>
      <p className="my-3 rounded-sm border border-sand bg-paper p-3">
        <code className="wrap-anywhere select-all">{secret}</code>
      </p>
      <p role="status" className="mb-3 text-bark empty:hidden">
        {said}
      </p>
      <div className="flex justify-end gap-2">
        <button type="button" className="button-quiet" onClick={() => void copy(secret)}>
          Copy
        </button>
        <button type="button" className="button-primary" onClick={onClose}>
          I have it
        </button>
      </div>
    </Dialog>
  );
}
