import { useEffect, useId, useState } from "react";
import type { User } from "../../contract/accounts/schemas.ts";
import { takeDroppedFiles } from "../../contract/dropped-files.ts";
import { announce } from "../shared/announcer.tsx";
import { Avatar } from "../shared/avatar.tsx";
import { FieldError } from "../shared/form/field.tsx";
import { PICTURE_TYPES, pictureProblem } from "../shared/picture-file.ts";
import { CameraIcon } from "../shared/rare-icons.tsx";

interface PortraitChoiceProps {
  user: User;
  preview: string | null;
  isPreviewSaved: boolean;
  disabled: boolean;
  /** Called with null to undo the choice. */
  onPicture: (picture: File | null) => void;
}

/** The field for a profile picture, which the side panel shows, also before it is saved. Rejects files that cannot be shown. */
export function PortraitChoice({ user, preview, isPreviewSaved, disabled, onPicture }: PortraitChoiceProps) {
  const id = useId();
  const [error, setError] = useState<string>();
  useEffect(takeDroppedFiles, []);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const problem = await pictureProblem(file);
    setError(problem ?? undefined);
    if (problem) announce(problem);
    if (!problem) onPicture(file);
  };

  return (
    <div className="mb-3 flex flex-wrap items-start gap-4">
      <Avatar name={user.name} image={user.profile_image} preview={preview} size={72} />
      <div className="min-w-0 flex-[1_1_11rem]">
        <div className="flex flex-wrap items-center gap-x-4">
          <label className="button-quiet relative cursor-pointer px-4 has-focus-visible:outline-2 has-focus-visible:outline-leaf has-focus-visible:outline-offset-3">
            <CameraIcon width="20" height="20" />
            {user.profile_image || preview ? "Change photo" : "Add a photo"}
            <input
              type="file"
              accept={PICTURE_TYPES.join(",")}
              disabled={disabled}
              aria-label="Profile picture"
              aria-describedby={`${id}-hint ${id}-error`}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              onChange={(event) => {
                void choose(event.target.files?.[0]);
                // Allows choosing the same file again.
                event.target.value = "";
              }}
            />
          </label>
          {preview && !isPreviewSaved && (
            <button
              type="button"
              disabled={disabled}
              onClick={() => onPicture(null)}
              className="min-h-11 text-leaf text-small text-link"
            >
              Undo
            </button>
          )}
        </div>
        <p id={`${id}-hint`} className="mt-1.5 text-bark text-small">
          {preview && !isPreviewSaved ? "Press Save to keep this change." : "JPEG, PNG, WebP or AVIF, up to 8 MB."}
        </p>
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </div>
  );
}
