import { useQuery } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import type { BorrowerPage, BorrowerRow } from "#contract/borrowers/borrowers.ts";
import { limits } from "#contract/codes.ts";
import { call } from "#web/lib/call.ts";
import { plainText } from "#web/lib/filters/address-filters.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { Search } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { borrowerListQuery, useBorrowerChange } from "./borrower-queries.ts";

const most = 10;

/** Merges another account of the same person into this one. */
export function MergeBorrower({ of }: { of: BorrowerPage }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Merge
      </Button>
      {asking && <AskWhich of={of} onClose={() => setAsking(false)} />}
    </>
  );
}

const problemsOf = ({ fromBorrowerId }: { fromBorrowerId: string }) =>
  fromBorrowerId === "" ? [{ field: "fromBorrowerId", message: "Choose the other account." }] : [];

function AskWhich({ of: { borrowerId, borrowerName, userName }, onClose }: { of: BorrowerPage; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(borrowerName);
  const found = useQuery(borrowerListQuery({ text, county: "", state: "", sort: "name", page: 1 }));
  const merge = useBorrowerChange(
    (fromBorrowerId: number) =>
      call("POST Borrowers/Merge/{id}", { params: { id: borrowerId }, body: { fromBorrowerId } }),
    "Accounts merged.",
    { isOfForm: true },
  );
  const form = useForm({
    names: ["fromBorrowerId"],
    stored: { values: { fromBorrowerId: "" } },
    check: problemsOf,
    objection: (error) => refusalOf(error),
    save: async ({ fromBorrowerId }) => {
      await merge.mutateAsync(Number(fromBorrowerId));
      onClose();
      return {};
    },
  });
  const others = found.data?.data.filter((row) => row.borrowerId !== borrowerId).slice(0, most) ?? [];
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Merge another account into ${borrowerName}’s?`}
      send="Merge"
      look="danger"
      canSend={others.length > 0}
      initialFocus={field}
      before={
        <Stack gap="tight">
          <p>
            The other account’s orders, cases and notes move here, and its login ends. This account keeps its user name
            ({userName}), its name and its address. This cannot be undone. Both addresses get an email.
          </p>
          <FindOther
            field={field}
            text={text}
            onFind={(words) => {
              form.change({ fromBorrowerId: "" }); // an account that is no longer listed
              setText(words);
            }}
          />
        </Stack>
      }
    >
      <Fetched query={found} what="borrowers" skeleton={<SkeletonLines lines={3} />}>
        {() =>
          others.length === 0 ? (
            <p>No other account matches “{text}”.</p>
          ) : (
            <RadioGroup
              {...form.field("fromBorrowerId")}
              label="The other account"
              options={others.map((row) => ({
                value: String(row.borrowerId),
                label: row.borrowerName,
                hint: inWords(row),
              }))}
            />
          )
        }
      </Fetched>
    </FormDialog>
  );
}

function inWords({ userName, schoolName, emailAddress, orders, copiesOut }: BorrowerRow): string {
  const has = [orders === 1 ? "1 order" : `${orders} orders`, copiesOut > 0 && `${copiesOut} out`].filter(Boolean);
  return `${userName} · ${schoolName} · ${emailAddress} · ${has.join(", ")}`;
}

type FindOtherProps = { field: RefObject<HTMLInputElement | null>; text: string; onFind: (text: string) => void };

function FindOther({ field, text, onFind }: FindOtherProps) {
  return (
    <form
      aria-label="Other accounts"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get("otherText");
        onFind(typeof typed === "string" ? plainText(typed) : "");
      }}
    >
      <Row align="end">
        <SearchField
          ref={field}
          label="Find the other account"
          hint="Part of the name, school, email address, phone number, or user name"
          name="otherText"
          width="l"
          maxLength={limits.line}
          defaultValue={text}
        />
        <Button type="submit" icon={<Search size={18} />}>
          Find
        </Button>
      </Row>
    </form>
  );
}
