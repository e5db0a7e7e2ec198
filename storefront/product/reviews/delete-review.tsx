import { useState } from "react";
import { api } from "../../api/api.ts";
import { ignoreNotFound } from "../../api/request.ts";
import { BusyButton } from "../../shared/form/busy-button.tsx";
import { FormMessage } from "../../shared/form/submit.tsx";
import type { useRequest } from "../../shared/form/use-request.ts";
import { BinIcon } from "../../shared/rare-icons.tsx";

interface DeleteReviewProps {
  id: string;
  disabled: boolean;
  /** The request, during which the dialog stays open. */
  call: ReturnType<typeof useRequest>;
  onDeleted: () => void;
}

/** Deletes the customer's review after a confirmation. */
export function DeleteReview({ id, disabled, call: { running, start }, onDeleted }: DeleteReviewProps) {
  const [message, setMessage] = useState<string | null>(null);

  const remove = () => {
    setMessage(null);
    void start(() => ignoreNotFound(api.deleteReview({ params: { id } })), {
      onSuccess: onDeleted,
      onError: (failed) => setMessage(failed.message),
    });
  };

  return (
    <details className="mt-3 text-small">
      <summary className="flex min-h-11 cursor-pointer items-center justify-center gap-2 text-bark hover:text-terracotta">
        <BinIcon width="18" height="18" />
        Delete your review
      </summary>
      <p className="mt-1 mb-3 text-center">Your review and its photos and videos will be deleted permanently.</p>
      <FormMessage form={{ message }} />
      <BusyButton
        running={disabled || running}
        onClick={remove}
        className="button-quiet w-full border-terracotta! text-terracotta"
      >
        Delete for good
      </BusyButton>
    </details>
  );
}
