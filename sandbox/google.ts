/**
 * A fake of Google: an OpenID provider with discovery, keys and properly signed ID tokens. Its popup posts the token to the page that
 * opened it, in the shape of Google Identity Services' callback: `{credential, select_by}`.
 */

import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { FetchImplementation } from "jose";
import { z } from "zod";
import { ApiError } from "../server/base/errors.ts";
import { escapeHtml } from "../server/platform/mail/html.ts";
import type { TokenMaker } from "./google-tokens.ts";
import { sendPage } from "./page.ts";

export const SANDBOX_CLIENT_ID = "kewra-demo.sandbox";
export const SANDBOX_POPUP = "/sandbox/google";
const PATH = "/sandbox/google";

interface Person {
  name: string;
  email: string;
  /** The organisation whose mail Google hosts, which makes Google authoritative for the email. */
  hd?: string;
}

const PEOPLE: Person[] = [
  { name: "Meera Nair", email: "meera.nair@kewra.example", hd: "kewra.example" },
  { name: "Aditya Iyer", email: "demo@kewra.example", hd: "kewra.example" },
  { name: "Arjun Mehta", email: "arjun.mehta@mail.example" },
];

export interface SandboxGoogle {
  issuer: string;
  /** Sends requests to the provider in process, without a port. */
  fetch: FetchImplementation;
}

/** @param origin of the shop; only a name, because requests are in process */
export function googleProvider(app: FastifyInstance, origin: string): SandboxGoogle {
  const issuer = `${origin}${PATH}`;
  let made: Promise<TokenMaker> | undefined;
  /** Created at the first sign-in: generating the key takes up to a tenth of a second, and most demos never need it. */
  const tokens = () => {
    made ??= import("./google-tokens.ts").then(({ createTokenMaker }) => createTokenMaker(issuer));
    return made;
  };

  app.get(`${PATH}/.well-known/openid-configuration`, async () => ({
    issuer,
    authorization_endpoint: issuer,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  }));
  app.get(`${PATH}/jwks`, async () => ({ keys: [(await tokens()).publicKey] }));

  app.get(PATH, async (request, reply) => {
    const { nonce } = readQuery(z.object({ nonce: z.string().max(200).default("") }), request.query);
    const hidden = `<input type="hidden" name="nonce" value="${escapeHtml(nonce)}">`;
    return sendPage(reply, {
      title: "Sign in (stand-in for Google)",
      body: `<h1>Choose an account</h1>
<p class="about">This stands in for Google in the demo. Nobody here is real.</p>
<ul>${PEOPLE.map((person, index) => choice(person, index, hidden)).join("\n")}</ul>
<h2>Or someone else</h2>
<form class="own" action="${PATH}/choose">${hidden}
<label>Name<input type="text" name="name" value="Asha Rao" maxlength="50" required></label>
<label>Email address<input type="email" name="email" maxlength="254" required></label>
<label class="check"><input type="checkbox" name="hosted" value="true"> Google runs this address (so it vouches for it)</label>
<label class="check"><input type="checkbox" name="verified" value="true" checked> The address is confirmed</label>
<button>Sign in</button></form>`,
    });
  });

  app.get(`${PATH}/choose`, async (request, reply) => {
    const schema = z.union([
      z.object({ person: z.enum(PEOPLE.map((_, index) => String(index))), nonce: z.string().max(200) }),
      z.object({
        name: z.string().max(50),
        email: z.string().max(254).includes("@"),
        hosted: z.literal("true").optional(),
        verified: z.literal("true").optional(),
        nonce: z.string().max(200),
      }),
    ]);
    const query = readQuery(schema, request.query);
    const person = "person" in query ? PEOPLE[Number(query.person)] : ownPerson(query);
    if (!person) throw new ApiError("bad_request");
    const verified = "person" in query || query.verified === "true";
    const credential = await (await tokens()).sign({
      azp: SANDBOX_CLIENT_ID,
      aud: SANDBOX_CLIENT_ID,
      sub: subjectOf(person.email),
      email: person.email,
      email_verified: verified,
      name: person.name,
      ...(person.hd && { hd: person.hd }),
      nonce: query.nonce,
    });
    return sendPage(reply, {
      title: "Signed in",
      body: "<p>Signed in. This window closes by itself; if not, close it and go back to the shop.</p>",
      // A token consists of letters, digits, dots, underscores and hyphens.
      script: `if(window.opener){window.opener.postMessage({credential:"${credential}",select_by:"btn"},location.origin);window.close()}`,
    });
  });

  return {
    issuer,
    async fetch(url) {
      const response = await app.inject({ method: "GET", url: new URL(url).pathname });
      return new Response(response.body, {
        status: response.statusCode,
        headers: { "content-type": "application/json" },
      });
    },
  };
}

const choice = ({ name, email }: Person, index: number, hidden: string) =>
  `<li><form action="${PATH}/choose">${hidden}<button name="person" value="${index}"><strong>${escapeHtml(name)}</strong><br><small>${escapeHtml(email)}</small></button></form></li>`;

function ownPerson({ name, email, hosted }: { name: string; email: string; hosted?: string }): Person {
  const hd = email.slice(email.lastIndexOf("@") + 1);
  return { name, email, ...(hosted && { hd }) };
}

/** Derives 21 digits from the email, like Google's account ids. */
function subjectOf(email: string): string {
  const number = BigInt(`0x${createHash("sha256").update(email.toLowerCase()).digest("hex")}`);
  return String(number % 10n ** 21n).padStart(21, "1");
}

function readQuery<T>(schema: z.ZodType<T>, query: unknown): T {
  const read = schema.safeParse(query);
  if (!read.success) throw new ApiError("bad_request");
  return read.data;
}
