/**
 * Uses of what a supported browser lacks, each with what happens there instead. An entry that is not needed any more fails the check.
 */

interface AcceptedFile {
  features: string[];
  because: string;
}

/** By file. */
export const ACCEPTED_IN_FILES: Record<string, AcceptedFile> = {
  "backoffice/shared/file-field.tsx": {
    features: ["<input capture>"],
    because: "a computer chooses a file instead of opening the camera",
  },
  "contract/page-code.ts": {
    features: ["Navigator.prototype.serviceWorker", "ServiceWorkerContainer.prototype.controller"],
    because: "the container is read only where it is",
  },
  "storefront/cart/added-panel.tsx": {
    features: ["popover", "HTMLElement.prototype.hidePopover", "HTMLElement.prototype.showPopover"],
    because: "its code is loaded only where there are popovers (just-added.tsx)",
  },
  "storefront/service-worker/cache-visited.ts": {
    features: [
      "Navigator.prototype.serviceWorker",
      "ServiceWorker.prototype.postMessage",
      "ServiceWorkerContainer.prototype.ready",
      "ServiceWorkerContainer.prototype.register",
      "ServiceWorkerRegistration.prototype.active",
    ],
    because: "called only where there are service workers, which an app's web view on iOS lacks",
  },
  "storefront/service-worker/worker.ts": {
    features: [
      "Sensor.prototype.activate_event",
      "ServiceWorkerGlobalScope.prototype.activate_event",
      "ServiceWorkerGlobalScope.prototype.fetch_event",
      "ServiceWorkerGlobalScope.prototype.install_event",
    ],
    because: "runs only where there are service workers",
  },
  "storefront/shared/installed-app.ts": {
    features: [
      "Navigator.prototype.serviceWorker",
      "ServiceWorkerContainer.prototype.controller",
      "Window.prototype.appinstalled_event",
      "Window.prototype.beforeinstallprompt_event",
    ],
    because: "without the events the banner explains how to install by hand; the container is read only where it is",
  },
  "storefront/shared/later.tsx": {
    features: ["Scheduler.prototype.postTask", "scheduler"],
    because: "a timer otherwise",
  },
  "storefront/shared/measurement-answer.ts": {
    features: ["Navigator.prototype.doNotTrack"],
    because: "it is undefined there: Safari has no such request any more, and the shopper is asked",
  },
  "storefront/shell/offline-strip.tsx": {
    features: ["PerformanceResourceTiming.prototype.serverTiming"],
    because: "without it the strip follows the browser's own report",
  },
  "storefront/shell/service-worker-registration.tsx": {
    features: ["cancelIdleCallback", "requestIdleCallback"],
    because: "a timer otherwise",
  },
  "storefront/content/contact-form.tsx": {
    features: ["ContactAddress.prototype.phone", "RTCIceCandidate.prototype.address"],
    because: "fields of the form, of a type that the compiler infers",
  },
  "storefront/profile/my-profile.tsx": {
    features: ["ContactAddress.prototype.city"],
    because: "a field of the profile, of a type that the compiler infers",
  },
  "backoffice/shared/passkeys.ts": {
    features: [
      "AuthenticatorAttestationResponse",
      "AuthenticatorAssertionResponse.prototype.authenticatorData",
      "AuthenticatorAssertionResponse.prototype.signature",
      "AuthenticatorAttestationResponse.prototype.getAuthenticatorData",
      "AuthenticatorAttestationResponse.prototype.getPublicKey",
      "AuthenticatorAttestationResponse.prototype.getPublicKeyAlgorithm",
      "AuthenticatorResponse.prototype.clientDataJSON",
      "PublicKeyCredential.isConditionalMediationAvailable",
    ],
    because: "passkeys are offered only where all of it is; a code of the authenticator app works everywhere",
  },
  "backoffice/shell/upload-guard.tsx": {
    features: ["Window.prototype.beforeunload_event"],
    because: "leaving is not questioned there; the upload resumes",
  },
};

/** Attributes that are hints: a browser that does not know one ignores it. */
export const ACCEPTED_IN_MARKUP: Record<string, string> = {
  autocapitalize: "only touch keyboards capitalise",
  autofocus: "the field is focused by a tap",
  "<img fetchpriority>": "the picture loads in the browser's own order",
  "<link blocking>": "the menu may move while the page arrives",
  "<video playsinline>": "other browsers play inline anyway",
};

/** By feature, in dependencies. */
export const ACCEPTED_IN_BUILD: Record<string, string> = {
  BarcodeDetector: "scan.tsx tests for it, and offers the typed AWB number",
  "Blob.prototype.bytes": "a field of the shop's own",
  "Document.prototype.startViewTransition": "React Router tests for it; no link of the shop asks for transitions",
  "Error.captureStackTrace": "Zod tests for it",
  "EventTarget.prototype.when": "a field of Zod's checks",
  "HTMLElement.prototype.popover": "React's names of events and attributes",
  "HTMLImageElement.prototype.fetchPriority": "an attribute that React sets",
  "HTMLInputElement.prototype.capture": "React's own names",
  "HTMLLinkElement.prototype.imageSizes": "an attribute that React sets",
  "Navigation.prototype.currentEntry": "React tests for it",
  "Navigation.prototype.navigate": "React Router's own router",
  "Navigation.prototype.reload": "window.location's",
  "Navigation.prototype.transition": "React's own names",
  "Navigator.prototype.connection": "React tests for it",
  "Navigator.prototype.getUserMedia": "of mediaDevices, which every browser has",
  "Navigator.prototype.globalPrivacyControl": "it is undefined where there is none, and the shopper is asked",
  "Navigator.prototype.login": "a field of the shop's own",
  "Navigator.prototype.permissions": "a field of the shop's own",
  "Navigator.prototype.share": "React's own names",
  "Element.prototype.role": "a field of the shop's own",
  "Iterator.prototype.toArray": "React's Children",
  Profiler: "React's component",
  ViewTransition: "React's component, not used",
  navigation: "React tests for it",
};

/** In CSS: properties with all their values, at-rules, pseudo-classes and units. */
export const ACCEPTED_IN_STYLES: Record<string, string> = {
  "-webkit-mask-composite": "Firefox has the unprefixed one",
  "-webkit-tap-highlight-color": "a colour of Android",
  ":-moz-range-thumb": "Firefox's own, in a rule of its own",
  ":-moz-range-track": "Firefox's own, in a rule of its own",
  ":-webkit-inner-spin-button": "not Firefox's",
  ":-webkit-search-cancel-button": "not Firefox's",
  ":-webkit-slider-thumb": "not Firefox's, in a rule of its own",
  ":details-content": "sections open at once",
  ":has": "Firefox 115: a chosen option is marked by its control alone; spacing around the footer",
  ":open": "the arrow does not turn",
  ":popover-open": "without popovers the panel is left out",
  ":selection": "the browser's own colour",
  "@container": "Safari 15.6: every part has its narrow layout",
  "@media range": "the sandbox's payment window has its narrow layout",
  "@property": "Tailwind sets the initial values otherwise",
  "@starting-style": "appears at once",
  "contain-intrinsic-size": "only with content-visibility",
  "container-type": "as @container",
  "content-visibility": "everything is laid out at once",
  cursor: "touch has none",
  "dynamic viewport units": "Chrome 106 and 107: content decides the height",
  "field-sizing": "the field keeps its rows and scrolls",
  "font-family: ui-monospace": "the next font of the list",
  "grid-template-columns: subgrid": "the name stands above its value",
  "grid-template-rows: subgrid": "figures beside a name of two lines do not meet",
  lh: "another unit decides",
  "mask-composite": "prefixed by the build",
  "overflow-anchor": "what loads above moves the page",
  overflow: "without clip, hidden's effect is missing: a decoration may be seen whole",
  "overflow-x": "as overflow",
  "overscroll-behavior": "the page scrolls on at the end of a dialog",
  "overscroll-behavior-x": "as overscroll-behavior",
  resize: "touch has no handle",
  "scrollbar-width": "the scrollbar is seen",
  "small viewport units": "Chrome 106 and 107: content decides the height",
  "text-decoration: dotted": "a solid line",
  "text-wrap": "lines break as they fit",
  "transition-behavior": "disappears at once",
  "user-select": "the text can be selected by hand",
};
