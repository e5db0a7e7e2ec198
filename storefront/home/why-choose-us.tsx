import { BalanceIcon, FlaskIcon, GemIcon, RabbitIcon } from "../shared/icons.tsx";

const POINTS = [
  { Icon: RabbitIcon, title: "Cruelty free", text: "Nothing we make, and nothing in it, is tested on animals." },
  {
    Icon: FlaskIcon,
    title: "Fragrance forward",
    text: "The scent comes first: high oil content, and notes that stay.",
  },
  { Icon: GemIcon, title: "Affordable luxury", text: "Fine materials, no middlemen, everyday prices." },
  { Icon: BalanceIcon, title: "Gender neutral", text: "Flowers, woods and spices belong to whoever wears them." },
];

export function WhyChooseUs() {
  return (
    <section aria-labelledby="why-choose-us" className="mt-16 bg-linen py-14 md:mt-20 md:py-20">
      <div className="container-page">
        <h2 id="why-choose-us" className="text-center text-heading">
          Why choose us
        </h2>
        <ul className="mt-10 grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {POINTS.map(({ Icon, title, text }) => (
            <li key={title} className="flex flex-col items-center gap-3 text-center">
              <Icon width="44" height="44" strokeWidth="1" className="text-brass" />
              <h3 className="text-title">{title}</h3>
              <p className="max-w-60 text-small text-bark">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
