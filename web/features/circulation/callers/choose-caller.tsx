import { dataQuery } from "#web/lib/queries.ts";
import { OpenCasesNote } from "#web/features/circulation/cases/open-cases-note.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Caller } from "#contract/desk/callers.ts";
import { addressFilters, plainText, textField } from "#web/lib/filters/address-filters.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { Search } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import styles from "#web/features/circulation/wishes/wishes.module.css";

const callerFilters = addressFilters<{ text: string }>("/admin/callerorder", { text: textField("caller") });

const callersQuery = (searchString: string) =>
  dataQuery(
    ["borrowers", "callers", searchString],
    (context) => call("GET Account/FindBorrowers", { query: { searchString } }, context),
    { enabled: searchString !== "", staleTime: 0, keepPrevious: true },
  );

type ChooseCallerProps = {
  onChoose: (caller: Caller) => void;
  /** Registers somebody new. */
  register: (onRegistered: (caller: Caller) => void, onClose: () => void) => ReactNode;
};

/** Finds the borrower who calls, or registers them. */
export function ChooseCaller({ onChoose, register }: ChooseCallerProps) {
  const { filters, show } = useFilters(callerFilters);
  const { text } = filters;
  const [registering, setRegistering] = useState(false);
  const callers = useQuery(callersQuery(text));
  if (registering) return register(onChoose, () => setRegistering(false));
  return (
    <Stack gap="tight">
      <form
        aria-label="Borrowers"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get("callerText");
          show({ text: typeof typed === "string" ? plainText(typed) : "" });
        }}
      >
        <Row align="end">
          <SearchField
            label="Who is calling?"
            hint="Part of the name, school, district, email address, or phone number"
            name="callerText"
            width="l"
            defaultValue={text}
          />
          <Button type="submit" icon={<Search size={18} />}>
            Find
          </Button>
          <Button onClick={() => setRegistering(true)}>Register a new borrower</Button>
        </Row>
      </form>
      {text !== "" && (
        <Fetched
          query={callers}
          what="borrowers"
          skeleton={<SkeletonLines lines={3} />}
          empty={<p className={styles.none}>No borrower matches “{text}”.</p>}
        >
          {(found) => (
            <ul className={styles.found} aria-label="Borrowers found">
              {found.map((caller) => (
                <li key={caller.borrowerId} className={styles.row}>
                  <CallerWords caller={caller} />
                  <Button size="small" onClick={() => onChoose(caller)}>
                    Choose<VisuallyHidden> {caller.borrowerName}</VisuallyHidden>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Fetched>
      )}
    </Stack>
  );
}

/** Who a borrower is, in two lines. */
export function CallerWords({ caller }: { caller: Caller }) {
  return (
    <div className={styles.words}>
      <span className={styles.title}>{caller.borrowerName}</span>
      <span className={styles.side}>
        {caller.schoolName}, {caller.city} · {caller.emailAddress} · {caller.phoneNumber}
      </span>
      <OpenCasesNote of={caller} />
    </div>
  );
}
