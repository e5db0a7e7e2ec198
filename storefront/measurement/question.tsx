import { useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import { ALLOW, type Measurement, QUESTION_TITLE, questionText, REFUSE } from "../../contract/measurement.ts";
import { announce } from "../shared/announcer.tsx";
import { focusPart } from "../shared/focus.ts";
import { giveAnswer, type MeasurementAnswer } from "../shared/measurement-answer.ts";

/** Asks, at the window's bottom, without preventing anything: the page stays usable, and both answers weigh the same. */
export function Question({ measurement }: { measurement: Measurement }) {
  const area = useRef<HTMLElement>(null);
  const title = useId();
  useHeightOnRoot(area);
  useEffect(() => announce(`${QUESTION_TITLE} The question is at the end of this page.`), []);

  const answer = (given: MeasurementAnswer) => {
    // The buttons disappear, and with them the focus.
    focusPart(document.getElementById("main"));
    giveAnswer(measurement, given);
    announce(given === "allowed" ? "Thank you. Visits are measured." : "Nothing is measured.");
  };
  return (
    <section
      ref={area}
      data-question
      aria-labelledby={title}
      className="fixed inset-x-0 bottom-0 z-40 max-h-[70svh] overflow-y-auto border-sand border-t bg-linen px-gutter pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] [box-shadow:0_-8px_32px_rgb(34_28_21/0.12)] sm:right-auto sm:bottom-4 sm:left-4 sm:w-[26rem] sm:rounded-picture sm:border sm:px-5 sm:pt-4 sm:pb-5"
    >
      <h2 id={title} className="text-title">
        {QUESTION_TITLE}
      </h2>
      <p className="mt-1 text-bark text-small">
        {questionText(measurement)} Change your answer any time in our{" "}
        <Link to="/privacy-policy" className="text-link">
          Privacy Policy
        </Link>
        .
      </p>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <button type="button" className="button-quiet px-3" onClick={() => answer("refused")}>
          {REFUSE}
        </button>
        <button type="button" className="button-quiet px-3" onClick={() => answer("allowed")}>
          {ALLOW}
        </button>
      </div>
    </section>
  );
}

/** Keeps the question's height as `--question`, above which bars stick and the keyboard's focus stops (app.css). */
function useHeightOnRoot(area: { current: HTMLElement | null }): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty("--question", `${area.current?.offsetHeight ?? 0}px`);
    });
    if (area.current) observer.observe(area.current);
    return () => {
      observer.disconnect();
      style.removeProperty("--question");
    };
  }, [area]);
}
