import { useState } from "react";
import { Link, useLoaderData, useNavigate, useRevalidator } from "react-router";
import type { GoLive, GoLivePoint, GoLiveStep } from "../../contract/admin/go-live.ts";
import { CONNECTION_SETTINGS } from "../../contract/admin/setup.ts";
import { call } from "../api/client.ts";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Problem } from "../shared/field.tsx";
import { load } from "../shared/load.ts";
import { MoveInHint } from "../shared/move-in-hint.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useMe } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import { pagesFor } from "../shell/pages.ts";
import { OptionalParts } from "./optional-parts.tsx";
import { ServiceTest } from "./service-test.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("readGoLive", {}));

const STEPS: Readonly<Record<GoLiveStep, { name: string; about: string }>> = {
  details: { name: "Your shop", about: "Name, contact and what customers see on every page." },
  seller: {
    name: "Seller and taxes",
    about: "Invoices carry these; the state decides between CGST with SGST and IGST.",
  },
  machine: { name: "The machine", about: "Its administrator sets these in the file .env, and restarts the shop." },
  mail: { name: "Emails", about: "Codes, confirmations and invoices are sent by your mail server." },
  payments: { name: "Payments", about: "Customers pay through your Razorpay account." },
  catalogue: { name: "Catalogue", about: "Categories, your first product, and what product pages claim." },
  texts: { name: "Pages and policies", about: "Privacy, terms, refunds, contact. Read each before you open." },
  shipping: {
    name: "Shipping",
    about:
      "Where you deliver, at what price, and your holidays. Without a method, everything ships free all over India.",
  },
};

/** Points that are changed here, or on the machine. */
type Unlinked = "setting" | "database" | "test_orders";

/** The pages where points other than settings are changed, by the beginning of their path. */
const PLACES: Readonly<Record<Exclude<GoLivePoint["place"], Unlinked>, string>> = {
  categories: "/categories",
  products: "/products",
  shipping: "/shipping",
  pages: "/content",
  staff: "/staff",
};

/** Shows the go-live list, which is the first-run guide: steps in order, each with its open points. */
export default function GoLivePage() {
  const { steps, isDemo, isOpen, visitPath, isDismissed, proposals, services, optional, products, testOrders } =
    useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const { run, busy, error } = useAction();
  const open = steps.reduce((sum, { points }) => sum + points.length, 0);
  const done = steps.filter(({ points }) => points.length === 0).length;
  return (
    <>
      <title>Go live</title>
      <PageHead
        title="Go live"
        beside={
          <Badge tone={open === 0 ? "done" : "attention"}>
            {done} of {steps.length} steps done
          </Badge>
        }
        about={`${
          open === 0
            ? "Nothing is left to do: the shop can go live. Then buy something yourself, and look at the email and the invoice."
            : `${open === 1 ? "1 point is" : `${open} points are`} open. What you store is kept; you can continue at any time.`
        }${isDemo ? " This is a demo, which is not meant to go live: the list shows what a live shop changes." : ""}`}
      />
      <Problem error={error} />
      {!isDemo && <Opening isOpen={isOpen} visitPath={visitPath} points={open} />}
      {proposals.length > 0 && <Proposals proposals={proposals} />}
      <ol className="grid gap-3">
        {steps.map(({ step, points }, at) => (
          <li key={step}>
            <section aria-labelledby={`step-${step}`} className="panel p-4">
              <div className="flex flex-wrap items-baseline justify-between gap-2">
                <h2 id={`step-${step}`}>
                  {at + 1}. {STEPS[step].name}
                </h2>
                <Badge tone={points.length === 0 ? "done" : "attention"}>
                  {points.length === 0 ? "Done" : `${points.length} open`}
                </Badge>
              </div>
              <p className="text-bark">{STEPS[step].about}</p>
              <Points points={points} />
              {step === "mail" && <ServiceTest state={services.find(({ service }) => service === "mail")} />}
              {step === "payments" && <ServiceTest state={services.find(({ service }) => service === "payments")} />}
              {step === "payments" && testOrders > 0 && <TestOrders orders={testOrders} />}
              {(step === "texts" || step === "catalogue") &&
                points.some(({ place }) => place === "pages" || place === "categories") && <Starters />}
              {step === "catalogue" && (
                <p className="mt-2">
                  {products === 0 ? (
                    <MoveInHint />
                  ) : products === 1 ? (
                    "1 product is stored."
                  ) : (
                    `${products} products are stored.`
                  )}
                </p>
              )}
            </section>
          </li>
        ))}
      </ol>
      <OptionalParts parts={optional} />
      {!isDismissed && !isDemo && (
        <p className="mt-4">
          <Button
            type="button"
            className="button-quiet"
            disabled={busy}
            onClick={async () => {
              if (await run(() => call("dismissGuide", {}))) await navigate("/");
            }}
          >
            Open Home instead from now on
          </Button>
        </p>
      )}
    </>
  );
}

/** Opens the shop to everybody, and shows it before. */
function Opening({ isOpen, visitPath, points }: Pick<GoLive, "isOpen" | "visitPath"> & { points: number }) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const open = () =>
    run(async () => {
      const { subjects } = await call("listSettings", {});
      const version = subjects.find(({ subject }) => subject === "shop")?.version ?? 0;
      await call("changeSettings", { body: { subject: "shop", version, values: { SHOP_OPEN: "true" } } });
      await revalidate();
    });
  if (isOpen)
    return (
      <p className="mb-3">
        Your shop is open to everybody.{" "}
        <a href="/" className="text-link">
          See the shop
        </a>
      </p>
    );
  return (
    <section aria-labelledby="opening" className="panel mb-3 grid gap-2 p-4">
      <h2 id="opening">Your shop is closed</h2>
      <p className="max-w-prose">
        Strangers see a page with your name, your newsletter and your policies. Nobody can buy. You see the shop as it
        will be; so does everybody to whom you send the link, for 30 days.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="button" className="button-primary" disabled={busy} onClick={() => void open()}>
          Open the shop
        </Button>
        <a href={visitPath} target="_blank" rel="noreferrer" className="button-quiet">
          See the shop
        </a>
      </div>
      {points > 0 && (
        <p className="text-bark">
          {points === 1 ? "1 point below is" : `${points} points below are`} still open. Settle them first, if you can.
        </p>
      )}
      <Problem error={error} otherwise={error?.errors[0]?.message} />
    </section>
  );
}

const isUnlinked = (place: GoLivePoint["place"]): place is Unlinked =>
  place === "setting" || place === "database" || place === "test_orders";

/** Takes all test orders back, once it is confirmed. */
function TestOrders({ orders }: { orders: number }) {
  const { run, busy, error, clear } = useAction();
  const { revalidate } = useRevalidator();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => {
    clear();
    setIsAsking(false);
  };
  return (
    <div className="mt-2">
      <Button type="button" className="button-quiet" onClick={() => setIsAsking(true)}>
        Take test orders back
      </Button>
      <p className="mt-1 text-bark text-small">
        Orders that are placed with test keys count in no report, tax return or file. Taken back, they are gone, and
        their units are in stock again.
      </p>
      {isAsking && (
        <DialogForm
          title={orders === 1 ? "Take 1 test order back?" : `Take ${orders} test orders back?`}
          submit="Take back"
          isDanger
          busy={busy}
          error={error}
          onClose={close}
          onSubmit={async () => {
            if (!(await run(() => call("takeBackTestOrders", {})))) return;
            close();
            await revalidate();
          }}
        >
          <p>
            This deletes the test orders with their payments, invoices, returns and emails, and makes their units
            available again. It can’t be undone. If you have counted stock since, check the numbers afterwards.
          </p>
        </DialogForm>
      )}
    </div>
  );
}

function Points({ points }: { points: readonly GoLivePoint[] }) {
  const pages = pagesFor(useMe().permissions);
  const mayConnect = pages.some(({ to }) => to === "/connections");
  if (points.length === 0) return null;
  return (
    <ul className="mt-2 divide-y divide-sand border-sand border-t">
      {points.map((point) => {
        const path = isUnlinked(point.place) ? null : PLACES[point.place];
        const page = path && pages.find(({ to }) => to.startsWith(path));
        const isConnection =
          mayConnect && CONNECTION_SETTINGS.some((name) => point.place === "setting" && point.setting?.name === name);
        const isOfMachine = point.setting?.subject === "machine" && !isConnection;
        return (
          <li key={point.text} className="py-2">
            <div className="wrap-anywhere md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:gap-4">
              {point.setting && point.place === "setting" ? (
                <>
                  <p>
                    <Link
                      to={
                        isConnection
                          ? "/connections"
                          : `/settings?subject=${point.setting.subject}#${point.setting.name}`
                      }
                      className="text-link"
                    >
                      {point.setting.label}
                    </Link>
                  </p>
                  <p className="text-bark max-md:text-small">
                    {point.text.replace(/^[A-Z_]+ (?:is )?(.)/, (_, first) => first.toUpperCase())}
                  </p>
                </>
              ) : (
                <>
                  <p>
                    {page && (
                      <Link to={page.to} className="text-link">
                        {page.name}
                      </Link>
                    )}
                  </p>
                  <p className="text-bark max-md:text-small">{point.text}</p>
                </>
              )}
            </div>
            {(isOfMachine || point.place === "database" || (path && !page)) && (
              <p className="wrap-anywhere text-bark text-small">On the machine: {point.remedy}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Offers values that suit most live shops, to be stored with one click after reading them. */
function Proposals({ proposals }: Pick<GoLive, "proposals">) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <section aria-labelledby="proposals" className="panel mb-3 p-4">
      <h2 id="proposals">Suggested for most shops</h2>
      <p className="text-bark">
        These settings still have the demo’s values. They follow from what you have set, or are usual; each can be
        changed afterwards.
      </p>
      <dl className="my-3 grid grid-cols-2 gap-x-4 gap-y-1 max-md:text-small md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        {proposals.map(({ name, label, value }) => (
          <div key={name} className="contents">
            <dt className="text-bark">{label}</dt>
            <dd className="wrap-anywhere">{value.replaceAll("|", ", ") || "none"}</dd>
          </div>
        ))}
      </dl>
      <Problem error={error} otherwise={error?.errors[0]?.message} />
      <Button
        type="button"
        className="button-primary"
        disabled={busy}
        onClick={async () => {
          const names = proposals.map(({ name }) => name);
          if (await run(() => call("acceptProposals", { body: { names } }))) await revalidate();
        }}
      >
        Use {proposals.length === 1 ? "it" : `these ${proposals.length}`}
      </Button>
    </section>
  );
}

function Starters() {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <div className="mt-2">
      <Problem error={error} />
      <Button
        type="button"
        className="button-quiet"
        disabled={busy}
        onClick={async () => {
          if (await run(() => call("storeStarters", {}))) await revalidate();
        }}
      >
        Begin with our templates
      </Button>
      <p className="mt-1 text-bark text-small">
        Stores pages, FAQs and categories that are missing; what you have stays. The pages take names and addresses from
        your settings.
      </p>
    </div>
  );
}
