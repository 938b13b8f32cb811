import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type OrderSort, orderWorks } from "#contract/desk/search.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { DateField, TextField } from "#web/ui/forms/text-field.tsx";
import { ArrowDownWideNarrow } from "#web/ui/icons.tsx";
import { Link } from "#web/ui/router/router.tsx";
import {
  type OrderFilters,
  orderFilters,
  overdue,
  statusesQuery,
  troubleWithOrders,
  workWords,
} from "../order-queries.ts";
import styles from "./order-filter-form.module.css";

type OrderFilterFormProps = { filters: OrderFilters; onSort: (filters: OrderFilters) => void };

const sorts: readonly { value: OrderSort; label: string }[] = [
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "due", label: "Due soonest" },
  { value: "leaves", label: "Leaves soonest" },
];

/** What to look for in the list of orders. Use the filters as its key, so that Back resets it. */
export function OrderFilterForm({ filters, onSort }: OrderFilterFormProps) {
  const [trouble, setTrouble] = useState(troubleWithOrders(filters));
  const statuses = useQuery(statusesQuery).data ?? [];
  const sort = (form: URLSearchParams) => {
    const chosen = orderFilters.read(form);
    const wrong = troubleWithOrders(chosen);
    setTrouble(wrong);
    if (wrong) document.getElementById(wrong.field)?.focus();
    else onSort(chosen);
  };
  const day = (label: string, name: string, value: string) => (
    <DateField
      label={label}
      name={name}
      width="full"
      defaultValue={value}
      error={trouble?.field === name ? trouble.words : undefined}
    />
  );
  const actions = (
    <>
      <Button type="submit" look="primary" icon={<ArrowDownWideNarrow size={18} />}>
        Sort
      </Button>
      {orderFilters.isNarrowed(filters) && <Link to={orderFilters.path}>Show all orders</Link>}
    </>
  );
  const box = (
    <SearchField
      label="Find orders"
      hint="Borrower, school, email, title, SKU, tracking number or order number."
      name="q"
      defaultValue={filters.text}
    />
  );
  return (
    <FilterForm label="Orders" onFilter={sort} search={box} searchAbove actions={actions}>
      <SelectField
        label="Status"
        name="status"
        width="full"
        defaultValue={filters.statusId}
        options={[
          ...statuses.map(({ statusId, statusName }) => ({
            value: statusId,
            label: statusId === 0 ? "All" : statusName,
          })),
          { value: overdue, label: "Overdue" },
          ...orderWorks.map((work) => ({ value: work, label: workWords[work] })),
        ]}
      />
      {day("Start date", "from", filters.startDate)}
      {day("End date", "to", filters.endDate)}
      <SelectField label="First in the list" name="sort" width="full" defaultValue={filters.sort} options={sorts} />
      <details className={styles.more} open={hasMore(filters)}>
        <summary>School and more dates</summary>
        <div className={styles.fields}>
          <TextField
            label="School or district"
            name="school"
            width="full"
            defaultValue={filters.school}
            autoComplete="off"
          />
          {day("Shipped from", "shippedfrom", filters.shippedFrom)}
          {day("Shipped to", "shippedto", filters.shippedTo)}
          {day("Due from", "duefrom", filters.dueFrom)}
          {day("Due to", "dueto", filters.dueTo)}
        </div>
      </details>
    </FilterForm>
  );
}

function hasMore({ school, shippedFrom, shippedTo, dueFrom, dueTo }: OrderFilters): boolean {
  return [school, shippedFrom, shippedTo, dueFrom, dueTo].some((value) => value !== "");
}
