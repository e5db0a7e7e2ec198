import type { Testimonial } from "../../contract/content/schemas.ts";
import { Carousel } from "../shared/carousel.tsx";
import { Picture } from "../shared/picture.tsx";
import { Stars } from "../shared/product/stars.tsx";

const AUTOPLAY_MS = 2500;

/** Influencer's Choices; nothing if there are none. */
export function Testimonials({ testimonials }: { testimonials: Testimonial[] }) {
  if (testimonials.length === 0) return null;
  return (
    <div className="container-page overflow-x-clip py-section">
      <Carousel
        label="Influencer's Choices"
        heading={<h2 className="text-heading">Influencer's Choices</h2>}
        autoplayMs={AUTOPLAY_MS}
        stopOnInteraction={false}
        controls="beside"
        viewportClassName="mt-6 -mr-6 md:mt-9 md:-mr-10"
        slideClassName="basis-[92%] pr-6 sm:basis-1/2 md:pr-10 lg:basis-1/3"
      >
        {testimonials.map((testimonial) => (
          <figure key={testimonial.id} className="flex h-full flex-col gap-7 border-t border-sand pt-7">
            <blockquote className="sm:flex-1 pl-[0.4em] font-display text-quote leading-[1.3] [text-indent:-0.4em]">
              “{testimonial.review}”
            </blockquote>
            <figcaption className="flex items-center gap-4">
              <Picture
                picture={testimonial.image}
                alt=""
                sizes="64px"
                imageClassName="size-16 rounded-full object-cover"
              />
              <span>
                <Stars rating={testimonial.rating} />
                <span className="mt-1.5 block font-semibold">{testimonial.name}</span>
                <span className="block text-small text-bark">{testimonial.designation}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </Carousel>
    </div>
  );
}
