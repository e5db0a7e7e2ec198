import type { Product } from "../../contract/catalogue/schemas.ts";
import { AccordionSection } from "./accordion-section.tsx";
import { noteLevels } from "./notes.ts";

const NOTE_TIMES = { Top: "the first few minutes", Heart: "the next few hours", Base: "what lingers" };

/** Shows Key benefits, How to use, Perfume notes and Faqs, in this order; empty ones are omitted. */
export function ProductSections({ product }: { product: Product }) {
  const { key_benefits, how_to_use, notes, faqs } = product;
  const levels = noteLevels(product.notePyramid);
  if (key_benefits.length + how_to_use.length + notes.length + levels.length + faqs.length === 0) return null;
  return (
    <div className="border-t border-sand">
      {key_benefits.length > 0 && (
        <AccordionSection title="Key benefits" open>
          <ul className="flex flex-col gap-2.5">
            {key_benefits.map((benefit) => (
              <li
                key={benefit}
                className="flex gap-3 before:mt-[0.65em] before:size-1.5 before:shrink-0 before:rotate-45 before:bg-brass"
              >
                {benefit}
              </li>
            ))}
          </ul>
        </AccordionSection>
      )}
      {how_to_use.length > 0 && (
        <AccordionSection title="How to use" open={key_benefits.length === 0}>
          <ol className="flex flex-col gap-3 [counter-reset:step]">
            {how_to_use.map((step) => (
              <li
                key={step}
                className="flex gap-4 [counter-increment:step] before:w-5 before:shrink-0 before:font-display before:text-[1.25rem] before:leading-[1.3] before:text-brass before:content-[counter(step)]"
              >
                {step}
              </li>
            ))}
          </ol>
        </AccordionSection>
      )}
      {levels.length > 0 ? (
        <AccordionSection title="Perfume notes">
          <dl className="flex flex-col gap-4">
            {levels.map((level) => (
              <div key={level.name} className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
                <dt>
                  {level.name} notes
                  <span className="block text-small text-bark">{NOTE_TIMES[level.name]}</span>
                </dt>
                <dd className="font-display text-[1.125rem]">{level.notes.join(", ")}</dd>
              </div>
            ))}
          </dl>
        </AccordionSection>
      ) : (
        notes.length > 0 && <AccordionSection title="Perfume notes">{notes.join(", ")}</AccordionSection>
      )}
      {faqs.length > 0 && (
        <AccordionSection title="Faqs">
          <dl className="flex flex-col gap-5">
            {faqs.map(({ question, answer }) => (
              <div key={question}>
                <dt className="font-semibold">{question}</dt>
                <dd className="mt-1 text-bark">{answer}</dd>
              </div>
            ))}
          </dl>
        </AccordionSection>
      )}
    </div>
  );
}
