import { type FormEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Product } from "../../../contract/catalogue.ts";
import { Modal } from "../../components/modal.tsx";
import { useStore } from "../../state/store.ts";
import { FilePreviews } from "./file-previews.tsx";
import { addFiles, changeDraft, draftOf, draftStore, removeFile } from "./review-draft.ts";
import { StarsField } from "./stars-field.tsx";

/** The window in which a review is written. The draft outlives it. */
export function ReviewDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const draft = draftOf(useStore(draftStore), product._id);
  const [refused, setRefused] = useState<string[]>([]);
  const navigate = useNavigate();
  const { pathname } = useLocation();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    navigate("/login", { state: { from: pathname } });
  };

  return (
    <Modal
      label={`Write a review of ${product.title}`}
      onClose={onClose}
      className="sm:max-w-xl! sm:rounded-picture sm:[--modal-room:3rem] max-sm:min-h-dvh"
    >
      <form onSubmit={submit} className="flex flex-col gap-6 px-5 py-8 sm:px-10 sm:py-10">
        <div className="pr-10">
          <h2 className="text-heading">Write a review</h2>
          <p className="mt-2 text-bark wrap-anywhere">{product.title}</p>
        </div>
        <StarsField value={draft.rating} onChange={(rating) => changeDraft(product._id, { rating })} />
        <div>
          <label htmlFor="review-title" className="mb-1.5 block font-semibold text-small">
            Review title
          </label>
          <input
            id="review-title"
            value={draft.title}
            onChange={(event) => changeDraft(product._id, { title: event.target.value })}
            placeholder="What would you tell a friend?"
            maxLength={MAX_TITLE}
            className="field"
          />
        </div>
        <div>
          <label htmlFor="review-text" className="mb-1.5 block font-semibold text-small">
            Review
          </label>
          <textarea
            id="review-text"
            value={draft.text}
            onChange={(event) => changeDraft(product._id, { text: event.target.value })}
            placeholder="How does it open, how long does it stay, when do you wear it?"
            rows={4}
            maxLength={MAX_TEXT}
            className="field"
          />
        </div>
        <div>
          <p id="review-files-label" className="mb-1.5 font-semibold text-small">
            Pictures or videos <span className="font-normal text-bark">(if you like)</span>
          </p>
          <FilePreviews files={draft.files} onRemove={(id) => removeFile(product._id, id)}>
            <label className="relative grid size-24 cursor-pointer place-items-center rounded-[6px] border border-control border-dashed text-center text-small text-bark hover:bg-linen has-focus-visible:outline-2 has-focus-visible:outline-leaf has-focus-visible:outline-offset-3">
              <span aria-hidden="true" className="px-2">
                + Choose
              </span>
              <span className="sr-only">Choose pictures or videos</span>
              <input
                type="file"
                multiple
                accept="image/*,video/*"
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                onChange={(event) => {
                  setRefused(addFiles(product._id, [...(event.target.files ?? [])]));
                  // The same file may be chosen again after it was removed.
                  event.target.value = "";
                }}
              />
            </label>
          </FilePreviews>
          {refused.length > 0 && (
            <p role="alert" className="mt-2 text-small text-terracotta wrap-anywhere">
              {refused.join(", ")}: only pictures and videos can be shown with a review.
            </p>
          )}
        </div>
        <div className="flex flex-col gap-3 border-t border-sand pt-6">
          <p className="text-small text-bark">
            Reviews are published under the name of your account. What you have written stays here while you log in.
          </p>
          <button type="submit" className="button-primary">
            Log in to publish your review
          </button>
        </div>
      </form>
    </Modal>
  );
}

const MAX_TITLE = 150;
const MAX_TEXT = 5000;
