import { type ReactNode, useRef } from "react";
import type { BorrowerRow } from "#contract/people/borrowers.ts";
import { refusalOf } from "#web/lib/call.ts";
import { Fetched, type Query, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { RadioGroup } from "#web/ui/forms/field-groups.tsx";
import { SearchForm } from "#web/ui/forms/search-form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { ofBorrowers } from "./borrower-queries.ts";

type Person = Pick<BorrowerRow, "borrowerId" | "borrowerName">;

type PersonDialogProps<OnePerson extends Person> = {
  title: string;
  send: string;
  look?: "primary" | "danger";
  onClose: () => void;
  /** Explains the consequences. */
  children: ReactNode;
  /** The search, with the accessible name of its form. */
  search: { of: string; label: string; hint: string; text: string; onFind: (text: string) => void };
  people: Query<readonly OnePerson[]>;
  label: string;
  hintOf: (person: OnePerson) => string;
  /** Shown when there is no one to choose. */
  none: string;
  /** Shown below the choices. */
  note?: string | false | undefined;
  /** The error when no one is chosen. */
  missing: string;
  save: (person: OnePerson) => Promise<void>;
};

export function PersonDialog<OnePerson extends Person>(props: PersonDialogProps<OnePerson>) {
  const { onClose, children, search, people, label, hintOf, none, note, missing, save, ...dialog } = props;
  const searchField = useRef<HTMLInputElement>(null);
  const personOf = (id: string) => people.data?.find(({ borrowerId }) => String(borrowerId) === id);
  const form = useForm({
    stored: { values: { borrowerId: "" } },
    check: ({ borrowerId }) => (personOf(borrowerId) ? [] : [{ field: "borrowerId", message: missing }]),
    objection: (error) => refusalOf(error),
    changes: ofBorrowers,
    save: async ({ borrowerId }) => {
      const person = personOf(borrowerId);
      if (person) await save(person);
      onClose();
      return {};
    },
  });
  const find = (words: string) => {
    form.change({ borrowerId: "" }); // the chosen person may not be listed anymore
    search.onFind(words);
  };
  return (
    <FormDialog
      {...dialog}
      form={form}
      onClose={onClose}
      canSend={people.data?.length !== 0}
      initialFocus={searchField}
      before={
        <Stack gap="tight">
          <p>{children}</p>
          <SearchForm
            ref={searchField}
            of={search.of}
            label={search.label}
            hint={search.hint}
            name="personText"
            defaultValue={search.text}
            onFind={find}
          />
        </Stack>
      }
    >
      <Fetched query={people} what={search.of.toLowerCase()} skeleton={<SkeletonLines lines={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{none}</p>
          ) : (
            <Stack gap="tight">
              <RadioGroup
                {...form.field("borrowerId")}
                label={label}
                options={rows.map((person) => ({
                  value: person.borrowerId,
                  label: person.borrowerName,
                  hint: hintOf(person),
                }))}
              />
              {note && <p>{note}</p>}
            </Stack>
          )
        }
      </Fetched>
    </FormDialog>
  );
}
