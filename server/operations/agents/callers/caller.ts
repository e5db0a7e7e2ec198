import type { CapabilityName } from "../capabilities.ts";
import type { UcpVersion } from "../versions.ts";

/** The platform that an agent acts for, as far as this request says or proves. */
export interface Caller {
  /** Origin of its profile, such as `https://agent.example`: by it the owner knows, blocks and counts a platform. */
  origin: string;
  profileUrl: string;
  /** The version that its profile declares, in which it gets its responses. */
  version: UcpVersion;
  /** What both sides can do in that version. */
  capabilities: ReadonlySet<CapabilityName>;
  /** Whether the request has a signature by a key of the profile. Until then anybody can name the profile. */
  signed: boolean;
  /** Where it wants to hear of its orders: `config.webhook_url` of its capability `dev.ucp.shopping.order`; null if it does not. Stored when a checkout is created. */
  webhookUrl: string | null;
}
