import { ArrowDownWideNarrow } from "#web/ui/icons.tsx";
import { useState } from "react";
import { Link } from "#web/ui/router/router.tsx";
import { troubleWith } from "#web/lib/filters/day-range.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { DateField } from "#web/ui/forms/text-field.tsx";
import { type OrderFilters, orderFilters } from "./order-filters.ts";

type OrderFilterFormProps = {
  filters: OrderFilters;
  statuses: readonly { statusId: number; statusName: string }[];
  onSort: (filters: OrderFilters) => void;
};

/** Filters by status and days. Use the filters as its key, so that Back resets it. */
export function OrderFilterForm({ filters, statuses, onSort }: OrderFilterFormProps) {
  const [trouble, setTrouble] = useState(troubleWith(filters));
  const sort = (form: URLSearchParams) => {
    const chosen = orderFilters.read(form);
    const wrong = troubleWith(chosen);
    setTrouble(wrong);
    if (wrong) document.getElementById("to")?.focus();
    else onSort(chosen);
  };
  const actions = (
    <>
      <Button type="submit" look="primary" icon={<ArrowDownWideNarrow size={18} />}>
        Sort
      </Button>
      {orderFilters.isNarrowed(filters) && <Link to={orderFilters.path}>Show all orders</Link>}
    </>
  );
  return (
    <FilterForm label="Orders" onFilter={sort} actions={actions}>
      <SelectField
        label="Status"
        name="status"
        width="full"
        defaultValue={filters.statusId}
        options={statuses.map(({ statusId, statusName }) => ({
          value: statusId,
          label: statusId === 0 ? "All" : statusName,
        }))}
      />
      <DateField label="Start date" name="from" width="full" defaultValue={filters.startDate} />
      <DateField label="End date" name="to" width="full" defaultValue={filters.endDate} error={trouble} />
    </FilterForm>
  );
}
