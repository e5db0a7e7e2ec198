import type { Product } from "../../contract/catalogue/schemas.ts";
import { IndiaMap, MAP_PLACES, MapDot } from "../shared/india-map.tsx";
import { Picture } from "../shared/picture.tsx";
import { useShop } from "../shared/shop-context.ts";

/** Says where the main ingredient comes from, beside its way on a map, or for a place that is not on it a picture of the product. */
export function Origin({ product: { originPlace, originPlant, originStory, images } }: { product: Product }) {
  if (!originPlace || originStory === "") return null;
  const [place = "", ...region] = originPlace.split(", ");
  const picture = images[1] ?? images[0];
  return (
    <section
      aria-labelledby="origin"
      className="mt-section grid bg-leaf-deep text-cream sm:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
    >
      {isOnMap(place) ? (
        <div className="grid bg-leaf p-10 max-sm:pt-12 lg:p-14">
          <WayToShop from={place} />
        </div>
      ) : (
        picture && (
          <Picture
            picture={picture}
            alt=""
            sizes="(min-width: 640px) 66vw, 100vw"
            className="relative aspect-4/3 sm:aspect-auto sm:min-h-112 lg:min-h-144"
            imageClassName="absolute inset-0 size-full object-cover object-[50%_66%]"
          />
        )
      )}
      <div className="flex flex-col justify-center gap-5 px-gutter py-12 sm:py-16 lg:px-16">
        <p className="text-oat">Where it comes from</p>
        <h2 id="origin" className="text-display text-white">
          <em>{place}</em>
          {region.length > 0 && <span className="mt-2 block text-quote">{region.join(", ")}</span>}
        </h2>
        <p className="max-w-[34ch] text-balance font-display text-lead leading-normal lg:text-[1.375rem]">
          {originStory}
        </p>
        {originPlant && (
          <em lang="la" className="font-display text-lead text-oat">
            {originPlant}
          </em>
        )}
      </div>
    </section>
  );
}

type MapPlace = keyof typeof MAP_PLACES;

const isOnMap = (place: string): place is MapPlace => Object.hasOwn(MAP_PLACES, place);

const MAP = "w-full max-w-115 self-center";
const LABEL = {
  className: "fill-white stroke-4 stroke-leaf font-display text-[15px] [paint-order:stroke] lg:text-[13px]",
};

/** Below this distance, in the map's units, the two places' dots and labels would run together. */
const NEAR = 20;

function Place({ name }: { name: MapPlace }) {
  const { x, y } = MAP_PLACES[name];
  return (
    <IndiaMap title={`Map of India with ${name}`} className={MAP}>
      <MapDot x={x} y={y} />
      <text x={x} y={y + 18} textAnchor="middle" {...LABEL}>
        {name}
      </text>
    </IndiaMap>
  );
}

/** The way from a place to the shop's, which its address names; the place alone if that is not on the map. */
function WayToShop({ from }: { from: MapPlace }) {
  const { address } = useShop();
  const to = Object.keys(MAP_PLACES).find((name) => address.some((line) => line.includes(name)));
  return to !== undefined && isOnMap(to) ? <Way from={from} to={to} /> : <Place name={from} />;
}

function Way({ from, to }: { from: MapPlace; to: MapPlace }) {
  const start = MAP_PLACES[from];
  const end = MAP_PLACES[to];
  if (Math.hypot(start.x - end.x, start.y - end.y) < NEAR) return <Place name={from} />;
  const bend = { x: (start.x + end.x) / 2 + (start.y - end.y) / 4, y: (start.y + end.y) / 2 - (start.x - end.x) / 4 };
  const right = { dx: 9, dy: 5 };
  const left = { dx: -9, dy: 5, textAnchor: "end" };
  // Some places are near the border, which a label at its right would cross.
  const below = { dx: 4, dy: 20 };
  const isFromEast = start.x > end.x + 20;
  return (
    <IndiaMap title={`Map of India with the way from ${from} to ${to}`} className={MAP}>
      <path
        d={`M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`}
        fill="none"
        strokeWidth="1"
        strokeDasharray="3 3"
        className="stroke-white"
      />
      <MapDot {...start} />
      <MapDot {...end} />
      <text {...end} {...LABEL} {...(isFromEast ? left : below)}>
        {to}
      </text>
      <text {...start} {...LABEL} {...(isFromEast ? right : left)}>
        {from}
      </text>
    </IndiaMap>
  );
}
