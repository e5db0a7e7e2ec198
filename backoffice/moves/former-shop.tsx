import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call } from "../api/client.ts";
import { useMay } from "../shared/session.ts";

/** Offers to answer the addresses of the former shop, as long as the setting is none, to who may change it. */
export function FormerShop() {
  const mayChange = useMay("edit_settings");
  const [isOff, setIsOff] = useState(false);
  useEffect(() => {
    if (!mayChange) return;
    let isGone = false;
    // Without an answer nothing is offered: the page is about the move.
    call("listSettings", {}).then(
      ({ settings }) => {
        if (!isGone) setIsOff(settings.some(({ name, value }) => name === "OLD_SHOP" && value === "none"));
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [mayChange]);
  return (
    isOff && (
      <p className="panel mb-4 p-4">
        Links to your former shop can lead to the same products, categories and pages here. Choose it in{" "}
        <Link to="/settings?subject=pages#OLD_SHOP" className="text-link">
          Settings → Pages and products: former shop
        </Link>
        .
      </p>
    )
  );
}
