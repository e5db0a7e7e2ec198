import { useState } from "react";
import { useNavigate } from "react-router";
import { isoDayInIndia } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { PageHead } from "../shared/page-head.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import { NEW_PURCHASE } from "./begin-purchase.ts";
import { EMPTY_PURCHASE, fieldsOf, type PurchaseDraft } from "./purchase-draft.ts";
import { PurchaseForm } from "./purchase-form.tsx";

/** Books a supplier's document. */
export default function NewPurchasePage() {
  const navigate = useNavigate();
  const maySee = useMay("view_costs");
  const { run, ...action } = useAction();
  const [start] = useState<PurchaseDraft>(() => ({ ...EMPTY_PURCHASE, documentDate: isoDayInIndia(shopNow()) }));
  const draft = useFormDraft<PurchaseDraft>(NEW_PURCHASE, start);
  const book = () =>
    run(async () => {
      const { _id } = await call("bookPurchase", {
        body: { ...fieldsOf(draft.values), isInStock: draft.values.isInStock === "yes" },
      });
      draft.sent("The purchase is stored.");
      await navigate(maySee ? `/purchases/${_id}` : "/stock");
    });
  return (
    <>
      <title>Book a purchase</title>
      <BackLink to="/purchases">Purchases</BackLink>
      <PageHead title="Book a purchase" />
      <PurchaseForm form={{ ...draft, ...action }} isNew submit="Book the purchase" onSubmit={book} />
    </>
  );
}
