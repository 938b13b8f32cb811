import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { limits } from "#contract/catalog/codes.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import type { AddressFilters } from "#web/lib/filters/address-filters.ts";
import type { List as Listed, ListField } from "#web/lib/filters/list.ts";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { Search } from "#web/ui/icons.tsx";
import styles from "./list.module.css";
import { PagedList } from "./paged-list.tsx";
import { type Column, type RowKey, Table } from "./table.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";
import { useFilters } from "#web/ui/navigation/links.tsx";
import { cx } from "#web/ui/cx.ts";
import { SearchField } from "#web/ui/forms/field.tsx";
import { DateField, TextField } from "#web/ui/forms/text-fields.tsx";
import { CheckboxField, SelectField } from "#web/ui/forms/choice-fields.tsx";
import { Link, useLocation } from "#web/ui/router.tsx";
import type { saveFile } from "#web/lib/files.ts";

type Choices<Filters> = { [Name in keyof Filters]?: NonNullable<ListField<Filters>["choices"]> };
type Page<OneRow> = { data: readonly OneRow[]; total: number };

/** The columns of the table, or `cards` instead. */
type Look<Filters, OneRow> =
  | {
      columns: readonly Column<OneRow>[] | ((filters: Filters) => readonly Column<OneRow>[]);
      rowKey: RowKey<OneRow>;
      cards?: never;
    }
  | { cards: (rows: readonly OneRow[]) => ReactNode };

type ListProps<Filters extends { page: number }, Answer extends Page<OneRow>, OneRow> = Look<Filters, OneRow> & {
  of: Listed<Filters, Answer>;
  /** The plural, as in "Pages of borrowers". */
  name: string;
  /** The table's caption; by default the name. */
  caption?: string | ((filters: Filters) => string);
  rowHeight?: string;
  className?: string | undefined;
  /** The label of the filters' button. */
  send?: string;
  /** The label of the collapsed filters. */
  moreFilters?: string;
  /** The label of the link that clears the filters. */
  showAll?: string;
  /** Choices that depend on the answer, by filter. */
  choices?: (answer: Answer | undefined) => Choices<Filters>;
  /** Shown below the filters; the answer is undefined at first. */
  above?: (answer: Answer | undefined, filters: Filters) => ReactNode;
  /** Shown beside the download button. */
  count?: (answer: Answer) => ReactNode;
  csv?: ((filters: Omit<Filters, "page">) => Promise<Parameters<typeof saveFile>[0]>) | undefined;
  choose?: Choosing<OneRow>;
  empty: ComponentProps<typeof EmptyState>["children"];
  emptyTitle?: string;
  emptyIcon?: ReactNode;
  noMatch?: string;
};

/** How rows are selected, and the actions for selected rows. */
type Choosing<OneRow> = {
  id: (row: OneRow) => number;
  name: (row: OneRow) => string;
  canBe?: (row: OneRow) => boolean;
  className?: string | undefined;
  /** `clear` deselects all rows, or those with these ids. */
  actions: (rows: readonly OneRow[], clear: (ids?: readonly number[]) => void, all: readonly OneRow[]) => ReactNode;
};

/** Shows a staff list with filters, pages, a CSV download, and actions for selected rows. */
export function List<Filters extends { page: number }, Answer extends Page<OneRow>, OneRow>(
  props: ListProps<Filters, Answer, OneRow>,
) {
  const { of, name, above, count, csv, rowHeight = "4rem" } = props;
  const { filters, next } = useFilters(of);
  const { page, ...ofAllPages } = filters;
  const query = useQuery(of.query(filters));
  const title = titleOf(name);
  return (
    <Stack>
      {of.fields.length > 0 && <ListFilters key={of.keyOf(next)} {...props} choices={props.choices?.(query.data)} />}
      {above?.(query.data, filters)}
      {(count ?? csv) && (
        <Row apart>
          <p>{query.data && count?.(query.data)}</p>
          {csv && (
            <DownloadButton file={() => csv(ofAllPages)} done={`${title} CSV downloaded.`}>
              Download CSV
            </DownloadButton>
          )}
        </Row>
      )}
      {!of.trouble(filters) && (
        <PagedList
          query={query}
          what={name}
          page={page}
          pageSize={of.sizeOf(filters)}
          rowHeight={rowHeight}
          label={`Pages of ${name}`}
          hrefFor={(to) => of.href({ ...next, page: to })}
          empty={<Empty {...props} filters={filters} />}
        >
          {({ data }) => <Rows {...props} rows={data} filters={filters} title={title} />}
        </PagedList>
      )}
    </Stack>
  );
}

const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

type ListFiltersProps<Filters extends { page: number }> = {
  of: AddressFilters<Filters> & Pick<Listed<Filters, unknown>, "fields" | "trouble" | "chosenBy">;
  name: string;
  send?: string | undefined;
  showAll?: string | undefined;
  choices?: Choices<Filters> | undefined;
  moreFilters?: string | undefined;
};

/** Shows the filter form of a list. Use the filters as its key, so that Back resets it. */
export function ListFilters<Filters extends { page: number }>(props: ListFiltersProps<Filters>) {
  const { of, name, choices, send = "Search", showAll = `Show all ${name}`, moreFilters } = props;
  const { next, show } = useFilters(of);
  const [trouble, setTrouble] = useState(of.trouble(next));
  const filter = (form: URLSearchParams) => {
    const newFilters = of.chosenBy(form, next);
    const problem = of.trouble(newFilters);
    setTrouble(problem);
    if (problem) document.getElementById(problem.name)?.focus();
    else show(newFilters);
  };
  const controlOf = ({
    kind,
    filter: filterName,
    notBefore: _,
    isMore: _more,
    choices: fixedChoices = [],
    ...field
  }: ListField<Filters>) => {
    const common = { ...field, width: "full" as const, defaultValue: String(next[filterName]) };
    if (kind === "search") return <SearchField key={field.name} {...common} />;
    if (kind === "text") return <TextField key={field.name} {...common} maxLength={limits.line} autoComplete="off" />;
    if (kind === "day")
      return (
        <DateField key={field.name} {...common} error={trouble?.name === field.name ? trouble.words : undefined} />
      );
    const options = choices?.[filterName] ?? fixedChoices;
    // a new key when the choices arrive, because a select keeps the value it was rendered with
    return <SelectField key={`${field.name} ${options.length}`} {...common} options={options} />;
  };
  const search = of.fields.filter(({ kind }) => kind === "search");
  const others = of.fields.filter(({ kind, isMore }) => kind !== "search" && !isMore);
  const more = of.fields.filter(({ isMore }) => isMore);
  return (
    <FilterForm
      label={titleOf(name)}
      onFilter={filter}
      search={search.length > 0 && search.map(controlOf)}
      searchAbove={others.length > 1}
      more={
        more.length > 0 && (
          <details className={styles.more} open={more.some(({ filter: name }) => next[name] !== of.none[name])}>
            <summary>{moreFilters}</summary>
            <div className={styles.fields}>{more.map(controlOf)}</div>
          </details>
        )
      }
      actions={
        <>
          <Button type="submit" look="primary" icon={<Search size={18} />}>
            {send}
          </Button>
          {of.isNarrowed(next) && <Link to={of.path}>{showAll}</Link>}
        </>
      }
    >
      {others.map(controlOf)}
    </FilterForm>
  );
}

function Empty<Filters extends { page: number }, Answer extends Page<OneRow>, OneRow>(
  props: ListProps<Filters, Answer, OneRow> & { filters: Filters },
) {
  const { of, filters, name, empty, emptyTitle = messages.empty.pager, emptyIcon, noMatch, showAll } = props;
  const isNarrowed = of.isNarrowed(filters);
  return (
    <EmptyState
      title={emptyTitle}
      icon={emptyIcon}
      actions={isNarrowed && <ButtonLink to={of.path}>{showAll ?? `Show all ${name}`}</ButtonLink>}
    >
      {isNarrowed ? (noMatch ?? `No ${name} match these filters.`) : empty}
    </EmptyState>
  );
}

type RowsProps<Filters extends { page: number }, Answer extends Page<OneRow>, OneRow> = ListProps<
  Filters,
  Answer,
  OneRow
> & { filters: Filters; rows: readonly OneRow[]; title: string };

function Rows<Filters extends { page: number }, Answer extends Page<OneRow>, OneRow>(
  props: RowsProps<Filters, Answer, OneRow>,
) {
  const { marked, mark } = useMarked();
  if (props.cards) return props.cards(props.rows);
  const { rows, filters, title, caption = title, columns, rowKey, className, choose } = props;
  const visibleColumns = typeof columns === "function" ? columns(filters) : columns;
  const table = (columns: readonly Column<OneRow>[]) => (
    <div className={className}>
      <Table
        caption={typeof caption === "function" ? caption(filters) : caption}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
      />
    </div>
  );
  const eligible = choose ? rows.filter(choose.canBe ?? (() => true)) : [];
  if (!choose || eligible.length === 0) return table(visibleColumns);
  const { id, name, actions } = choose;
  const selection = eligible.filter((row) => marked.has(id(row)));
  const markAll = (isMarked: boolean) => mark(eligible.map(id), isMarked);
  const box: Column<OneRow> = {
    head: "Select",
    headHidden: true,
    className: choose.className,
    cell: (row) =>
      eligible.includes(row) && (
        <CheckboxField
          label={<VisuallyHidden>Select {name(row)}</VisuallyHidden>}
          checked={marked.has(id(row))}
          onChange={({ target }) => mark([id(row)], target.checked)}
        />
      ),
  };
  return (
    <Stack gap="tight">
      <Row>
        <ChooseAll listed={eligible.length} chosen={selection.length} onChoose={markAll} />
        {actions(selection, (ids = selection.map(id)) => mark(ids, false), eligible)}
      </Row>
      {table([box, ...visibleColumns])}
    </Stack>
  );
}

type ListLinkProps = { to: string; className?: string | undefined; children: ReactNode };

/** Links to a page that leads back to this list, with its filters. */
export function ListLink(props: ListLinkProps & { "data-row-link"?: true }) {
  const { pathname, search } = useLocation();
  return <Link {...props} state={{ from: pathname + search }} />;
}

/** Covers its row with a `ListLink`. */
export function RowLink(props: ListLinkProps) {
  return <ListLink {...props} data-row-link />;
}

type FilterFormProps = {
  label: string;
  /** Called with the fields' values by name. */
  onFilter: (form: URLSearchParams) => void;
  /** The search box, above the other fields or twice as wide. */
  search?: ReactNode;
  searchAbove?: boolean;
  /** SelectFields and DateFields of full width. */
  children: ReactNode;
  /** The button, and the link that clears the filters. */
  actions: ReactNode;
  /** Folded fields, below the button. */
  more?: ReactNode;
};

/**
 * Shows a list's filters. Use the filters of the requested address (`next`) as values and as the key, so that Back resets
 * the form but a running fetch does not.
 */
export function FilterForm({ label, onFilter, search, searchAbove, children, actions, more }: FilterFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)];
    onFilter(
      new URLSearchParams(entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))),
    );
  };
  return (
    <search aria-label={label}>
      <form className={styles.form} noValidate onSubmit={submit}>
        {search && <div className={cx(styles.search, searchAbove && styles.above)}>{search}</div>}
        {children}
        <div className={styles.filterActions}>{actions}</div>
        {more}
      </form>
    </search>
  );
}

type ChooseAllProps = {
  /** The number of rows, and how many of them are selected. */
  listed: number;
  chosen: number;
  onChoose: (isChosen: boolean) => void;
};

/** Selects all rows or none, and shows how many are selected. */
export function ChooseAll({ listed, chosen, onChoose }: ChooseAllProps) {
  const box = useRef<HTMLInputElement>(null);
  const previous = useRef(chosen);
  useEffect(() => {
    // indeterminate has no attribute
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < listed;
    // the pressed button is disabled now and loses the focus
    const isDone = previous.current > 0 && chosen === 0;
    if (isDone && document.activeElement?.matches("body, button:disabled")) box.current?.focus();
    previous.current = chosen;
  }, [chosen, listed]);
  return (
    <CheckboxField
      ref={box}
      label={chosen === 0 ? `Select all ${listed}` : `${chosen} of ${listed} selected`}
      checked={chosen === listed}
      onChange={({ target }) => onChoose(target.checked)}
    />
  );
}

/** The ids of selected rows. */
export type Marked = {
  marked: ReadonlySet<number>;
  mark: (ids: readonly number[], isMarked: boolean) => void;
};

export function useMarked(): Marked {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const mark: Marked["mark"] = (ids, isMarked) =>
    setMarked((now) => {
      const rest = [...now].filter((id) => !ids.includes(id));
      return new Set(isMarked ? [...rest, ...ids] : rest);
    });
  return { marked, mark };
}
