import { Field } from "../shared/field.tsx";
import { pictureUrl } from "../shared/picture-url.ts";
import { UploadList } from "../shared/upload-list.tsx";
import { useUploads } from "../shared/use-uploads.ts";

interface CategoryPictureProps {
  /** The stored path; "" for none. */
  path: string;
  alt: string;
  mayEdit: boolean;
  error: string | undefined;
  onPath: (path: string) => void;
  onAlt: (alt: string) => void;
}

/** Edits a category's picture, shown in the menu, on the home page and above its products. */
export function CategoryPicture({ path, alt, mayEdit, error, onPath, onAlt }: CategoryPictureProps) {
  const uploads = useUploads(onPath, "uploadCategoryPicture");
  return (
    <div className="grid gap-2">
      <div>
        <p className="font-semibold">Picture</p>
        <p className="text-small text-bark">
          Shown in the menu, on the home page and above its products. Best 1920 × 640 pixels, its subject in the right
          third.
        </p>
      </div>
      {path ? (
        <>
          <img
            src={pictureUrl(path, 480)}
            alt={alt || "Not described yet"}
            className="w-full max-w-64 rounded-control bg-sand"
          />
          <Field
            label="Description of the picture"
            value={alt}
            autoComplete="off"
            error={error}
            hint="Read out by screen readers."
            onChange={(event) => onAlt(event.target.value)}
          />
        </>
      ) : (
        <p className="text-bark">There is no picture yet.</p>
      )}
      {mayEdit && (
        <div className="flex flex-wrap gap-2">
          <label className="button-quiet focus-within:outline-2 focus-within:outline-leaf">
            {path ? "Another picture" : "Add a picture"}
            <input
              type="file"
              accept="image/jpeg,image/png,image/webp,image/avif"
              className="sr-only"
              onChange={(event) => {
                uploads.add([...(event.target.files ?? [])]);
                event.target.value = "";
              }}
            />
          </label>
          {path && (
            <button type="button" className="button-quiet" onClick={() => onPath("")}>
              Remove the picture
            </button>
          )}
        </div>
      )}
      <UploadList uploads={uploads} />
    </div>
  );
}
