import { useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { whenIdle } from "../shared/later.tsx";
import type { RootData } from "../shared/shop-context.ts";

type Code = typeof import("../measurement/measure.tsx");

/** Asks whether visits may be measured, and measures those of shoppers who allow it. Nothing is loaded unless the owner has connected a service. */
export function Measurement() {
  const measurement = useRouteLoaderData<RootData>("root")?.shop.measurement;
  const [code, setCode] = useState<Code | null>(null);

  useEffect(() => {
    if (!measurement) return;
    let left = false;
    whenIdle()
      .then(() => import("../measurement/measure.tsx"))
      .then(
        (loaded) => left || setCode(loaded),
        () => {}, // out of reach: nothing is measured
      );
    return () => {
      left = true;
    };
  }, [measurement]);

  return measurement && code && <code.Measure measurement={measurement} />;
}
