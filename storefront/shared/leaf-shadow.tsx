import { assetUrl } from "./assets-host.ts";
import shadow from "./drawings/leaf-shadow.svg?no-inline";

/** Casts the shadow of pandanus leaves over a photograph. */
export function LeafShadow() {
  return <div className="leaf-shadow" style={{ backgroundImage: `url(${assetUrl(shadow)})` }} aria-hidden="true" />;
}
