import type { BrandImage } from "../../contract/content/schemas.ts";
import { Carousel } from "../shared/carousel.tsx";
import { Picture } from "../shared/picture.tsx";

const AUTOPLAY_MS = 2500;

export function BrandImages({ brandImages }: { brandImages: BrandImage[] }) {
  if (brandImages.length === 0) return null;
  return (
    <div className="container-page">
      <div className="border-sand border-t pt-4">
        <Carousel
          label="Brands"
          heading={<h2 className="font-sans text-small text-bark tracking-normal">As seen in</h2>}
          autoplayMs={AUTOPLAY_MS}
          stopOnInteraction={false}
          controls="beside"
          viewportClassName="-mx-3 sm:-mx-4"
          slideClassName="basis-1/2 px-3 sm:basis-1/3 sm:px-4 xl:basis-1/5"
        >
          {brandImages.map((brand) => (
            <div key={brand.id} className="grid h-24 items-center md:h-28">
              <Picture
                picture={brand.image}
                alt={brand.name}
                sizes="220px"
                imageClassName="h-auto w-full bg-transparent! opacity-70 [filter:grayscale(1)]"
              />
            </div>
          ))}
        </Carousel>
      </div>
    </div>
  );
}
