import Autoplay from "embla-carousel-autoplay";
import useEmblaCarousel from "embla-carousel-react";
import { Children, type ReactNode, useCallback, useEffect, useState } from "react";
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from "./icons.tsx";

interface CarouselProps {
  label: string;
  /** Milliseconds that a slide stays. */
  autoplayMs: number;
  /** The main banner stands still once it has been touched; the others go on (S4.69, S4.70). */
  stopOnInteraction: boolean;
  /** Classes that give each slide its width, such as `basis-full sm:basis-1/2`. */
  slideClassName: string;
  children: ReactNode;
  className?: string;
  /** `overlay` puts the controls on the slides, `below` under them. */
  controls: "overlay" | "below";
}

/** Slides that turn by themselves and go round (S4.67, S4.68). They can be paused, and stand still for whoever asked for less motion. */
export function Carousel({ label, autoplayMs, stopOnInteraction, slideClassName, children, className = "", controls }: CarouselProps) {
  const slides = Children.toArray(children);
  const [ref, embla] = useEmblaCarousel({ loop: true, align: "start", duration: 24 }, [
    Autoplay({ delay: autoplayMs, stopOnInteraction, playOnInit: false, stopOnFocusIn: true }),
  ]);
  const [playing, setPlaying] = useState(false);
  const [selected, setSelected] = useState(0);
  const [canMove, setCanMove] = useState(slides.length > 1);

  useEffect(() => {
    if (!embla) return;
    const autoplay = embla.plugins().autoplay;
    const onSelect = () => setSelected(embla.selectedScrollSnap());
    const onSize = () => setCanMove(embla.scrollSnapList().length > 1);
    const onPlay = () => setPlaying(true);
    const onStop = () => setPlaying(false);
    embla.on("select", onSelect).on("reInit", onSize).on("autoplay:play", onPlay).on("autoplay:stop", onStop);
    onSize();
    if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) autoplay?.play();
    return () => {
      embla.off("select", onSelect).off("reInit", onSize).off("autoplay:play", onPlay).off("autoplay:stop", onStop);
    };
  }, [embla]);

  const step = useCallback(
    (direction: 1 | -1) => {
      if (direction === 1) embla?.scrollNext();
      else embla?.scrollPrev();
      const autoplay = embla?.plugins().autoplay;
      if (stopOnInteraction) autoplay?.stop();
      else autoplay?.reset();
    },
    [embla, stopOnInteraction],
  );
  const togglePlay = () => {
    const autoplay = embla?.plugins().autoplay;
    if (playing) autoplay?.stop();
    else autoplay?.play();
  };

  const button = "grid size-11 place-items-center rounded-full bg-paper/90 text-ink hover:bg-white";
  return (
    <section aria-roledescription="carousel" aria-label={label} className={`relative ${className}`}>
      <div className="overflow-hidden" ref={ref}>
        <div className="flex touch-pan-y">
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group, but no set of form fields
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: the slides have no other name than their place
              key={index}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
              className={`min-w-0 shrink-0 grow-0 ${slideClassName}`}
            >
              {slide}
            </div>
          ))}
        </div>
      </div>
      {canMove && (
        <div className={controls === "overlay" ? "absolute right-4 bottom-4 flex items-center gap-1.5 md:right-8 md:bottom-8" : "mt-6 flex justify-center gap-1.5"}>
          <button type="button" className={button} aria-label={playing ? "Pause" : "Play"} onClick={togglePlay}>
            {playing ? <PauseIcon width="18" height="18" /> : <PlayIcon width="18" height="18" />}
          </button>
          <button type="button" className={button} aria-label="Previous" onClick={() => step(-1)}>
            <ChevronLeftIcon width="20" height="20" />
          </button>
          <button type="button" className={button} aria-label="Next" onClick={() => step(1)}>
            <ChevronRightIcon width="20" height="20" />
          </button>
          <span className="sr-only" aria-live="polite">
            {playing ? "" : `Slide ${selected + 1} of ${slides.length}`}
          </span>
        </div>
      )}
    </section>
  );
}
