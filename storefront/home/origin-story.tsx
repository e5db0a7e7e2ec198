import { Link } from "react-router";
import { IndiaMap, MAP_PLACES, MapDot } from "../shared/india-map.tsx";
import { useStoryProduct } from "../shared/story-product.ts";

/** The places where ingredients grow; a leader goes from each to its label. */
const PLACES = [
  { name: "Pampore", plant: "saffron", leader: "H128", label: { x: 132, y: 43 } },
  { name: "Kannauj", plant: "rose, clay", leader: "V120", label: { x: 112, y: 133, textAnchor: "middle" } },
  { name: "Hojai", plant: "oud", leader: "V74", label: { x: 230, y: 58, textAnchor: "middle" } },
  { name: "Ganjam", plant: "kewra", leader: "H178", label: { x: 182, y: 192 } },
  { name: "Madurai", plant: "jasmine", leader: "H126", label: { x: 130, y: 281 } },
] as const;

/** Tells where the flower grows that the shop is named after, if the shop features its perfume. */
export function OriginStory({ className = "" }: { className?: string }) {
  const product = useStoryProduct();
  if (!product) return null;
  return (
    <section aria-labelledby="origin-story" className={`on-leaf bg-leaf-deep text-cream ${className}`}>
      <div className="container-page grid items-center gap-x-10 gap-y-8 py-14 sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:py-20 lg:gap-x-20">
        <MapOfIndia />
        <div className="max-sm:order-first">
          <h2 id="origin-story" className="text-display text-white">
            A flower from <em>Ganjam</em>
          </h2>
          <p className="mt-5 max-w-[34ch] text-balance font-display text-quote leading-snug lg:mt-8 lg:text-[2rem]">
            Kewra grows along the coast of Ganjam in Odisha. Its scent is hard to place: sweet as honey, green as a
            snapped stem, a little peppery.
          </p>
          <p className="mt-4 text-oat">
            <em lang="la" className="font-display text-lead">
              Pandanus odoratissimus
            </em>
            , the flower we are named after
          </p>
          <Link to={`/product/${product.slug}`} className="mt-7 button-light">
            Discover {product.title}
          </Link>
        </div>
      </div>
    </section>
  );
}

function MapOfIndia() {
  return (
    <IndiaMap
      title={`Map of India: ${PLACES.map(({ name, plant }) => `${plant} from ${name}`).join(", ")}`}
      className="w-full max-w-115"
    >
      {PLACES.map(({ name, plant, leader, label }) => {
        const { x, y } = MAP_PLACES[name];
        return (
          <g key={name}>
            <path d={`M${x} ${y}${leader}`} strokeWidth=".6" className="stroke-straw" />
            <MapDot x={x} y={y} />
            <text {...label} className="fill-white font-display text-[15px] lg:text-[13px]">
              {name}
            </text>
            <text {...label} dy="1.15em" className="fill-oat text-[12.5px] lg:text-[10px]">
              {plant}
            </text>
          </g>
        );
      })}
    </IndiaMap>
  );
}
