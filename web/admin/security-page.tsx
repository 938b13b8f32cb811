import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import type { SignInEvent } from "#contract/people/staff.ts";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Monitor } from "#web/ui/icons.tsx";
import { kindWords, signInEvents } from "#web/admin/sign-in-events.ts";
import styles from "#web/admin/security.module.css";

export function SecurityPage() {
  return (
    <Page
      heading="Security"
      lead="Logins, refusals, and changes of accounts, newest first. Repeats within a minute share a row."
      back={<BackLink to="/admin/staff">Staff</BackLink>}
    >
      <List
        of={signInEvents}
        name="security events"
        caption="Security events, newest first"
        columns={columns}
        rowKey={({ eventId }) => eventId}
        className={styles.events}
        showAll="Show everything"
        empty="Logins, refusals, and changes of accounts appear here."
        emptyIcon={<Monitor size={28} />}
      />
    </Page>
  );
}

const columns: Column<SignInEvent>[] = [
  { head: "When", cell: ({ at }) => <TimeText value={at} /> },
  {
    head: "What",
    names: true,
    cell: (event) => (
      <>
        <span className={styles.kind}>
          {kindWords[event.kind]}
          {event.times > 1 && <> ({event.times.toLocaleString("en")} times in a minute)</>}
        </span>
        {event.call !== "" && <span className={styles.call}>{whereOf(event)}</span>}
      </>
    ),
  },
  { head: "Who", cell: (event) => whoOf(event) },
  { head: "Address", cell: addressOf },
  { head: "Session", cell: ({ sessionNumber }) => (sessionNumber === null ? "–" : `#${sessionNumber}`) },
];

const codeShown = 6; // characters: enough to see that two are the same

/** Whose account it was, or the code of the name that was typed. */
export function whoOf({ person, nameCode }: Pick<SignInEvent, "person" | "nameCode">): string {
  return person || (nameCode === "" ? "–" : `Typed name ${nameCode.slice(0, codeShown)}`);
}

/** Where from: a network, many, or the server on which a command or a job turned the key. */
function addressOf({ kind, address }: Pick<SignInEvent, "kind" | "address">): string {
  return address || (kind === "key-turned" ? "This server" : "Many");
}

/** Where in the library it happened, as "Account/Login". */
export function whereOf({ call }: Pick<SignInEvent, "call">): string {
  return call.replace(/^\w+ /, "").replace(/\/?(?:\{\w+\}\/?)*$/, "");
}
