import { useEffect } from "react";
import { ALLOW, type Measurement, REFUSE } from "../../contract/measurement.ts";
import { announce } from "../shared/announcer.tsx";
import {
  answerStore,
  asksNotToBeTracked,
  followAnswer,
  giveAnswer,
  type MeasurementAnswer,
} from "../shared/measurement-answer.ts";
import { useStore } from "../shared/store.ts";

const STATES = {
  allowed: "You’ve allowed it.",
  refused: "You haven’t allowed it. Nothing is measured.",
  unanswered: "You haven’t answered yet. Nothing is measured.",
};

/** The shopper's answer in the privacy policy, where it can be changed; below the text of its section. */
export function Choice({ measurement }: { measurement: Measurement }) {
  const answer = useStore(answerStore);
  useEffect(() => followAnswer(measurement), [measurement]);
  if (answer === undefined) return null;
  return (
    <div className="@container -mt-4 pb-9 md:pb-12">
      <div className="@tablet:pl-[15.25rem] @desktop:pl-[20.5rem]">
        <div className="grid max-w-[38rem] gap-4 rounded-picture bg-linen p-5">
          {asksNotToBeTracked() ? (
            <p>Your browser asks not to be tracked, so nothing is measured.</p>
          ) : (
            <Buttons measurement={measurement} answer={answer} />
          )}
        </div>
      </div>
    </div>
  );
}

function Buttons({ measurement, answer }: { measurement: Measurement; answer: MeasurementAnswer | null }) {
  const choose = (given: MeasurementAnswer) => {
    giveAnswer(measurement, given);
    announce(STATES[given]);
  };
  return (
    <>
      <p>{STATES[answer ?? "unanswered"]}</p>
      <fieldset className="grid grid-cols-2 gap-3">
        <legend className="sr-only">Measuring visits and purchases</legend>
        {ANSWERS.map(([given, label]) => (
          <button
            key={given}
            type="button"
            aria-pressed={answer === given}
            className="button-quiet px-3 aria-pressed:border-ink"
            onClick={() => choose(given)}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </>
  );
}

const ANSWERS = [
  ["refused", REFUSE],
  ["allowed", ALLOW],
] as const;
