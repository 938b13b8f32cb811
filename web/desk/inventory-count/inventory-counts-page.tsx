import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type InventoryCount, inventoryCountRules } from "#contract/desk/inventory-counts.ts";
import { subjectsQuery } from "#web/catalog/catalog-queries.ts";
import { inventoryCountHref, inventoryCounts, scopeOf, shelfLocationsQuery } from "./inventory-count-queries.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call } from "#web/lib/call.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { List, RowLink } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { CircleCheck, ScanQrCode } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row } from "#web/ui/layout.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { SelectField } from "#web/ui/forms/choice-fields.tsx";
import { useNavigate } from "#web/ui/router.tsx";
import { DateText } from "#web/lib/formats.tsx";

export function InventoryCountsPage() {
  return (
    <Page heading="Inventory count" lead="Compare what’s on the shelves with what should be there.">
      {useMay("clerk") && <StartInventoryCount />}
      <List
        of={inventoryCounts}
        name="inventory counts"
        caption="Inventory counts, newest first"
        columns={columns}
        rowKey="inventoryCountId"
        rowHeight="3.5rem"
        emptyTitle="No inventory counts yet."
        empty="An inventory count compares what’s on the shelves with what should be there."
      />
    </Page>
  );
}

const columns: Column<InventoryCount>[] = [
  {
    head: "Scope",
    names: true,
    cell: (inventoryCount) => (
      <RowLink to={inventoryCountHref(inventoryCount.inventoryCountId)}>
        #{inventoryCount.inventoryCountId} {scopeOf(inventoryCount)}
      </RowLink>
    ),
  },
  {
    head: "Status",
    cell: ({ closedAt }) =>
      closedAt === null ? (
        <Badge tone="info" icon={<ScanQrCode size={16} />}>
          Open
        </Badge>
      ) : (
        <Badge tone="success" icon={<CircleCheck size={16} />}>
          Closed
        </Badge>
      ),
  },
  {
    head: "Started",
    cell: ({ startedAt, startedByName }) => (
      <>
        <DateText value={startedAt} /> by {startedByName}
      </>
    ),
  },
  { head: "Closed", cell: ({ closedAt }) => <DateText value={closedAt} /> },
  { head: "Expected copies", number: true, cell: ({ expected }) => expected.toLocaleString("en-US") },
];

type Values = { subjectId: string; shelfLocation: string };

function StartInventoryCount() {
  const subjects = useQuery(subjectsQuery).data ?? [];
  const client = useQueryClient();
  const navigate = useNavigate();
  const places = useQuery(shelfLocationsQuery).data ?? [];
  const form = useForm<Values>({
    stored: { values: { subjectId: "0", shelfLocation: "" } },
    check: ({ shelfLocation }) => brokenRules(inventoryCountRules, { shelfLocation: shelfLocation.trim() }),
    save: async ({ subjectId, shelfLocation }) => {
      const body = { subjectId: Number(subjectId), shelfLocation: shelfLocation.trim() };
      const { id } = await call("POST InventoryCount/Start", { body });
      void client.invalidateQueries({ queryKey: ["inventory-counts"] });
      return { next: () => navigate(`${inventoryCountHref(id)}#scanned`) };
    },
  });
  const options = [
    { value: "0", label: "All subjects" },
    ...subjects.map(({ subjectId, subjectName }) => ({ value: String(subjectId), label: subjectName })),
  ];
  return (
    <Card heading="New inventory count">
      <Form form={form} label="New inventory count">
        <Row align="end">
          <SelectField label="Subject" options={options} {...form.field("subjectId")} />
          <TextField
            label="Shelf location"
            hint="Leave blank for every shelf. “A” includes A1 and A2."
            optional
            autoComplete="off"
            list="shelf-locations"
            {...form.field("shelfLocation")}
          />
          <datalist id="shelf-locations">
            {places.map((place) => (
              <option key={place} value={place}>
                {place}
              </option>
            ))}
          </datalist>
          <Button {...form.button} look="primary">
            Start
          </Button>
        </Row>
      </Form>
    </Card>
  );
}
