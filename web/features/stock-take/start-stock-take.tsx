import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Subject } from "#contract/catalog.ts";
import { stockTakeRules } from "#contract/stock-take/stock-takes.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { useNavigate } from "#web/ui/router/router.tsx";
import { shelfPlacesQuery, stockTakeHref } from "./stock-take-queries.ts";

type Values = { subjectId: string; shelfPlace: string };

/** Starts a stock-take of everything, a subject, or a place on the shelf. */
export function StartStockTake({ subjects }: { subjects: readonly Subject[] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const places = useQuery(shelfPlacesQuery).data ?? [];
  const form = useForm<Values>({
    names: ["subjectId", "shelfPlace"],
    stored: { values: { subjectId: "0", shelfPlace: "" } },
    check: ({ shelfPlace }) => brokenRules(stockTakeRules, { shelfPlace: shelfPlace.trim() }),
    save: async ({ subjectId, shelfPlace }) => {
      const body = { subjectId: Number(subjectId), shelfPlace: shelfPlace.trim() };
      const { id } = await call("POST StockTake/Start", { body });
      void client.invalidateQueries({ queryKey: ["stock-takes"] });
      return { next: () => navigate(stockTakeHref(id)) };
    },
  });
  const options = [
    { value: "0", label: "All subjects" },
    ...subjects.map(({ subjectId, subjectName }) => ({ value: String(subjectId), label: subjectName })),
  ];
  return (
    <Card heading="Start a stock-take">
      <Form form={form} label="Start a stock-take">
        <Row align="end">
          <SelectField label="Subject" options={options} {...form.field("subjectId")} />
          <TextField
            label="Shelf place"
            hint="Empty: all. A has A1 and A2, too."
            optional
            autoComplete="off"
            list="shelf-places"
            {...form.field("shelfPlace")}
          />
          <datalist id="shelf-places">
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
