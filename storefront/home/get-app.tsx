import { useEffect, useState } from "react";
import { appStore } from "../shared/installed-app.ts";
import { useShop } from "../shared/shop-context.ts";
import { useStore } from "../shared/store.ts";

/** Says how to get the app: by the browser's install dialog, else by hand, else from the app stores. */
export function GetApp() {
  const { installed, install } = useStore(appStore);
  const manualOnApple = useManualInstallOnApple();

  if (install)
    return (
      <button type="button" className="button-primary mt-6 min-w-[min(9rem,100%)]" onClick={() => void install()}>
        Install the app
      </button>
    );
  if (installed === "yes") return <p className="mt-6">You already have the app on this device.</p>;
  return (
    <>
      {manualOnApple && (
        <p className="mt-6 max-w-sm">
          In Safari, tap <strong>Share</strong>, then <strong>Add to Home Screen</strong>.
        </p>
      )}
      <Stores />
    </>
  );
}

function Stores() {
  const { appStores } = useShop();
  if (appStores.length === 0) return null;
  return (
    <ul className="mt-6 grid max-w-80 grid-cols-2 gap-3">
      {appStores.map(({ name, url }) => (
        <li key={name}>
          <a href={url} rel="noopener" className="button-quiet w-full px-2">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Whether this is Safari on an iPhone or iPad, known after hydration: there the app is installed by hand, without an event. */
function useManualInstallOnApple(): boolean {
  const [isManual, setIsManual] = useState(false);
  useEffect(() => setIsManual("standalone" in navigator && navigator.maxTouchPoints > 0), []);
  return isManual;
}
