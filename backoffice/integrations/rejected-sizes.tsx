import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { FEED_PROBLEMS, type RejectedSize } from "../../contract/admin/feeds.ts";
import type { FeedChannel } from "../../contract/feeds.ts";
import { call } from "../api/client.ts";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { useAction } from "../shared/use-action.ts";

/** How many sizes are shown before the check waits to be continued. */
const SHOWN = 50;

interface Checked {
  sizes: RejectedSize[];
  checked: number;
  /** Null once all are checked. */
  next: string | null;
}

/** Checks the catalogue for what the reader of a feed would reject, some products at a time, and lists it with the reasons. */
export function RejectedSizes({ channel }: { channel: FeedChannel }) {
  const [found, setFound] = useState<Checked | null>(null);
  const { run, busy, error } = useAction();
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  const check = () =>
    run(async () => {
      isStopped.current = false;
      let all: Checked = found?.next ? found : { sizes: [], checked: 0, next: "0" };
      const enough = all.sizes.length + SHOWN;
      while (all.next !== null && all.sizes.length < enough && !isStopped.current) {
        const part = await call("listRejectedSizes", { params: { channel }, query: { after: all.next } });
        all = {
          sizes: [...all.sizes, ...part.sizes],
          checked: all.checked + part.checked,
          next: part.next,
        };
        setFound(all);
      }
    });

  const leftOut = found?.sizes.filter(({ isLeftOut }) => isLeftOut).length ?? 0;
  return (
    <>
      <p role="status" className="mb-3 max-w-prose text-bark empty:hidden">
        {found && summary(found, leftOut, busy)}
      </p>
      {found && found.sizes.length > 0 && (
        <ul className="mb-3 divide-y divide-sand">
          {found.sizes.map(({ productId, title, size, sku, isLeftOut, problems }) => (
            <li key={sku} className="py-2">
              <p className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
                <Link to={`/products/${productId}`} className="font-semibold text-link">
                  {title}, {size}
                </Link>
                <span className="text-bark text-small">{sku}</span>
                {isLeftOut && <Badge tone="danger">Left out</Badge>}
              </p>
              <ul className="list-disc pl-5">
                {problems.map((problem) => (
                  <li key={problem}>{FEED_PROBLEMS[problem]}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      <Problem error={error} />
      <div className="flex flex-wrap gap-2">
        {found?.next !== null || busy ? (
          <Button type="button" className="button-quiet" disabled={busy} onClick={() => void check()}>
            {found ? "Check the next" : "Check the catalogue"}
          </Button>
        ) : (
          <Button type="button" className="button-quiet" onClick={() => void check()}>
            Check again
          </Button>
        )}
        {busy && (
          <button
            type="button"
            className="button-quiet"
            onClick={() => {
              isStopped.current = true;
            }}
          >
            Stop
          </button>
        )}
      </div>
    </>
  );
}

function summary({ sizes, checked, next }: Checked, leftOut: number, busy: boolean): string {
  const count = checked.toLocaleString("en-IN");
  const done =
    next === null ? `All ${count} sizes are checked.` : `${count} sizes are checked${busy ? " so far" : ""}.`;
  if (sizes.length === 0) return next === null ? `${done} None would be rejected.` : done;
  const others = sizes.length - leftOut;
  return `${done} ${leftOut.toLocaleString("en-IN")} left out of the feed, ${others.toLocaleString("en-IN")} in it to look at.`;
}
