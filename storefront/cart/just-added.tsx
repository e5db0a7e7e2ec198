import { useEffect, useState } from "react";
import { useStore } from "../shared/store.ts";
import { addedStore } from "./added.ts";

type PanelCode = typeof import("./added-panel.tsx");

/** Shows the panel about what was just added to the cart. Its code is loaded with the first addition. */
export function JustAdded() {
  const added = useStore(addedStore);
  const [code, setCode] = useState<PanelCode | null>(null);

  useEffect(() => {
    if (added && !code && "showPopover" in HTMLElement.prototype)
      import("./added-panel.tsx").then(setCode, () => {
        // Without its code, as without popovers, the panel is omitted: the badge and the button also show the addition.
      });
  }, [added, code]);

  return added && code && <code.AddedPanel added={added} />;
}
