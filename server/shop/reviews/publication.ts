/** Decides whether a review is published at once. */

import type { ReviewState } from "../../../contract/reviews/schemas.ts";
import { type Concern, concernsOf } from "./screening.ts";

interface Words {
  title: string;
  text: string | null;
}

export interface Publication {
  state: ReviewState;
  /** The reason for the author; empty if published. */
  note: string;
}

/**
 * Decides about a review. @param before the stored review; null for a new one. An unchanged text keeps its state; a rejected review is
 * screened again after any change of its text
 */
export function publicationOf(words: Words, before: (Words & Publication) | null): Publication {
  if (before && before.title === words.title && before.text === words.text)
    return { state: before.state, note: before.note };
  const concerns = concernsOf(words.title, words.text ?? "");
  if (concerns.length > 0) return { state: "held", note: noteOf(concerns) };
  if (before?.state === "rejected") return { state: "held", note: "We’re checking your changes before it goes live." };
  return { state: "published", note: "" };
}

const noteOf = (concerns: readonly Concern[]) =>
  `It seems to contain ${concerns.join(" and ")}, so we’re checking it first. You can also edit it.`;
