/** The payment window: a page in a frame, so that the shop never sees what is typed here. */

import type { FastifyReply } from "fastify";
import { formatRupees, paise } from "../../server/base/money.ts";
import { escapeHtml } from "../../server/platform/mail/html.ts";
import { markSvg } from "../mark.ts";
import type { RazorpayOrder } from "./entities.ts";
import { BANKS, OTP_DIGITS, TEST_CARDS, TEST_VPAS } from "./test-data.ts";

/** Lets only pages of this origin frame it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

interface WindowPage {
  /** The path of the provider. */
  path: string;
  order: RazorpayOrder | null;
  keyId: string;
}

export function sendWindow(reply: FastifyReply, page: WindowPage): FastifyReply {
  return reply
    .header("content-security-policy", POLICY)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex")
    .type("text/html; charset=utf-8")
    .send(windowHtml(page));
}

const NETWORK_NAMES: Record<string, string> = { MasterCard: "Mastercard" };

function windowHtml({ path, order, keyId }: WindowPage): string {
  const closed = !order
    ? "We can’t open this payment: the shop’s order isn’t known here."
    : order.status === "paid"
      ? "This order has already been paid. There’s nothing more to pay."
      : "";
  const amount = order ? formatRupees(paise(order.amount)) : "";
  const facts = { path, keyId, orderId: order?.id ?? "", closed };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment (sandbox)</title>
<link rel="stylesheet" href="${path}/window.css">
<script type="application/json" id="facts">${JSON.stringify(facts).replaceAll("<", "\\u003c")}</script>
<script type="module" src="${path}/window.js"></script>
</head>
<body>
<main class="window" hidden>
<header class="shop">
<div class="brand">${markSvg("mark")}<div><h1 id="brand"></h1><p id="description"></p></div></div>
${amount && `<p class="due"><span>Amount</span> <strong>${escapeHtml(amount)}</strong></p>`}
<dl class="details">
${order?.receipt ? `<div class="order"><dt>Order</dt><dd>${escapeHtml(order.receipt)}</dd></div>` : ""}
<div id="buyer-contact" hidden><dt>Mobile</dt><dd></dd></div>
<div id="buyer-email" hidden><dt>Email</dt><dd></dd></div>
</dl>
${markSvg("ornament")}
<p class="sandbox"><strong>Sandbox: no money moves</strong> <span>A stand-in for Razorpay. Use the test data; never a card of your own.</span></p>
<button type="button" class="close" id="close" aria-label="Close"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 4l12 12M16 4L4 16"/></svg></button>
</header>
<div class="views">
<section class="view" id="methods" aria-labelledby="methods-title" hidden>
<h2 id="methods-title" tabindex="-1">How would you like to pay?</h2>
<div class="tabs" role="tablist" aria-label="Ways to pay">
${tab("card", "Card")}${tab("upi", "UPI")}${tab("netbanking", "Net banking")}
</div>
<div id="panel-card" role="tabpanel" aria-labelledby="tab-card" hidden>
<form class="panel" id="card" novalidate>
${field("number", "Card number", 'inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="0000 0000 0000 0000"', '<span class="network" id="network" aria-live="polite"></span>')}
<div class="pair">
${field("expiry", "Expiry (MM/YY)", 'inputmode="numeric" autocomplete="cc-exp" maxlength="7"')}
${field("cvv", "CVV", 'type="password" inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="123"')}
</div>
${field("name", "Name on card", 'autocomplete="cc-name" maxlength="60"')}
${contact("card")}
${payButton(amount)}
${testData(
  "cards",
  TEST_CARDS.map(
    ({ number, network, effect }) =>
      `<button type="button" data-number="${number}"><span>${NETWORK_NAMES[network] ?? network} ${number}</span> <small>${effect}</small></button>`,
  ),
)}
</form>
</div>
<div id="panel-upi" role="tabpanel" aria-labelledby="tab-upi" hidden>
<form class="panel" id="upi" novalidate>
${field("vpa", "UPI ID", 'type="email" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="100" placeholder="name@bank"')}
${contact("upi")}
${payButton(amount)}
${testData(
  "UPI IDs",
  TEST_VPAS.map(
    ({ vpa, effect }) =>
      `<button type="button" data-vpa="${vpa}"><span>${vpa}</span> <small>${effect}</small></button>`,
  ),
)}
</form>
</div>
<div id="panel-netbanking" role="tabpanel" aria-labelledby="tab-netbanking" hidden>
<form class="panel" id="netbanking" novalidate>
<fieldset class="banks"><legend>Bank</legend>
${BANKS.map(({ code, name }) => `<label><input type="radio" name="bank" value="${code}"> ${escapeHtml(name)}</label>`).join("\n")}
<p class="error" id="bank-error" hidden></p>
</fieldset>
${contact("netbanking")}
${payButton(amount)}
<p class="note">The bank's page comes next; there you choose whether the payment succeeds.</p>
</form>
</div>
</section>
<section class="view" id="otp-view" aria-labelledby="otp-title" hidden>
<h2 id="otp-title" tabindex="-1">Enter the one-time code</h2>
<p>Your bank would send it to your phone now. <span id="otp-card"></span></p>
<form id="otp-form" novalidate>
${field("otp", "One-time code", `inputmode="numeric" autocomplete="one-time-code" maxlength="${OTP_DIGITS.max}"`)}
<p class="note">Any ${OTP_DIGITS.min} to ${OTP_DIGITS.max} digits are right; fewer than ${OTP_DIGITS.min} make the payment fail.</p>
<button class="primary">Submit</button>
<button type="button" class="plain" data-cancel>Cancel this payment</button>
</form>
</section>
<section class="view" id="bank-view" aria-labelledby="bank-title" hidden>
<h2 id="bank-title" tabindex="-1">Your bank</h2>
<p id="bank-name"></p>
<p class="note">This stands in for the page of your bank, where you would log in.</p>
<button type="button" class="primary" data-bank="success">Success</button>
<button type="button" class="secondary" data-bank="failure">Failure</button>
</section>
<section class="view outcome" id="failed-view" aria-labelledby="failed-title" hidden>
<svg class="sign bad" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="M16 16l16 16M32 16L16 32"/></svg>
<h2 id="failed-title" tabindex="-1">The payment did not go through</h2>
<p id="failed-reason"></p>
<button type="button" class="primary" id="retry">Try again</button>
<button type="button" class="plain" data-close>Leave without paying</button>
</section>
<section class="view outcome" id="paid-view" aria-labelledby="paid-title" hidden>
<svg class="sign good" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/><path d="M14 25l7 7 13-15"/></svg>
<h2 id="paid-title" tabindex="-1">Payment successful</h2>
<p>${escapeHtml(amount)} &middot; <span id="paid-id"></span></p>
<p class="note">Taking you back to the shop…</p>
</section>
<section class="view outcome" id="closed-view" aria-labelledby="closed-title" hidden>
<h2 id="closed-title" tabindex="-1">No payment is possible</h2>
<p id="closed-reason">${escapeHtml(closed)}</p>
<button type="button" class="primary" data-close>Back to the shop</button>
</section>
<p class="problem" id="problem" role="alert" hidden></p>
</div>
</main>
<dialog id="leave" aria-labelledby="leave-title">
<h2 id="leave-title">Leave without paying?</h2>
<div><button type="button" class="primary" id="stay">Stay</button> <button type="button" class="secondary" id="go">Leave</button></div>
</dialog>
</body>
</html>
`;
}

const tab = (id: string, label: string) =>
  `<button type="button" role="tab" id="tab-${id}" aria-controls="panel-${id}" aria-selected="false" tabindex="-1">${label}</button>\n`;

const field = (id: string, label: string, attributes: string, after = "") =>
  `<div class="field"><label for="${id}">${label}</label><div class="box"><input id="${id}" name="${id}" ${attributes} aria-describedby="${id}-error">${after}</div><p class="error" id="${id}-error" hidden></p></div>`;

/** Asks for contact details that the shop has not prefilled. */
const contact = (panel: string) =>
  `<div class="contact" hidden><div class="field"><label for="${panel}-contact">Mobile number</label><div class="box"><input id="${panel}-contact" name="contact" type="tel" inputmode="tel" autocomplete="tel" maxlength="18" placeholder="+91" aria-describedby="${panel}-contact-error"></div><p class="error" id="${panel}-contact-error" hidden></p></div></div>`;

const payButton = (amount: string) => `<button class="primary pay">Pay ${escapeHtml(amount)}</button>`;

const testData = (what: string, buttons: string[]) =>
  `<section class="test-data" aria-label="Test ${what}"><h3>Test ${what}: choose one to fill the form</h3>
<ul>${buttons.map((button) => `<li>${button}</li>`).join("\n")}</ul></section>`;
