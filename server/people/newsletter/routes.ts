import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { confirmPage, newsletterToken, unsubscribePage } from "../../../contract/contact/newsletter.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { ApiError } from "../../base/errors.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { type ContextDeps, contextOf } from "../../platform/http/request-context.ts";
import { confirmSubscription } from "./confirm.ts";
import { signUpForNewsletter } from "./sign-up.ts";
import { unsubscribe } from "./unsubscribe.ts";

export function newsletterRoutes(app: FastifyInstance, deps: ContextDeps): void {
  const { db } = deps;
  handle(app, endpoints.signUpForNewsletter, async ({ body, request }) => {
    await signUpForNewsletter(db, body, await contextOf(request, deps));
    return { data: {} };
  });
  handle(app, endpoints.confirmNewsletter, async ({ body, request }) => {
    await confirmSubscription(db, body.token, await contextOf(request, deps));
    return { data: {} };
  });
  handle(app, endpoints.unsubscribeFromNewsletter, async ({ body }) => {
    await unsubscribe(db, body.token, "Link of an email", new Date());
    return { data: {} };
  });
}

/**
 * Handles the mailed links. The storefront handles a GET by showing a page with one button, because mail scanners open every link. A POST
 * confirms or unsubscribes: from a mail program (RFC 8058), or from the page's form without JavaScript. The body is ignored, and there is
 * no redirect, which some mail programs would not follow.
 */
export async function newsletterLinkRoutes(app: FastifyInstance, deps: ContextDeps): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  app.post(unsubscribePage(":token"), async (request, reply) => {
    await unsubscribe(deps.db, tokenOf(request), "Button of the mail program, or link of an email", new Date());
    return sendDone(reply, "You’re unsubscribed. You won’t get any more newsletters from us.");
  });
  app.post(confirmPage(":token"), async (request, reply) => {
    await confirmSubscription(deps.db, tokenOf(request), await contextOf(request, deps));
    return sendDone(reply, "You’re on the list. You’ll get our next newsletter.");
  });
}

function tokenOf({ params }: FastifyRequest): string {
  const read = newsletterToken.safeParse(params);
  if (!read.success) throw new ApiError("invalid_input", read.error.issues[0]?.message);
  return read.data.token;
}

const sendDone = (reply: FastifyReply, sentence: string) =>
  reply.type("text/plain; charset=utf-8").header("cache-control", "no-store").send(`${sentence}\n`);
