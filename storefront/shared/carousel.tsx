import type { EmblaCarouselType } from "embla-carousel";
import {
  Children,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { announce } from "./announcer.tsx";
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from "./icons.tsx";

interface CarouselProps {
  label: string;
  /** Milliseconds per slide. */
  autoplayMs: number;
  /** Whether autoplay ends after the shopper uses the carousel. */
  stopOnInteraction: boolean;
  /** Classes for a slide's width, such as `basis-full sm:basis-1/2`. */
  slideClassName: string;
  children: ReactNode;
  className?: string;
  /**
   * `overlay`: on the slides, the arrows while pointed at or focused; `beside`: at the end of the heading's line, on a phone without the
   * arrows until the keyboard reaches them.
   */
  controls: "overlay" | "beside";
  /** Above the slides. */
  heading?: ReactNode;
  /** Classes for the box of the slides. */
  viewportClassName?: string;
  /** Which slides are dark, for controls on them. */
  darkSlides?: boolean[];
}

/**
 * Slides that advance automatically in a loop. Can be paused, do not move with prefers-reduced-motion, and are a scrollable row without
 * JavaScript. If all slides fit, there is no motion and no controls.
 */
export function Carousel({
  label,
  autoplayMs,
  stopOnInteraction,
  slideClassName,
  children,
  className = "",
  controls,
  heading,
  viewportClassName = "",
  darkSlides = [],
}: CarouselProps) {
  const slides = Children.toArray(children);
  const viewport = useRef<HTMLDivElement>(null);
  const embla = useEmbla(viewport, autoplayMs, stopOnInteraction);
  const [playing, setPlaying] = useState(false);
  const [selected, setSelected] = useState(0);
  const [canMove, setCanMove] = useState(slides.length > 1);
  /** False once the shopper has stopped it: then neither a resize nor a swipe restarts it. */
  const mayPlay = useRef(true);
  /** A step asked for before Embla's code is there. */
  const asked = useRef<1 | -1>(null);

  useEffect(() => {
    if (!embla) return;
    const autoplay = embla.plugins().autoplay;
    const hasPositions = () => embla.scrollSnapList().length > 1;
    const startIfAllowed = () => {
      // With a single position the plugin has no timings and would throw.
      if (mayPlay.current && hasPositions()) autoplay?.play();
    };
    const onSelect = () => setSelected(embla.selectedScrollSnap());
    // When the window or the slides change, Embla initialises its plugins again, stopped.
    const onReInit = () => {
      setCanMove(hasPositions());
      onSelect();
      startIfAllowed();
    };
    const onPlay = () => {
      // The plugin restarts after a swipe or keyboard focus, and cannot be stopped while it is starting.
      if (mayPlay.current) setPlaying(true);
      else queueMicrotask(() => autoplay?.stop());
    };
    const onStop = () => setPlaying(false);
    const onInteraction = () => {
      if (stopOnInteraction) mayPlay.current = false;
    };
    embla
      .on("select", onSelect)
      .on("reInit", onReInit)
      .on("autoplay:play", onPlay)
      .on("autoplay:stop", onStop)
      .on("pointerDown", onInteraction)
      .on("slideFocusStart", onInteraction);
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) mayPlay.current = false;
    setCanMove(hasPositions());
    startIfAllowed();
    return () => {
      embla
        .off("select", onSelect)
        .off("reInit", onReInit)
        .off("autoplay:play", onPlay)
        .off("autoplay:stop", onStop)
        .off("pointerDown", onInteraction)
        .off("slideFocusStart", onInteraction);
    };
  }, [embla, stopOnInteraction]);

  const step = useCallback(
    (direction: 1 | -1) => {
      if (!embla) {
        asked.current = direction;
        return;
      }
      if (direction === 1) embla.scrollNext();
      else embla.scrollPrev();
      const at = embla.selectedScrollSnap();
      const title = embla.slideNodes()[at]?.querySelector("h2, h3")?.textContent;
      announce(`${label}: ${title ? `${title}, ` : ""}${at + 1} of ${embla.scrollSnapList().length}`);
      const autoplay = embla.plugins().autoplay;
      if (stopOnInteraction) {
        mayPlay.current = false;
        autoplay?.stop();
      } else autoplay?.reset();
    },
    [embla, label, stopOnInteraction],
  );
  useEffect(() => {
    if (!embla || asked.current === null) return;
    step(asked.current);
    asked.current = null;
  }, [embla, step]);
  const togglePlay = () => {
    const autoplay = embla?.plugins().autoplay;
    mayPlay.current = !playing;
    if (playing) autoplay?.stop();
    else autoplay?.play();
  };

  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const isOverlay = controls === "overlay";
  const button = "icon-button rounded-full transition-opacity duration-150";
  const arrow = `${button} ${isOverlay ? "opacity-0 focus-visible:opacity-100 group-hover:opacity-100" : "max-sm:not-focus-visible:sr-only"}`;
  // Until the page is hydrated hidden, because they would move down as the slides after them arrive.
  const controlsClassName = isOverlay
    ? `container-page absolute inset-x-0 bottom-0 z-20 py-1 md:py-3 ${isHydrated ? "" : "invisible"} ${darkSlides[selected] ? "text-white" : "text-ink"}`
    : "absolute top-0 right-0 -mr-3 text-bark";
  return (
    <section aria-roledescription="carousel" aria-label={label} className={`group relative ${className}`}>
      {heading && <div className="flex min-h-11 items-center pr-32 max-sm:pr-11">{heading}</div>}
      {/* Before the slides, so that they can be paused before they are read. */}
      {canMove && embla !== null && (
        <div className={`flex items-center noscript:hidden ${controlsClassName}`}>
          {isOverlay && (
            <span className="mr-2 flex gap-1.5" aria-hidden="true">
              {slides.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: slides have no id but their index
                <span key={index} className={`h-0.5 w-8 bg-current ${index === selected ? "" : "opacity-30"}`} />
              ))}
            </span>
          )}
          <button type="button" className={button} aria-label={playing ? "Pause" : "Play"} onClick={togglePlay}>
            {playing ? <PauseIcon width="20" height="20" /> : <PlayIcon width="20" height="20" />}
          </button>
          <button type="button" className={arrow} aria-label="Previous" onClick={() => step(-1)}>
            <ChevronLeftIcon width="20" height="20" />
          </button>
          <button type="button" className={arrow} aria-label="Next" onClick={() => step(1)}>
            <ChevronRightIcon width="20" height="20" />
          </button>
        </div>
      )}
      <div
        ref={viewport}
        className={`relative ${embla === null ? "overflow-x-auto" : "overflow-hidden noscript:overflow-x-auto"} ${viewportClassName}`}
      >
        <div className="flex [touch-action:pan-y]">
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group, but not a fieldset
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: slides have no id but their index
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
    </section>
  );
}

const subscribeToNothing = () => () => {};

/**
 * Returns Embla once its code is loaded; null if it cannot be. That waits until the carousel is near the window: on most pages that is
 * long after the first view, and measuring all carousels at once would block a page that has just opened.
 */
function useEmbla(
  viewport: RefObject<HTMLElement | null>,
  delay: number,
  stopOnInteraction: boolean,
): EmblaCarouselType | null | undefined {
  const isNear = useNear(viewport);
  const [embla, setEmbla] = useState<EmblaCarouselType | null>();

  useEffect(() => {
    if (!isNear) return;
    let created: EmblaCarouselType | undefined;
    let isOver = false;
    import("./embla.ts").then(
      ({ createEmbla }) => {
        if (isOver || !viewport.current) return;
        created = createEmbla(viewport.current, { delay, stopOnInteraction });
        setEmbla(created);
      },
      () => setEmbla(null),
    );
    return () => {
      isOver = true;
      created?.destroy();
    };
  }, [isNear, viewport, delay, stopOnInteraction]);

  return embla;
}

/** Whether an element has come near the window. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);

  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: "50%",
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);

  return isNear;
}
