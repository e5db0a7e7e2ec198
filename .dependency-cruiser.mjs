/** Libraries that add some 50 ms each to a start, and the files that may import them. */
const HEAVY_LIBRARIES = "@opentelemetry/.*|bidi-js|harfbuzzjs|jose|nodemailer|pdfkit|prom-client|sharp";
const LEAD_TO_HEAVY_LIBRARIES =
  "^server/[^/]+/(accounts/google-tokens|mail/smtp|metrics/metrics|fulfilment/(packing-slip|address-label)-pdf|disputes/text-pdf|orders/(invoice/|challans/challan-|vouchers/voucher-)pdf|tracing/tracing)\\.ts$|^sandbox/google-tokens\\.ts$";
const USE_HEAVY_LIBRARIES = `${LEAD_TO_HEAVY_LIBRARIES}|^server/[^/]+/(metrics|tracing)/|^server/platform/pdf/`;

/**
 * The groups of the server from the bottom up, each with its modules from the bottom up. A module imports lower groups, and the modules before
 * it in its group, types included, so no two import each other.
 */
const GROUPS = {
  base: [],
  platform: [
    "config",
    "database",
    "cdn",
    "jobs",
    "live",
    "rate-limits",
    "mail",
    "http",
    "audit",
    "media",
    "pdf",
    "tracing",
    "outgoing",
    "phone-messages",
  ],
  selling: ["pricing", "variants", "search", "settings", "shipping", "stock", "offers"],
  orders: ["payment-records", "orders", "measurement", "payments", "post-purchase", "fulfilment"],
  shop: ["cart", "reviews", "catalogue", "content", "redirects", "wishlist"],
  people: [
    "contact",
    "newsletter",
    "old-orders",
    "accounts",
    "campaigns",
    "customers",
    "privacy",
    "staff",
    "api-tokens",
  ],
  buying: ["checkout", "cash-on-delivery", "draft-orders"],
  operations: [
    "disputes",
    "metrics",
    "pages",
    "parcel-files",
    "courier-bills",
    "couriers",
    "moving",
    "purchases",
    "reports",
    "setup",
    "system",
    "webhooks",
    "feeds",
    "agents",
    "commands",
  ],
};
const GROUP_RULES = Object.entries(GROUPS).flatMap(([group, modules], at, groups) => [
  {
    name: "groups-import-lower-groups",
    comment: "A group imports only the groups before it in GROUPS; move shared code into a lower one.",
    severity: "error",
    from: { path: `^server/${group}/`, pathNot: "\\.test\\.ts$" },
    to: { path: `^server/(${[...groups.slice(at + 1).map(([name]) => `${name}/`), "[^/]+\\.ts$"].join("|")})` },
  },
  ...modules.slice(0, -1).map((module, level) => ({
    name: "modules-import-lower-modules",
    comment: "A module imports only the modules before it in its group (GROUPS above).",
    severity: "error",
    from: { path: `^server/${group}/${module}/`, pathNot: "\\.test\\.ts$" },
    to: { path: `^server/${group}/(${modules.slice(level + 1).join("|")})/` },
  })),
]);
const UNLISTED = {
  name: "modules-are-listed",
  comment: "A new module gets its place in GROUPS.",
  severity: "error",
  from: {
    path: "^server/[^/]+/",
    pathNot: Object.entries(GROUPS).map(([group, modules]) =>
      modules.length === 0 ? `^server/${group}/` : `^server/${group}/((${modules.join("|")})/|[^/]+\\.ts$)`,
    ),
  },
  to: {},
};

const ROUTES_ONLY_IN_APP = {
  name: "routes-only-in-app",
  comment:
    "routes.ts and admin-routes.ts are a module's HTTP interface, registered by app.ts and admin-app.ts, with parts within the module; others call its named functions.",
  severity: "error",
};
const ROUTES = "^server/.+/[a-z-]*routes\\.ts$";
const ROUTE_RULES = [
  {
    ...ROUTES_ONLY_IN_APP,
    from: { path: "^(server/[^/]+/[^/]+/)", pathNot: "\\.test\\.ts$" },
    to: { path: ROUTES, pathNot: "^$1" },
  },
  {
    ...ROUTES_ONLY_IN_APP,
    from: { pathNot: "^server/[^/]+/[^/]+/|^server/(admin-)?app\\.ts$|\\.test\\.ts$" },
    to: { path: ROUTES },
  },
];

/** Folders of the storefront that every other folder may import. */
const STOREFRONT_BASE = ["api", "fonts", "session", "shared"];
/** Features of the storefront from the bottom up, each with the features it may import. */
const FEATURES = {
  account: [],
  cart: [],
  checkout: ["cart"],
  "draft-order": ["checkout"],
  content: [],
  delivery: [],
  newsletter: [],
  "privacy-request": [],
  tracking: [],
  wishlist: [],
  "product-card": ["cart", "wishlist"],
  home: ["product-card"],
  listing: ["product-card"],
  product: ["cart", "wishlist", "product-card"],
  // Buy Again fills the cart; a tab shows the customer's wishlist.
  profile: ["cart", "wishlist", "product-card"],
  "wishlist-page": ["wishlist", "product-card"],
  style: ["cart", "product-card"],
  measurement: [],
  "service-worker": [],
  // Header, footer and what is loaded with the session. A lost page suggests products.
  shell: ["cart", "wishlist", "newsletter", "product-card", "service-worker", "measurement"],
};
const FEATURE_RULES = Object.entries(FEATURES).map(([feature, shown], at, all) => {
  if (shown.some((name) => all.findIndex(([other]) => other === name) >= at))
    throw new Error(`FEATURES: ${feature} imports a feature that is not above it`);
  return {
    name: "features-import-listed-features",
    comment: "A feature imports the base and the features listed for it in FEATURES, so that no two import each other.",
    severity: "error",
    from: { path: `^storefront/${feature}/` },
    to: { path: "^storefront/", pathNot: `^storefront/(${[feature, ...STOREFRONT_BASE, ...shown].join("|")})/` },
  };
});

/**
 * Dependency rules: which module may import which. `npm run deps` checks them, scripts/deps.test.ts tests the rules.
 *
 * routes → subject → database; storefront → contract; nothing imports the storefront, the tests or the benchmarks.
 * @type {import("dependency-cruiser").IConfiguration}
 */
export default {
  forbidden: [
    ...GROUP_RULES,
    UNLISTED,
    ...FEATURE_RULES,
    {
      name: "storefront-base-imports-no-feature",
      comment: "What every feature may import knows none of them.",
      severity: "error",
      from: { path: `^storefront/(${STOREFRONT_BASE.join("|")})/` },
      to: { path: "^storefront/", pathNot: `^storefront/(${STOREFRONT_BASE.join("|")})/` },
    },
    {
      name: "features-are-listed",
      comment: "A new folder of the storefront gets its line in FEATURES.",
      severity: "error",
      from: {
        path: "^storefront/[^/]+/",
        pathNot: `^storefront/(${[...STOREFRONT_BASE, ...Object.keys(FEATURES)].join("|")}|routes|icons)/`,
      },
      to: {},
    },
    {
      name: "contract-is-pure",
      comment: "The browser loads the contract, so it imports zod and itself, nothing else.",
      severity: "error",
      from: { path: "^contract/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^(contract/|node_modules/zod/)" },
    },
    {
      name: "storefront-knows-only-the-contract",
      comment: "The storefront gets everything through the API; of this repository it imports the contract.",
      severity: "error",
      from: { path: "^storefront/" },
      to: { pathNot: "^(storefront|contract|node_modules)/", dependencyTypesNot: ["core"] },
    },
    {
      name: "backoffice-knows-only-the-contract",
      comment:
        "The back office gets everything through its API; of this repository it imports the contract. Its build has the shop's target.",
      severity: "error",
      from: { path: "^backoffice/", pathNot: "^backoffice/vite\\.config\\.ts$" },
      to: { pathNot: "^(backoffice|contract|node_modules)/", dependencyTypesNot: ["core"] },
    },
    {
      name: "backoffice-is-imported-by-nothing",
      comment: "The server sends its build.",
      severity: "error",
      from: { pathNot: "^(backoffice|tests|bench)/" },
      to: { path: "^backoffice/" },
    },
    {
      name: "storefront-is-imported-by-nothing",
      comment: "The server loads the built storefront; only tests import its sources.",
      severity: "error",
      from: { pathNot: "^(storefront|tests|bench)/" },
      to: { path: "^storefront/" },
    },
    {
      name: "server-imports-no-demo",
      comment:
        "The live shop does not import the demo, the tests or the scripts; only main.ts and the registry of commands load the demo.",
      severity: "error",
      from: { path: "^server/", pathNot: "^server/(main|operations/commands/registry)\\.ts$" },
      to: { path: "^(demo|tests|bench|scripts)/" },
    },
    {
      name: "main-loads-only-the-demo-seed",
      comment: "server/main.ts may load demo/seed.ts, when the shop is the demo, and nothing else around the server.",
      severity: "error",
      from: { path: "^server/main\\.ts$" },
      to: { path: "^(demo|tests|bench|scripts)/", pathNot: "^demo/seed\\.ts$" },
    },
    {
      name: "registry-loads-only-demo-commands",
      comment: "The demo has two commands; they are listed with the others.",
      severity: "error",
      from: { path: "^server/operations/commands/registry\\.ts$" },
      to: { path: "^(demo|tests|bench|scripts)/", pathNot: "^demo/(reset|clear)\\.ts$" },
    },
    {
      name: "demo-is-loaded-on-demand",
      comment: "A live shop never loads the demo, so it is imported with import(), not at the top of a file.",
      severity: "error",
      from: { path: "^server/(main|operations/commands/registry)\\.ts$" },
      to: { path: "^demo/", dependencyTypesNot: ["dynamic-import"] },
    },
    {
      name: "sandbox-is-loaded-on-demand",
      comment: "A live shop never loads the sandbox: services.ts alone imports it, with import().",
      severity: "error",
      from: { path: "^(server|contract|demo|storefront)/", pathNot: "^server/operations/services\\.ts$" },
      to: { path: "^sandbox/" },
    },
    {
      name: "services-load-the-sandbox-late",
      comment: "See above: not at its top.",
      severity: "error",
      from: { path: "^server/operations/services\\.ts$" },
      to: { path: "^sandbox/", dependencyTypesNot: ["dynamic-import"] },
    },
    {
      name: "sandbox-needs-server-and-contract-only",
      comment: "The sandbox speaks the real protocols; it borrows the server's database and messages.",
      severity: "error",
      from: { path: "^sandbox/" },
      to: { path: "^(storefront|demo|tests|bench|scripts)/" },
    },
    {
      name: "demo-needs-server-and-contract-only",
      comment: "The demo fills the shop through the server's own functions.",
      severity: "error",
      from: { path: "^demo/" },
      to: { path: "^(storefront|tests|bench|scripts)/" },
    },
    {
      name: "tests-are-imported-by-nothing",
      comment:
        "Tests may import anything, nothing imports them; a benchmark may start the tests' PostgreSQL and browser, and log it in.",
      severity: "error",
      from: { pathNot: "^(tests/|(playwright|vitest)\\.config\\.ts$)" },
      to: {
        path: "^tests/",
        pathNot: "^tests/(postgres(/(account|pgbouncer|programs))?|browser/(chromium|stored-session))\\.ts$",
      },
    },
    {
      name: "only-benchmarks-borrow-from-tests",
      comment: "What starts a PostgreSQL or a browser, or logs it in, is for tests and benchmarks.",
      severity: "error",
      from: { pathNot: "^((tests|bench)/|playwright\\.config\\.ts$)" },
      to: { path: "^tests/(postgres(/(account|pgbouncer|programs))?|browser/(chromium|stored-session))\\.ts$" },
    },
    {
      name: "bench-is-imported-by-nothing",
      comment: "A benchmark measures the shop; no part of the shop needs it.",
      severity: "error",
      from: { pathNot: "^bench/" },
      to: { path: "^bench/" },
    },
    {
      name: "no-imports-of-unit-tests",
      comment: "Code shared by tests is in its own file.",
      severity: "error",
      from: {},
      to: { path: "\\.(test|spec)\\.tsx?$" },
    },
    ...ROUTE_RULES,
    {
      name: "app-is-for-those-who-run-it",
      comment:
        "app.ts and command-app.ts assemble the modules, main.ts and commands.ts start them; a module that needs the app gets it as a parameter.",
      severity: "error",
      from: { path: "^(server/[^/]+/|demo/)", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/(app|command-app|commands|main)\\.ts$" },
    },
    {
      name: "heavy-libraries-have-a-place",
      comment: "Libraries that many starts never need are named only by the few files that are made of them.",
      severity: "error",
      from: { path: "^(server|sandbox)/", pathNot: `${USE_HEAVY_LIBRARIES}|\\.test\\.ts$` },
      to: { path: `node_modules/(${HEAVY_LIBRARIES})/`, dependencyTypesNot: ["dynamic-import", "type-only"] },
    },
    {
      name: "heavy-libraries-are-loaded-late",
      comment:
        "Those files are taken with import() where they are needed first, so that every other start is quick. A worker thread starts then, too.",
      severity: "error",
      from: { path: "^(server|sandbox)/", pathNot: "\\.test\\.ts$|^server/orders/orders/invoice/draw-thread\\.ts$" },
      to: { path: LEAD_TO_HEAVY_LIBRARIES, dependencyTypesNot: ["dynamic-import", "type-only"] },
    },
    {
      name: "sheets-are-drawn-late",
      comment:
        "What draws on sheets loads PDFKit and HarfBuzz, so only files that are themselves loaded late may do it.",
      severity: "error",
      from: {
        path: "^server/",
        pathNot: `${LEAD_TO_HEAVY_LIBRARIES}|^server/platform/pdf/|/fulfilment/barcode\\.ts$|/invoice/paper\\.ts$|\\.test\\.ts$`,
      },
      to: { path: "^server/platform/pdf/", dependencyTypesNot: ["dynamic-import", "type-only"] },
    },
    {
      name: "no-circles",
      comment: "Two files that import each other are one file, or hide a third.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "nothing-missing",
      comment: "An import that leads nowhere could not be checked against the rules above.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "live-needs-no-tools",
      comment: "The server runs where development tools are not installed; only npm run dev loads Vite.",
      severity: "error",
      from: {
        path: "^(server|contract|demo|sandbox)/",
        pathNot: "^server/operations/pages/development\\.ts$|\\.test\\.ts$",
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    // TypeScript 7 has no JavaScript API for it. swc also sees `import type`, which counts as a dependency.
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|\\.react-router|data)/" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main"],
    },
  },
};
