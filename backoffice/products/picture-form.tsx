import { useState } from "react";
import type { AdminProduct } from "../../contract/admin/products.ts";
import { objectPositionOf } from "../../contract/object-position.ts";
import type { EditedPicture, PictureCrop } from "../../contract/pictures.ts";
import { call } from "../api/client.ts";
import { EntryButtons } from "../shared/entry-buttons.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { removed, reordered, replaced } from "../shared/list-edits.ts";
import { pictureUrl } from "../shared/picture-url.ts";
import { useMay } from "../shared/session.ts";
import { UploadList } from "../shared/upload-list.tsx";
import { fieldMessage } from "../shared/use-action.ts";
import { useUploads } from "../shared/use-uploads.ts";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
import { AddPictures } from "./add-pictures.tsx";
import { CropDialog } from "./crop-dialog.tsx";
import { focusIn, WHOLE } from "./crop-part.ts";
import { FocalPoint } from "./focal-point.tsx";
import { draftKey, savedText } from "./sections.ts";

type ShownPicture = Pick<EditedPicture, "path" | "alt" | "focus" | "crop">;

interface PictureFormProps {
  product: AdminProduct;
  onChanged: (product: AdminProduct) => void;
}

/** Edits the pictures of a product: several can be uploaded at once, and sorted by dragging or by buttons. */
export function PictureForm({ product, onChanged }: PictureFormProps) {
  const stored = {
    images: JSON.stringify(
      product.images.map(({ path, alt, focus, crop }) => ({
        path,
        alt,
        ...(focus && { focus }),
        ...(crop && { crop }),
      })),
    ),
  };
  const read = (text: string) => JSON.parse(text) as ShownPicture[];
  const form = useVersionedForm({
    draft: draftKey(product._id, "pictures"),
    stored,
    version: product.version,
    labels: { images: "Pictures" },
    subject: "this product",
    savedText: savedText(product),
    changedBy: product.lastChange?.by,
    shown: (_, json) =>
      read(json)
        .map(({ alt }) => alt || "without a description")
        .join(" · "),
    async save({ version }) {
      const body = { version, images: images.map((image) => ({ focus: null, crop: null, ...image })) };
      onChanged(await call("changeProduct", { params: { id: product._id }, body }));
    },
  });
  const { error } = form;
  const images = read(form.values.images);
  const set = (change: (latest: ShownPicture[]) => ShownPicture[]) =>
    form.set("images", (latest) => JSON.stringify(change(read(latest))));
  const uploads = useUploads((path) => set((latest) => [...latest, { path, alt: "" }]), "uploadProductPicture");
  const mayEdit = useMay("edit_products");
  const [dragged, setDragged] = useState<number | null>(null);
  const [moved, setMoved] = useState("");
  const [cropped, setCropped] = useState<number | null>(null);
  const shownCrop = cropped === null ? undefined : images[cropped];

  const move = (from: number, to: number) => {
    const picture = images[from];
    if (!picture || to < 0 || to >= images.length) return;
    set((latest) => reordered(latest, from, to));
    setMoved(`Picture ${from + 1} is now picture ${to + 1} of ${images.length}.`);
  };
  async function crop(at: number, part: PictureCrop): Promise<void> {
    const picture = images[at];
    if (!picture) return;
    const of = picture.crop?.of ?? picture.path;
    const isWhole = part.width === 100 && part.height === 100;
    const { path } = isWhole ? { path: of } : await call("cropProductPicture", { body: { path: of, part } });
    const focus = focusIn(picture.focus, picture.crop?.part ?? WHOLE, part);
    const result = { path, ...(focus && { focus }), ...(!isWhole && { crop: { of, part } }) };
    set((latest) => latest.map((one) => (one.path === picture.path ? { ...result, alt: one.alt } : one)));
    setCropped(null);
  }
  return (
    <>
      <VersionedForm
        form={form}
        className="panel grid gap-4 p-4"
        onDragOver={(event) => {
          if (mayEdit && event.dataTransfer.types.includes("Files")) event.preventDefault();
        }}
        onDrop={(event) => {
          if (!mayEdit || event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          uploads.add([...event.dataTransfer.files]);
        }}
      >
        {images.length === 0 && (
          <p className="text-bark">There are no pictures yet. The first one is shown in lists.</p>
        )}
        <ol className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {images.map(({ path, alt, focus, crop }, at) => (
            <li
              key={path}
              className={`panel grid content-start gap-2 p-3 ${dragged === at ? "opacity-50" : ""}`}
              onDragOver={(event) => {
                if (dragged !== null) event.preventDefault();
              }}
              onDrop={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                move(dragged, at);
                setDragged(null);
              }}
            >
              <img
                src={pictureUrl(path, 480)}
                alt={alt || "Not described yet"}
                draggable={mayEdit}
                className="aspect-square w-full rounded-control bg-sand object-cover"
                style={{ objectPosition: objectPositionOf({ focus }) }}
                onDragStart={() => setDragged(at)}
                onDragEnd={() => setDragged(null)}
              />
              <Field
                label={`Description of picture ${at + 1}`}
                value={alt}
                disabled={!mayEdit}
                autoComplete="off"
                error={fieldMessage(error, `images.${at}.alt`) ?? fieldMessage(error, `images.${at}.path`)}
                hint={at === 0 ? "Read out by screen readers, and by search engines." : undefined}
                onChange={({ target }) =>
                  set((latest) => replaced(latest, at, { path, focus, crop, alt: target.value }))
                }
              />
              {mayEdit && (
                <FocalPoint
                  number={at + 1}
                  picture={{ path, focus }}
                  onChange={(next) => set((latest) => replaced(latest, at, { path, alt, crop, focus: next }))}
                />
              )}
              {mayEdit && (
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <button type="button" className="button-quiet" onClick={() => setCropped(at)}>
                    Crop<span className="sr-only">: picture {at + 1}</span>
                  </button>
                  <EntryButtons
                    of={`picture ${at + 1}`}
                    isRow
                    isFirst={at === 0}
                    isLast={at === images.length - 1}
                    onMove={(by) => move(at, at + by)}
                    onRemove={() => set((latest) => removed(latest, at))}
                  />
                </div>
              )}
            </li>
          ))}
        </ol>
        <p role="status" className="sr-only">
          {moved}
        </p>
        {mayEdit && <AddPictures uploads={uploads} count={images.length} />}
        <UploadList uploads={uploads} />
        <Problem error={error} otherwise={error?.errors.find(({ field }) => !field.startsWith("images."))?.message} />
        {mayEdit && <SaveButtons form={form} save="Save pictures" />}
      </VersionedForm>
      {cropped !== null && shownCrop && (
        <CropDialog
          number={cropped + 1}
          path={shownCrop.crop?.of ?? shownCrop.path}
          part={shownCrop.crop?.part ?? WHOLE}
          onCrop={(part) => crop(cropped, part)}
          onClose={() => setCropped(null)}
        />
      )}
    </>
  );
}
