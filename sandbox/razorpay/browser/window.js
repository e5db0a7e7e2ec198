/** The payment window: shows one view at a time; the provider decides everything. */

const byId = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];

const facts = JSON.parse(byId("facts").textContent);
/** How long the success view is shown. */
const PAID_SHOWN_MS = 1200;
const INDIAN_MOBILE = /^\+91(\d{5})(\d{5})$/;

let options = {};
let busy = false;
/** The payment that the buyer has to confirm. */
let paymentId = "";
let over = false;

/* The page that opened the window. Only this origin's own may frame it. */

const postToShop = (message) => window.parent.postMessage({ razorpay: message }, location.origin);

window.addEventListener("message", (event) => {
  if (event.source !== window.parent || event.origin !== location.origin) return;
  const message = event.data?.razorpay;
  if (message?.type === "options") begin(message.options);
  if (message?.type === "close") leave();
});

function begin(given) {
  options = given;
  setTheme(options.theme?.color);
  byId("brand").textContent = options.name || "The shop";
  byId("description").textContent = options.description ?? "";
  const { prefill = {} } = options;
  for (const detail of ["contact", "email"]) {
    const row = byId(`buyer-${detail}`);
    row.querySelector("dd").textContent = (prefill[detail] ?? "").replace(INDIAN_MOBILE, "+91 $1 $2");
    row.hidden = !prefill[detail];
  }
  byId("name").value = prefill.name ?? "";
  for (const contact of all(".contact")) {
    contact.querySelector("input").value = prefill.contact ?? "";
    contact.hidden = Boolean(prefill.contact);
  }
  document.querySelector("main").hidden = false;
  if (facts.closed) return show("closed");
  choose(["card", "upi", "netbanking"].includes(prefill.method) ? prefill.method : "card");
  show("methods");
  if (options.timeout > 0) watchClock(Date.now() + options.timeout * 1000);
}

/** Timers pause in hidden tabs, so the time is checked again when the tab is shown. */
function watchClock(end) {
  const look = () => {
    if (over || busy || Date.now() < end) return;
    byId("closed-reason").textContent = "This payment has timed out. You haven’t been charged.";
    show("closed");
  };
  setInterval(look, 1000);
  document.addEventListener("visibilitychange", look);
}

/* Views */

const VIEWS = {
  methods: "methods",
  otp: "otp-view",
  bank: "bank-view",
  failed: "failed-view",
  paid: "paid-view",
  closed: "closed-view",
};

/** Shows a view and focuses its heading, so that screen readers read it. */
function show(view) {
  for (const [name, id] of Object.entries(VIEWS)) byId(id).hidden = name !== view;
  over = view === "paid" || view === "closed";
  say("");
  document.querySelector(".views").scrollTop = 0;
  byId(VIEWS[view]).querySelector("h2").focus({ preventScroll: true });
}

function say(problem) {
  byId("problem").textContent = problem;
  byId("problem").hidden = problem === "";
}

/* Ways to pay */

const tabs = all("[role=tab]");
const methodOf = (tab) => tab.id.replace("tab-", "");

function choose(method) {
  for (const tab of tabs) {
    const chosen = methodOf(tab) === method;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    byId(`panel-${methodOf(tab)}`).hidden = !chosen;
  }
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener("click", () => choose(methodOf(tab)));
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    if (!step) return;
    const next = tabs.at((index + step) % tabs.length);
    choose(methodOf(next));
    next.focus();
  });
}

/* What is typed */

const NETWORKS = [
  [/^4/, "Visa"],
  [/^(5[1-5]|2[2-7])/, "Mastercard"],
  [/^(60|65|81|82)/, "RuPay"],
  [/^3[47]/, "American Express"],
];

byId("number").addEventListener("input", ({ target }) => {
  const digits = target.value.replace(/\D/g, "").slice(0, 19);
  regroup(target, digits.replace(/(\d{4})(?=\d)/g, "$1 "));
  byId("network").textContent = NETWORKS.find(([prefix]) => prefix.test(digits))?.[1] ?? "";
});

byId("expiry").addEventListener("input", ({ target }) => {
  const digits = target.value.replace(/\D/g, "").slice(0, 4);
  regroup(target, digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits);
});

/** Groups the digits; the caret stays behind the same digit. */
function regroup(input, grouped) {
  const before = input.value.slice(0, input.selectionStart ?? 0).replace(/\D/g, "").length;
  input.value = grouped;
  let caret = 0;
  for (let digits = 0; digits < before && caret < grouped.length; caret += 1)
    if (/\d/.test(grouped[caret])) digits += 1;
  input.setSelectionRange(caret, caret);
}

for (const button of all("[data-number]"))
  button.addEventListener("click", () => {
    fill("number", button.dataset.number);
    fill("expiry", `12/${String(new Date().getFullYear() + 4).slice(-2)}`);
    fill("cvv", "123");
    if (byId("name").value === "") fill("name", "Test Buyer");
    goOn("card");
  });
for (const button of all("[data-vpa]"))
  button.addEventListener("click", () => {
    fill("vpa", button.dataset.vpa);
    goOn("upi");
  });

function fill(id, value) {
  const input = byId(id);
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  fault(input, "");
}

/** The prefilled details are shown, and Pay has the focus. */
function goOn(panel) {
  document.querySelector(".views").scrollTop = 0;
  byId(panel).querySelector(".pay").focus();
}

/* Faults beside their fields */

function fault(input, message) {
  const line = byId(input.getAttribute("aria-describedby"));
  line.textContent = message;
  line.hidden = message === "";
  if (message) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

/** The form field of a provider's parameter. */
const inputOf = (form, field) => (field === "bank" ? null : form.elements.namedItem(field));

function showProblems(form, errors) {
  clearFaults(form);
  for (const { field, message } of errors) {
    const input = inputOf(form, field);
    // A number prefilled by the shop is hidden; if it is invalid, it is shown for correction.
    input?.closest(".contact")?.removeAttribute("hidden");
    if (input) fault(input, message);
    else if (field === "bank") {
      byId("bank-error").textContent = message;
      byId("bank-error").hidden = false;
    } else say(message);
  }
  (inputOf(form, errors[0]?.field) ?? form.querySelector("input")).focus();
}

function clearFaults(form) {
  for (const input of form.querySelectorAll("[aria-describedby]")) fault(input, "");
  byId("bank-error").hidden = true;
  say("");
}

/* Paying */

/** A new id for each attempt; the same one if the same attempt is sent again. */
let attempt = crypto.randomUUID();

for (const form of all(".panel"))
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearFaults(form);
    const { prefill = {}, description, notes } = options;
    const fields = Object.fromEntries(new FormData(form));
    ask(form.querySelector(".pay"), form, "pay", {
      ...fields,
      method: form.id,
      order_id: facts.orderId,
      attempt,
      email: prefill.email ?? "",
      description,
      notes,
    });
  });

byId("otp-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  clearFaults(form);
  ask(form.querySelector(".primary"), form, "otp", { payment_id: paymentId, otp: form.elements.otp.value });
});
for (const button of all("[data-bank]"))
  button.addEventListener("click", () =>
    ask(button, null, "bank", { payment_id: paymentId, outcome: button.dataset.bank }),
  );
document.querySelector("[data-cancel]").addEventListener("click", ({ target }) => {
  ask(target, null, "cancel", { payment_id: paymentId });
});

/** Sends a request to the provider; clicks while one is pending are ignored. */
async function ask(button, form, call, body) {
  if (busy) return;
  busy = true;
  button.setAttribute("aria-disabled", "true");
  button.classList.add("busy");
  let result = null;
  try {
    const response = await fetch(`${facts.path}/window/${call}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) result = await response.json();
  } catch {
    // The provider is unreachable: shown below.
  }
  button.removeAttribute("aria-disabled");
  button.classList.remove("busy");
  busy = false;
  if (result) showResult(result, form);
  else say("The payment service isn’t responding. Please try again in a moment; you won’t be charged twice.");
}

function showResult(result, form) {
  switch (result.status) {
    case "invalid":
      showProblems(form ?? byId("methods"), result.errors);
      break;
    case "otp":
      paymentId = result.payment_id;
      byId("otp").value = "";
      byId("otp-card").textContent = `Card ending ${byId("number").value.slice(-4)}.`;
      show("otp");
      byId("otp").focus();
      break;
    case "bank":
      paymentId = result.payment_id;
      byId("bank-name").textContent = document.querySelector("[name=bank]:checked").parentElement.textContent.trim();
      show("bank");
      break;
    case "failed":
      attempt = crypto.randomUUID();
      byId("failed-reason").textContent = result.error.description;
      byId("retry").hidden = options.retry === false || options.retry?.enabled === false;
      show("failed");
      postToShop({ type: "failed", error: result.error });
      break;
    case "paid":
      byId("paid-id").textContent = result.response.razorpay_payment_id;
      show("paid");
      setTimeout(() => postToShop({ type: "paid", response: result.response }), PAID_SHOWN_MS);
      break;
    case "closed":
      byId("closed-reason").textContent = result.message;
      show("closed");
      break;
  }
}

byId("retry").addEventListener("click", () => show("methods"));

/* Leaving */

const leaving = byId("leave");

/** Closes the window. A pending request is awaited first, and a payment is handed to the shop. */
function leave() {
  if (busy || !byId(VIEWS.paid).hidden) return;
  if (options.modal?.confirm_close && !over) leaving.showModal();
  else postToShop({ type: "dismissed" });
}

byId("close").addEventListener("click", leave);
for (const button of all("[data-close]")) button.addEventListener("click", () => postToShop({ type: "dismissed" }));
byId("stay").addEventListener("click", () => leaving.close());
byId("go").addEventListener("click", () => postToShop({ type: "dismissed" }));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || leaving.open) return;
  event.preventDefault();
  if (options.modal?.escape !== false) leave();
});
document.body.addEventListener("click", ({ target }) => {
  if (target === document.body && options.modal?.backdropclose) leave();
});

/* The shop's colour */

function setTheme(colour) {
  if (!/^#[0-9a-f]{6}$/i.test(colour ?? "")) return;
  const root = document.documentElement.style;
  root.setProperty("--theme", colour);
  // The one with the better contrast.
  root.setProperty("--on-theme", luminance(colour) > 0.22 ? "#221c15" : "#ffffff");
}

/** Relative luminance as in WCAG: from 0, black, to 1, white. */
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

postToShop({ type: "ready" });
