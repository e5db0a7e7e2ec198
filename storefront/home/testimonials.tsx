import type { Testimonial } from "../../contract/content/schemas.ts";
import { Carousel } from "../shared/carousel.tsx";
import { Picture } from "../shared/picture.tsx";
import { Stars } from "../shared/product/stars.tsx";

const AUTOPLAY_MS = 2500;

/** Influencer's Choices; nothing if there are none. */
export function Testimonials({ testimonials }: { testimonials: Testimonial[] }) {
  if (testimonials.length === 0) return null;
  return (
    <div className="container-page py-14 md:py-20">
      <h2 className="text-center text-heading">Influencer's Choices</h2>
      <Carousel
        label="Influencer's Choices"
        autoplayMs={AUTOPLAY_MS}
        stopOnInteraction={false}
        controls="below"
        className="mt-10"
        slideClassName="basis-full px-3 sm:basis-1/2 lg:basis-1/3"
      >
        {testimonials.map((testimonial) => (
          <figure key={testimonial.id} className="flex h-full flex-col gap-5 border-t border-sand pt-6">
            <Stars rating={testimonial.rating} className="text-lg" />
            <blockquote className="flex-1 font-display text-[1.1875rem] leading-snug">
              “{testimonial.review}”
            </blockquote>
            <figcaption className="flex items-center gap-3">
              <Picture picture={testimonial.image} alt="" sizes="48px" imageClassName="size-12 rounded-full" />
              <span>
                <span className="block font-semibold">{testimonial.name}</span>
                <span className="block text-small text-bark">{testimonial.designation}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </Carousel>
    </div>
  );
}
