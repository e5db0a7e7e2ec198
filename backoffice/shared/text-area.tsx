import type { TextareaHTMLAttributes } from "react";
import { Labelled, type LabelledProps } from "./labelled.tsx";

interface TextAreaProps extends LabelledProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "className"> {}

/** A labelled multi-line input with its error. */
export function TextArea({ label, error, hint, ...input }: TextAreaProps) {
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(attributes) => <textarea {...input} {...attributes} className="field" />}
    </Labelled>
  );
}
