import { Button } from "#web/ui/actions/button.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { Search } from "#web/ui/icons.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { labelFilters } from "./label-queries.ts";

const choices = [
  { value: "", label: "Without a printed label" },
  { value: "any", label: "All copies" },
];

/** Finds the copies to label. Use the filters as its key, so that Back resets it. */
export function SearchLabels() {
  const { next, show } = useFilters(labelFilters);
  const box = <SearchField label="Search" name="q" placeholder="Title, SKU, shelf" defaultValue={next.text} />;
  const actions = (
    <>
      <Button type="submit" look="primary" icon={<Search size={18} />}>
        Search
      </Button>
      {labelFilters.isNarrowed(next) && <Link to={labelFilters.path}>Show everything</Link>}
    </>
  );
  return (
    <FilterForm
      label="Copies to label"
      onFilter={(form) => show(labelFilters.read(form))}
      search={box}
      actions={actions}
    >
      <SelectField label="Copies" name="show" width="full" options={choices} defaultValue={next.shown} />
    </FilterForm>
  );
}
