import { readForeignJson } from "../../base/foreign-json.ts";
import { mayHaveArrived, type Post } from "../outgoing/post.ts";
import { PhoneRefusal } from "./channel.ts";

/**
 * Posts JSON to a provider.
 * @returns its status, and its JSON; undefined if the body is none
 * @throws PhoneRefusal `uncertain` if the response was lost, `later` if the request was not sent
 */
export async function postJson(
  post: Post,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<{ status: number; json: unknown }> {
  const response = await post({
    url,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  }).catch((error: Error) => {
    throw new PhoneRefusal(mayHaveArrived(error) ? "uncertain" : "later", `no response: ${error.message}`);
  });
  return { status: response.status, json: readForeignJson(response.body) };
}
