import { useShop } from "../../components/shop-context.ts";

/** The shop on the phone's home screen. */
export function AppBanner() {
  const { name, appStores, mediaHost } = useShop();
  return (
    <section aria-labelledby="app-banner" className="container-page pt-14 md:pt-20">
      <div className="grid items-center gap-8 overflow-hidden rounded-picture bg-[#e9ddc9] md:grid-cols-2">
        <div className="px-6 pt-8 md:px-12 md:py-12">
          <p className="eyebrow text-[#7a5a22]">The {name} app</p>
          <h2 id="app-banner" className="mt-3 text-heading">
            Your perfume shelf, in your pocket
          </h2>
          <p className="mt-3 max-w-sm text-bark">Follow your orders, find your scent again, and hear first of new batches.</p>
          <ul className="mt-6 flex flex-wrap gap-3">
            {appStores.map(({ name: store, url }) => (
              <li key={store}>
                <a href={url} rel="noopener" className="button-primary">
                  {store}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <img src={`${mediaHost}/app/app-download.webp`} alt="" width="900" height="900" loading="lazy" decoding="async" className="max-h-96 w-full object-cover object-center" />
      </div>
    </section>
  );
}
