import { useState } from "react";
import { MAX_MOVE_BYTES, type Move } from "../../contract/admin/moves.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { FileField, TABLE_FILES } from "../shared/file-field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const TOO_LARGE = `A move can have up to ${MAX_MOVE_BYTES / 1024 / 1024} MB. Please split the file.`;

interface MoveFileFormProps {
  label: string;
  hint: string;
  submit: string;
  /** Sends one file. @returns the move with it */
  send: (file: File, before: Move | null) => Promise<Move>;
  onDone: (move: Move) => Promise<unknown>;
}

/** Uploads files of another shop, one after the other. */
export function MoveFileForm({ label, hint, submit, send, onDone }: MoveFileFormProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  // A new input, because a chosen file stays in the old one.
  const [form, setForm] = useState(0);
  const { run, busy, error } = useAction();
  const isTooLarge = files.some(({ size }) => size > MAX_MOVE_BYTES);
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          let move: Move | null = null;
          for (const file of files) move = await send(file, move);
          setFiles([]);
          setForm((before) => before + 1);
          if (move) await onDone(move);
        });
      }}
    >
      <FileField
        key={form}
        label={label}
        accept={TABLE_FILES}
        hint={hint}
        isMultiple
        onChange={(_, all) => setFiles(all)}
        error={fieldMessage(error, "file") ?? (isTooLarge ? TOO_LARGE : undefined)}
      />
      <Problem error={error} />
      <Button
        type="submit"
        className="button-primary justify-self-start"
        disabled={busy || isTooLarge || files.length === 0}
      >
        {busy ? "Reading…" : submit}
      </Button>
    </form>
  );
}
