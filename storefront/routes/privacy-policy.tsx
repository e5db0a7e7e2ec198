import { useEffect, useState } from "react";
import { MEASUREMENT_HEADING } from "../../contract/measurement.ts";
import { inBrowser, onServer } from "../api/page-loader.ts";
import jali from "../content/drawings/jali.svg?no-inline";
import { TextPage } from "../content/text-page.tsx";
import { loadTextPage, textPageMeta } from "../content/text-page-loader.ts";
import { useShop } from "../shared/shop-context.ts";

type ChoiceCode = typeof import("../measurement/choice.tsx");

const load = loadTextPage("privacy-policy");

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = textPageMeta("/privacy-policy");

export default function PrivacyPolicy() {
  const { measurement } = useShop();
  const [code, setCode] = useState<ChoiceCode | null>(null);
  useEffect(() => {
    if (measurement) import("../measurement/choice.tsx").then(setCode, () => {});
  }, [measurement]);
  return (
    <TextPage
      drawing={jali}
      {...(measurement && {
        illustration: {
          heading: MEASUREMENT_HEADING,
          content: code && <code.Choice measurement={measurement} />,
        },
      })}
    />
  );
}
