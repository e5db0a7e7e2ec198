import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { RequestError } from "../api/request.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { MyData } from "./my-data.tsx";
import { MyProfile } from "./my-profile.tsx";
import { OrdersPane } from "./orders/orders-pane.tsx";
import { PANES, paneOf } from "./panes.ts";
import { SidePanel } from "./side-panel.tsx";
import { UpdatePassword } from "./update-password.tsx";
import { useUser } from "./use-user.ts";
import { WishlistPane } from "./wishlist/wishlist-pane.tsx";

/** The profile: the side panel and one tab beside it. */
export function ProfilePage() {
  const [search] = useSearchParams();
  const pane = paneOf(search.get("tab"));
  const { user, failed, refresh, retry } = useUser();
  const [picture, setPicture] = useState<File | null>(null);
  const preview = usePreview(picture);

  return (
    <div className="container-page grid items-start gap-x-16 gap-y-6 pt-3 pb-6 lg:grid-cols-[min(17rem,30%)_minmax(0,1fr)] lg:py-12">
      {/* In a narrow window an order takes the whole page, with a back link above it. */}
      <div className={search.has("order") && pane === "5" ? "hidden lg:contents" : "contents"}>
        <SidePanel user={user} preview={preview} pane={pane} />
      </div>
      <div
        id={`pane-${pane}`}
        data-pane={pane}
        role="tabpanel"
        aria-label={PANES[pane]}
        className="min-w-0 outline-none"
      >
        {pane === "1" &&
          (failed ? (
            <ProfileError failed={failed} onRetry={retry} />
          ) : user ? (
            <MyProfile user={user} refresh={refresh} picture={picture} preview={preview} onPicture={setPicture} />
          ) : (
            <ProfileSkeleton />
          ))}
        {pane === "2" && <UpdatePassword hasPassword={user?.hasPassword ?? true} onUpdated={refresh} />}
        {pane === "6" && user && <DeleteAccount user={user} />}
        {pane === "7" && <MyData />}
        {pane === "4" && <WishlistPane />}
        {pane === "5" && <OrdersPane />}
      </div>
    </div>
  );
}

/** Returns an object URL for a chosen picture, revoked when another is chosen. */
function usePreview(picture: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return;
    const created = URL.createObjectURL(picture);
    setUrl(created);
    return () => {
      URL.revokeObjectURL(created);
      setUrl(null);
    };
  }, [picture]);
  return url;
}

function ProfileError({ failed, onRetry }: { failed: RequestError; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <h1 className="text-heading">We couldn’t load your profile</h1>
      <p className="max-w-prose text-bark">Nothing has been lost. {failed.message}</p>
      <button type="button" className="button-primary" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

function ProfileSkeleton() {
  return (
    <div aria-busy="true">
      <h1 className="text-heading max-lg:sr-only">My Profile</h1>
      <div aria-hidden="true" className="mt-7 grid animate-pulse gap-7 sm:grid-cols-2">
        <div className="h-18 rounded-control bg-linen sm:col-span-2" />
        {["name", "mobile", "street", "city", "state", "pincode"].map((field) => (
          <div
            key={field}
            className={`h-[4.5rem] rounded-control bg-linen ${field === "street" ? "sm:col-span-2" : ""}`}
          />
        ))}
      </div>
      <p className="sr-only">Loading your profile…</p>
    </div>
  );
}
