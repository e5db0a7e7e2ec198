import { useNavigate, useSearchParams } from "react-router";

interface SearchFieldProps {
  /** For example "Search orders". */
  label: string;
  /** What the search recognises: "Order, AWB, email, phone or name". */
  placeholder: string;
  /** The parameter. */
  name?: string;
  className?: string;
  /** Returns the list's query with this search. */
  queryFor: (typed: string) => string;
}

/** A search field of a list, which applies at Enter. */
export function SearchField({
  label,
  placeholder,
  name = "q",
  className = "w-full md:w-80",
  queryFor,
}: SearchFieldProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const current = search.get(name) ?? "";
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate(queryFor(String(new FormData(event.currentTarget).get(name) ?? "").trim()));
      }}
    >
      <input
        key={current}
        type="search"
        name={name}
        defaultValue={current}
        aria-label={label}
        placeholder={placeholder}
        className="field"
      />
    </form>
  );
}
