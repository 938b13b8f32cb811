import { useQuery } from "@tanstack/react-query";
import type { ImportDetail, ImportSummary } from "#contract/catalog/imports.ts";
import type { KeptReason, KeptTitle } from "#contract/catalog/undo-import.ts";
import { useImportUpdate } from "./import-queries.ts";
import { counted, undoneResults } from "./import-words.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { call } from "#web/lib/call.ts";
import { addressFilters, pageField } from "#web/lib/filters/address-filters.ts";
import { answerQuery } from "#web/lib/queries.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import styles from "./one-import.module.css";
import { ResultCards } from "./results.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Card, Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { useFilters } from "#web/ui/navigation/links.tsx";
import { Link } from "#web/ui/router.tsx";

type UndoButtonProps = { detail: ImportSummary; size?: "small"; label?: string };

export function UndoButton({ detail: { importId, fileName }, size, label = "Undo the import" }: UndoButtonProps) {
  const update = useImportUpdate(importId);
  return (
    <ActionButton
      {...(size && { size })}
      icon={<Undo2 size={18} />}
      aria-label={size && `Undo the import of ${fileName}`}
      ask={{
        question: `Undo the import of ${fileName}?`,
        explanation:
          "Titles and copies it added will be removed, and titles it changed will go back to how they were. Titles someone has used or edited since then are kept and listed.",
        confirmLabel: "Yes, undo it",
        cancelLabel: "No, keep it",
        danger: true,
      }}
      action={() => update(call("POST Import/Undo/{id}", { params: { id: importId } }))}
    >
      {label}
    </ActionButton>
  );
}

export function Undone({ detail }: { detail: ImportDetail }) {
  const { undone, message, canBeUndone } = detail;
  const kept = undone?.kept ?? 0;
  return (
    <Stack>
      {message && <Alert tone="warning">{message}</Alert>}
      {undone && <ResultCards results={undoneResults(undone)} />}
      <Row>
        <ButtonLink to="/admin/inventorylist" look="primary">
          Go to the inventory
        </ButtonLink>
        {canBeUndone && <UndoButton detail={detail} label={kept > 0 ? "Try the kept titles again" : "Undo the rest"} />}
        <ButtonLink to="/admin/import">Import another file</ButtonLink>
      </Row>
      {kept > 0 && <KeptTitles importId={detail.importId} kept={kept} />}
    </Stack>
  );
}

const pageSize = 25;
const pages = addressFilters<{ page: number }>("/admin/import", { page: pageField() });

function KeptTitles({ importId, kept }: { importId: number; kept: number }) {
  const { page } = useFilters(pages).filters;
  const query = answerQuery(
    ["imports", importId, "kept", page],
    (context) =>
      call("GET Import/GetKeptTitles/{id}", { params: { id: importId }, query: { page, pageSize } }, context),
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <Card heading="Kept titles">
      <p className={styles.words}>
        {kept === 1 ? "1 title was kept because it was" : `${counted(kept, "title")} were kept because they were`} used
        or edited after the import.
      </p>
      <PagedList
        query={useQuery(query)}
        what="the kept titles"
        page={page}
        pageSize={pageSize}
        rowHeight="4rem"
        label="Pages of kept titles"
        hrefFor={(to) => pages.href({ page: to }, `/admin/import/${importId}`)}
      >
        {({ data }) => <Table caption="Kept titles" columns={keptColumns} rows={data} rowKey="row" />}
      </PagedList>
    </Card>
  );
}

const reasons: Record<KeptReason, string> = {
  edited: "Someone edited it.",
  ordered: "Someone ordered it.",
  "in-cart": "It’s in someone’s cart.",
  labeled: "Its labels were printed.",
  lent: "A copy was lent.",
  "copies-added": "Copies were added.",
  "copies-changed": "A copy was changed.",
  promised: "Its copies are reserved for orders.",
  used: "Something else in the library uses it.",
};

const keptColumns: Column<KeptTitle>[] = [
  {
    head: "Title",
    names: true,
    cell: (kept) => (
      <Link to={`/admin/viewitem/${kept.itemId}`} data-row-link>
        <TitleText of={kept} />
      </Link>
    ),
  },
  { head: "SKU Number", cell: ({ referenceNumber }) => referenceNumber },
  { head: "Row", number: true, cell: ({ row }) => row.toLocaleString("en-US") },
  { head: "Reason", cell: ({ reason }) => reasons[reason] },
];
