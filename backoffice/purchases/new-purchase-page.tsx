import { useState } from "react";
import { useNavigate } from "react-router";
import { isoDayInIndia } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useMay } from "../shared/session.ts";
import { NEW_PURCHASE } from "./begin-purchase.ts";
import { EMPTY_PURCHASE, fieldsOf, type PurchaseDraft } from "./purchase-draft.ts";
import { PurchaseForm } from "./purchase-form.tsx";

/** Books a supplier's document. */
export default function NewPurchasePage() {
  const navigate = useNavigate();
  const maySee = useMay("view_costs");
  const [start] = useState<PurchaseDraft>(() => ({ ...EMPTY_PURCHASE, documentDate: isoDayInIndia(shopNow()) }));
  return (
    <>
      <title>Book a purchase</title>
      <BackLink to="/purchases">Purchases</BackLink>
      <PageHead title="Book a purchase" />
      <PurchaseForm
        name={NEW_PURCHASE}
        stored={start}
        isNew
        submit="Book the purchase"
        send={async (draft) => {
          const { _id } = await call("bookPurchase", {
            body: { ...fieldsOf(draft), isInStock: draft.isInStock === "yes" },
          });
          return () => navigate(maySee ? `/purchases/${_id}` : "/stock");
        }}
      />
    </>
  );
}
