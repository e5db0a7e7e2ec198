import { type SubmitEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { MAX_REVIEW_TEXT_LENGTH, MAX_REVIEW_TITLE_LENGTH } from "../../../contract/limits.ts";
import { reviewForm } from "../../../contract/reviews/form.ts";
import { RequestError } from "../../api/request.ts";
import { sessionStore } from "../../session/session.ts";
import { Field, TextAreaField } from "../../shared/form/field.tsx";
import { FormMessage, SubmitButton } from "../../shared/form/submit.tsx";
import { useForm } from "../../shared/form/use-form.ts";
import { useRequest } from "../../shared/form/use-request.ts";
import { Modal } from "../../shared/modal.tsx";
import { Picture } from "../../shared/picture.tsx";
import { useStore } from "../../shared/store.ts";
import { showError } from "../../shared/toasts/toasts.tsx";
import { SendingStopped } from "../../shared/upload/send-files.ts";
import { SendingFiles } from "../../shared/upload/sending-files.tsx";
import { useIsMounted } from "../../shared/use-is-mounted.ts";
import { DeleteReview } from "./delete-review.tsx";
import { FilesField } from "./files-field.tsx";
import { changeDraft, clearDraft, draftOf, draftStore } from "./review-draft.ts";
import { storeReviewIntent } from "./review-intent.ts";
import { sendReview } from "./send-review.ts";
import { StarsField } from "./stars-field.tsx";
import type { ReviewDialogProps } from "./use-review-dialog.tsx";

/** The form's schema, with a field for errors of the files, which belong to the draft. */
const schema = z.extend(reviewForm, { files: z.optional(z.unknown()) });

/** The dialog to write or change a review. The draft outlives it. */
export function ReviewDialog({ product, onClose, onChanged }: ReviewDialogProps) {
  const productId = product._id;
  const [picture] = product.images;
  const draft = draftOf(useStore(draftStore), productId);
  const { session } = useStore(sessionStore);
  const [progress, setProgress] = useState("");
  /** Cancels the upload. */
  const [stop, setStop] = useState<AbortController | null>(null);
  const removal = useRequest();
  const isOpen = useIsMounted();
  const navigate = useNavigate();
  const { pathname } = useLocation();

  const form = useForm({
    schema,
    async onSubmit({ rating, review_title, review_text }) {
      const sending = new AbortController();
      const onProgress = (what: string) => {
        setProgress(what);
        setStop(what ? sending : null);
      };
      const words = { rating: Number(rating), review_title, review_text };
      try {
        const own = await sendReview(productId, words, { onProgress, signal: sending.signal });
        clearDraft(productId);
        onChanged(own);
        onClose();
      } catch (error) {
        onProgress("");
        if (error instanceof SendingStopped) {
          setProgress("Upload cancelled. Nothing was published, and your draft is still here.");
          return;
        }
        if (error instanceof RequestError) {
          // The page redirects to the login, which returns here.
          if ([401, 403].includes(error.errorResponse?.statusCode ?? 0)) storeReviewIntent(productId);
          // The page was left, so an error in the dialog would not be seen.
          else if (!isOpen.current) void showError("We couldn’t send your review.", error);
        }
        throw error;
      }
    },
  });

  const logIn = (event: SubmitEvent) => {
    event.preventDefault();
    storeReviewIntent(productId);
    onClose();
    void navigate("/login", { state: { from: pathname } });
  };
  const storeInput = () => changeDraft(productId, { title: form.read("review_title"), text: form.read("review_text") });

  return (
    <Modal
      label={`Write a review of ${product.title}`}
      onClose={onClose}
      busy={form.running || removal.running}
      className="dialog-sheet sm:max-w-xl"
    >
      <form
        {...form.props}
        {...(!session && { onSubmit: logIn })}
        onInput={storeInput}
        className="flex flex-col max-sm:min-h-dvh"
      >
        <div className="dialog-head flex items-center gap-4 sm:py-6">
          {picture && (
            <Picture
              picture={picture}
              alt=""
              sizes="96px"
              className="shrink-0"
              imageClassName="size-16 rounded-picture object-cover sm:size-20"
            />
          )}
          <div className="min-w-0">
            <h2 className="text-[1.625rem] sm:text-[1.75rem]">{draft.changes ? "Your review" : "Write a review"}</h2>
            <p className="mt-0.5 text-bark text-small wrap-anywhere">{product.title}</p>
          </div>
        </div>
        <div className="flex-1 px-(--dialog-gutter) pt-5 pb-2">
          <StarsField
            form={form}
            name="rating"
            value={draft.rating}
            onChange={(rating) => changeDraft(productId, { rating })}
          />
          <Field
            form={form}
            name="review_title"
            label="Review title"
            defaultValue={draft.title}
            placeholder="What would you tell a friend?"
            maxLength={MAX_REVIEW_TITLE_LENGTH}
            required
          />
          <TextAreaField
            form={form}
            name="review_text"
            label="Review"
            defaultValue={draft.text}
            placeholder="How does it smell or feel? How long does it last? When do you use it?"
            rows={4}
            maxLength={MAX_REVIEW_TEXT_LENGTH}
          />
          <FilesField form={form} name="files" productId={productId} files={draft.files}>
            Your review will appear under your account name.
            {!session && " We’ll keep your draft while you log in."}
          </FilesField>
        </div>
        <div className="dialog-foot flex flex-col">
          <FormMessage form={form} />
          <SubmitButton running={form.running} disabled={removal.running}>
            {labelOf(session !== null, draft.changes)}
          </SubmitButton>
          <SendingFiles words={progress} onStop={stop && (() => stop.abort())} />
        </div>
        <div className="px-(--dialog-gutter) pb-4 empty:hidden">
          {session && draft.changes && (
            <DeleteReview
              id={draft.changes}
              disabled={form.running}
              call={removal}
              onDeleted={() => {
                clearDraft(productId);
                onChanged(null);
                onClose();
              }}
            />
          )}
        </div>
      </form>
    </Modal>
  );
}

function labelOf(loggedIn: boolean, changes: string | null): string {
  if (!loggedIn) return "Log in to publish your review";
  return changes ? "Save your review" : "Publish your review";
}
