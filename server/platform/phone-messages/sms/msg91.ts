/** SMS by MSG91, which has the text and gets its values: https://docs.msg91.com/sms/send-sms. */

import { z } from "zod";
import { valuesIn } from "../../../../contract/phone-messages/templates.ts";
import type { DeploymentSettings } from "../../config/config.ts";
import type { Post } from "../../outgoing/post.ts";
import { type PhoneProvider, PhoneRefusal } from "../channel.ts";
import { postJson } from "../post-json.ts";
import { smsValues } from "./sms-text.ts";

const RESPONSE = z.object({ type: z.string(), message: z.string().max(200).optional() });

export function msg91(settings: Pick<DeploymentSettings, "MSG91_API" | "MSG91_AUTH_KEY">, post: Post): PhoneProvider {
  return {
    async send({ mobile, template, values }) {
      const written = smsValues(values);
      const { status, json } = await postJson(
        post,
        `${settings.MSG91_API}/api/v5/flow`,
        { authkey: settings.MSG91_AUTH_KEY },
        {
          template_id: template.name,
          // It would put a shortener of its own, whose host is not registered on DLT, in place of links.
          short_url: "0",
          recipients: [
            {
              mobiles: `91${mobile}`,
              ...Object.fromEntries(valuesIn(template.text).map((name) => [name, written[name] ?? ""])),
            },
          ],
        },
      );
      const read = RESPONSE.safeParse(json).data;
      // Its errors come with status 200, too.
      if (status === 200 && read?.type === "success" && read.message) return read.message;
      if (status === 200 && !read) throw new PhoneRefusal("uncertain", "a response that is not readable");
      const message = read?.message ?? `status ${status}`;
      if (status === 429 || status >= 500) throw new PhoneRefusal("later", message);
      if (status === 401 || status === 403 || /auth|balance|credit|ip.*whitelist/i.test(message))
        throw new PhoneRefusal("account", message);
      throw new PhoneRefusal(/template|flow|dlt/i.test(message) ? "template" : "never", message);
    },
  };
}
