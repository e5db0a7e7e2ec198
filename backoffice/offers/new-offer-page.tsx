import { useNavigate } from "react-router";
import { OFFER_KINDS } from "../../contract/admin/offers.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Button } from "../shared/button.tsx";
import { NotPermitted } from "../shared/error-page.tsx";
import { Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { PageHead } from "../shared/page-head.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import { bodyOf, EMPTY_OFFER, kindOf } from "./offer-body.ts";
import { KINDS, OfferFields } from "./offer-fields.tsx";

export default function NewOfferPage() {
  return useMay("edit_offers") ? <NewOfferForm /> : <NotPermitted permission="edit_offers" />;
}

function NewOfferForm() {
  const draft = useFormDraft("offer to create", EMPTY_OFFER);
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  const { values, set } = draft;
  return (
    <>
      <title>New offer</title>
      <BackLink to="/offers">Offers</BackLink>
      <PageHead title="New offer" />
      <form
        noValidate
        className="grid max-w-3xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            const { _id } = await call("createOffer", { body: bodyOf(values) });
            draft.sent("The offer has been created.");
            await navigate(`/offers/${_id}`);
          });
        }}
      >
        <OfferFields
          values={values}
          set={set}
          error={error}
          kindField={
            <SelectField
              label="Kind"
              value={kindOf(values)}
              options={OFFER_KINDS.map((value) => ({ value, name: KINDS[value] }))}
              onChange={(value) => set("kind", value)}
            />
          }
        />
        <Problem error={error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" className="button-primary" disabled={busy}>
            Create the offer
          </Button>
          {draft.changed.length > 0 && (
            <button type="button" className="button-quiet" onClick={draft.discard}>
              Clear the form
            </button>
          )}
        </div>
      </form>
    </>
  );
}
