/**
 * The checkout script of the payment sandbox: defines `Razorpay`, with the options, methods and payloads of the real one.
 * The window itself is a page of the provider in a frame; the two exchange messages, and accept none from others.
 */
(() => {
  const script = new URL(document.currentScript.src);
  const base = script.pathname.replace(/\/checkout\.js$/, "");

  const listenersOf = new WeakMap();
  const openOf = new WeakMap();

  class Razorpay {
    constructor(options) {
      if (!options || typeof options.key !== "string" || options.key === "")
        throw new TypeError("`key` option is required");
      this.options = options;
      listenersOf.set(this, new Map());
    }

    /** `payment.failed` is emitted after each failed attempt. */
    on(event, listener) {
      const listeners = listenersOf.get(this);
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    }

    open() {
      if (openOf.has(this)) return;
      const { options } = this;
      const overlay = openOverlay({
        options,
        src: `${script.origin}${base}/window?${new URLSearchParams({ key_id: options.key, order_id: options.order_id ?? "" })}`,
        onMessage: (message) => this.#hear(message),
      });
      openOf.set(this, overlay);
    }

    close() {
      openOf.get(this)?.close();
      openOf.delete(this);
    }

    #hear({ type, response, error }) {
      const { handler, callback_url: callbackUrl, redirect, modal } = this.options;
      switch (type) {
        case "failed":
          for (const listener of listenersOf.get(this).get("payment.failed") ?? []) listener({ error });
          break;
        case "paid":
          this.close();
          if (callbackUrl && (redirect || !handler)) post(callbackUrl, response);
          else handler?.(response);
          break;
        case "dismissed":
          this.close();
          modal?.ondismiss?.();
          break;
      }
    }
  }

  /** A modal dialog over the whole page. */
  function openOverlay({ options, src, onMessage }) {
    const { theme = {}, modal = {} } = options;
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", `Payment to ${options.name || "the shop"}`);
    setStyle(dialog, {
      position: "fixed",
      inset: "0",
      width: "100vw",
      height: "100dvh",
      maxWidth: "none",
      maxHeight: "none",
      margin: "0",
      padding: "0",
      border: "0",
      overflow: "hidden",
      background: theme.backdrop_color || "rgba(34, 28, 21, 0.6)",
      colorScheme: "light",
    });

    const loading = document.createElement("div");
    const cancel = document.createElement("button");
    cancel.type = "button";
    cancel.textContent = "Cancel";
    loading.append("Opening the payment window… ", cancel);
    loading.setAttribute("role", "status");
    setStyle(loading, {
      position: "absolute",
      inset: "0",
      display: "grid",
      placeContent: "center",
      justifyItems: "center",
      gap: "16px",
      color: "#fff",
      font: "16px/1.5 Figtree, system-ui, sans-serif",
    });
    setStyle(cancel, {
      font: "inherit",
      padding: "10px 24px",
      minHeight: "44px",
      border: "0",
      borderRadius: "2px",
      background: "#faf6ef",
      color: "#221c15",
      cursor: "pointer",
    });

    const frame = document.createElement("iframe");
    frame.title = "Payment window";
    frame.setAttribute("allow", "payment");
    setStyle(frame, {
      position: "absolute",
      inset: "0",
      width: "100%",
      height: "100%",
      border: "0",
      background: "transparent",
      colorScheme: "light",
    });
    let ready = false;

    const send = (message) => frame.contentWindow?.postMessage({ razorpay: message }, script.origin);
    const dismiss = () => onMessage({ type: "dismissed" });
    const hear = (event) => {
      if (event.source !== frame.contentWindow || event.origin !== script.origin) return;
      const message = event.data?.razorpay;
      if (typeof message?.type !== "string") return;
      if (message.type === "ready") {
        ready = true;
        loading.remove();
        send({ type: "options", options: plain(options) });
        frame.focus();
      } else onMessage(message);
    };
    // Escape while the focus is outside the frame.
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      if (modal.escape === false) return;
      if (ready) send({ type: "close" });
      else dismiss();
    });
    // Some browsers close it when Escape is pressed twice; only the window may end a payment.
    let ended = false;
    dialog.addEventListener("close", () => {
      if (!ended) dialog.showModal();
    });
    cancel.addEventListener("click", dismiss);
    window.addEventListener("message", hear);

    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = "hidden";
    frame.src = src;
    dialog.append(loading, frame);
    document.body.append(dialog);
    dialog.showModal();

    return {
      close() {
        ended = true;
        window.removeEventListener("message", hear);
        document.documentElement.style.overflow = overflow;
        // Restores the focus.
        dialog.close();
        dialog.remove();
      },
    };
  }

  /** By the object model: the page's Content-Security-Policy forbids style attributes. */
  const setStyle = (element, style) => Object.assign(element.style, style);

  /** The options without their functions, which cannot be sent. */
  const plain = (options) => JSON.parse(JSON.stringify(options));

  /** Posts a form, which leaves the page. */
  function post(url, fields) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = url;
    form.hidden = true;
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  window.Razorpay = Razorpay;
})();
