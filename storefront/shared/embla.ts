import EmblaCarousel, { type EmblaCarouselType } from "embla-carousel";
import Autoplay, { type AutoplayOptionsType } from "embla-carousel-autoplay";

/** Makes an element's first child move: slides in a loop, which advance once autoplay is started. */
export function createEmbla(viewport: HTMLElement, options: AutoplayOptionsType): EmblaCarouselType {
  return EmblaCarousel(viewport, { loop: true, align: "start", duration: 24 }, [
    Autoplay({ playOnInit: false, stopOnFocusIn: true, ...options }),
  ]);
}
