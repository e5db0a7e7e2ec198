import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { CLOSED_PATH } from "../../contract/closed-shop.ts";
import type { Measurement } from "../../contract/measurement.ts";
import { isPersonalPath } from "../../contract/personal-pages.ts";
import { answerStore, followAnswer } from "../shared/measurement-answer.ts";
import { useStore } from "../shared/store.ts";

type QuestionCode = typeof import("./question.tsx");
type VisitsCode = typeof import("./visits.ts");

/** Shows the question until it is answered, and reports the visited pages once it is allowed. Personal pages have neither. */
export function Measure({ measurement }: { measurement: Measurement }) {
  const { pathname, search } = useLocation();
  const answer = useStore(answerStore);
  const [question, setQuestion] = useState<QuestionCode | null>(null);
  const [visits, setVisits] = useState<VisitsCode | null>(null);
  const isPersonal = isPersonalPath(pathname) || pathname === CLOSED_PATH;
  const asks = answer === null && !isPersonal;
  const { script } = measurement;

  useEffect(() => followAnswer(measurement), [measurement]);
  useEffect(() => {
    if (asks && !question) import("./question.tsx").then(setQuestion, () => {});
  }, [asks, question]);
  useEffect(() => {
    if (script && answer === "allowed" && !isPersonal && !visits) import("./visits.ts").then(setVisits, () => {});
  }, [script, answer, isPersonal, visits]);
  useEffect(() => {
    if (script) visits?.followPage(script, { pathname, search, counts: answer === "allowed" && !isPersonal });
  }, [script, visits, pathname, search, answer, isPersonal]);

  return asks && question && <question.Question measurement={measurement} />;
}
