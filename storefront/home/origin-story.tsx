import { Link } from "react-router";
import { assetUrl } from "../shared/assets-host.ts";
import { useStoryProduct } from "../shared/story-product.ts";
import india from "./drawings/india.svg?no-inline";

/** The places where ingredients grow, in the map's units; a leader goes from each to its label beyond the border. */
const PLACES = [
  { name: "Pampore", plant: "saffron", x: 67, y: 39, leader: "H128", label: { x: 132, y: 43 } },
  { name: "Kannauj", plant: "rose, clay", x: 112, y: 112, leader: "", label: { x: 104, y: 117, textAnchor: "end" } },
  { name: "Hojai", plant: "oud", x: 230, y: 123, leader: "V80", label: { x: 230, y: 58, textAnchor: "middle" } },
  { name: "Ganjam", plant: "kewra", x: 159, y: 188, leader: "H178", label: { x: 182, y: 192 } },
  { name: "Madurai", plant: "jasmine", x: 96, y: 277, leader: "H126", label: { x: 130, y: 281 } },
] as const;

/** Tells where the flower grows that the shop is named after, if the shop features its perfume. */
export function OriginStory({ className = "" }: { className?: string }) {
  const product = useStoryProduct();
  if (!product) return null;
  return (
    <section
      aria-labelledby="origin-story"
      className={`bg-leaf-deep text-[#e9e4d6] [&_:focus-visible]:outline-paper ${className}`}
    >
      <div className="container-page grid items-center gap-x-10 gap-y-8 py-14 sm:grid-cols-[5fr_7fr] md:py-20 lg:gap-x-20">
        <MapOfIndia />
        <div className="max-sm:order-first">
          <h2 id="origin-story" className="text-display text-white">
            A flower from <em>Ganjam</em>
          </h2>
          <p className="mt-5 max-w-[34ch] font-display text-quote leading-snug lg:mt-8 lg:text-[2rem]">
            Kewra grows along the coast of Ganjam in Odisha. Its scent is hard to place: sweet as honey, green as a
            snapped stem, a little peppery.
          </p>
          <p className="mt-4 text-[#cfcab9]">
            <em className="font-display text-lead">Pandanus odoratissimus</em>, the flower we are named after
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
    <svg
      viewBox="0 0 290 308"
      className="mx-auto w-full max-w-115 overflow-visible"
      role="img"
      aria-labelledby="origin-places"
    >
      <title id="origin-places">
        {`Map of India: ${PLACES.map(({ name, plant }) => `${plant} from ${name}`).join(", ")}`}
      </title>
      <image href={assetUrl(india)} width="290" height="308" />
      {PLACES.map(({ name, plant, x, y, leader, label }) => (
        <g key={name}>
          {leader && <path d={`M${x} ${y}${leader}`} stroke="#d9b878" strokeWidth=".6" />}
          <circle cx={x} cy={y} r="2.6" fill="#d9b878" />
          <text {...label} className="font-display text-[15px] lg:text-[13px]" fill="#ffffff">
            {name}
          </text>
          <text {...label} dy="1.15em" className="text-[12.5px] lg:text-[10px]" fill="#cfcab9">
            {plant}
          </text>
        </g>
      ))}
    </svg>
  );
}
