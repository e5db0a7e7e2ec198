import { useState } from "react";
import { MAX_ALT } from "../../contract/admin/content.ts";
import { Button } from "../shared/button.tsx";
import { Field } from "../shared/field.tsx";
import { PictureInput } from "./picture-input.tsx";

/** Uploads a picture for a page of text, and inserts it where the cursor was; it needs its description first. */
export function InsertPicture({ onInsert }: { onInsert: (markdown: string) => void }) {
  const [alt, setAlt] = useState("");
  const [path, setPath] = useState("");
  const [problem, setProblem] = useState("");
  // Brackets would end the description in Markdown.
  const description = alt.replace(/[[\]]/g, "").trim();
  return (
    <details className="border border-sand">
      <summary className="px-3 py-2 hover:bg-paper">Insert a picture</summary>
      <div className="grid gap-3 border-sand border-t p-3">
        <PictureInput label="Picture" path={path} onChange={setPath} />
        <Field
          label="What the picture shows"
          value={alt}
          maxLength={MAX_ALT}
          error={problem || undefined}
          hint="Screen readers read it out, and it is shown while the picture is missing."
          onChange={(event) => {
            setProblem("");
            setAlt(event.target.value);
          }}
          // Enter would save the page.
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
        />
        <Button
          type="button"
          className="button-quiet justify-self-start"
          disabled={path === ""}
          onClick={() => {
            if (description === "") return setProblem("Please say what the picture shows.");
            onInsert(`![${description}](${path})`);
            setAlt("");
            setPath("");
          }}
        >
          Insert after the paragraph with the cursor
        </Button>
      </div>
    </details>
  );
}
