import { Link } from "react-router";
import { type ConsentPlace, consentParts } from "../../contract/accounts/consent-wording.ts";

/** The sentence that is stored with the consent, with links to its texts. They open beside the form, so that nothing typed is lost. */
export const ConsentSentence = ({ place }: { place: ConsentPlace }) =>
  consentParts(place).map((part) =>
    typeof part === "string" ? (
      part
    ) : (
      <Link
        key={part.path}
        to={part.path}
        target="_blank"
        aria-label={`${part.title} (opens in a new tab)`}
        className="text-leaf text-link"
      >
        {part.title}
      </Link>
    ),
  );
