import { useNavigate, useSearchParams } from "react-router";

interface SearchFieldProps {
  /** For example "Search orders". */
  label: string;
  /** What the search recognises: "Order, AWB, email, phone or name". */
  placeholder: string;
  /** Returns the list's query with this search. */
  queryFor: (typed: string) => string;
}

/** The search field of a list, the parameter `q`, which applies at Enter. */
export function SearchField({ label, placeholder, queryFor }: SearchFieldProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const current = search.get("q") ?? "";
  return (
    <form
      className="w-full md:w-80"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate(queryFor(String(new FormData(event.currentTarget).get("q") ?? "").trim()));
      }}
    >
      <input
        key={current}
        type="search"
        name="q"
        defaultValue={current}
        aria-label={label}
        placeholder={placeholder}
        className="field"
      />
    </form>
  );
}
