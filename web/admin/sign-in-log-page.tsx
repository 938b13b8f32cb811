import type { SignInEvent } from "#contract/people/staff.ts";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Monitor } from "#web/ui/icons.tsx";
import { signInEvents, signInWords } from "./admin-queries.ts";
import { LogFrame } from "./log-frame.tsx";
import { TimeText } from "#web/lib/formats.tsx";
import styles from "./sign-in-log.module.css";

export function SignInLogPage() {
  return (
    <LogFrame
      of="logins"
      lead="Logins, refusals, and account changes, newest first. Repeats within a minute share a row."
    >
      <List
        of={signInEvents}
        name="events"
        caption="Sign-in log, newest first"
        columns={columns}
        rowKey={({ eventId }) => eventId}
        className={styles.events}
        showAll="Show everything"
        empty="Logins, refusals, and account changes appear here."
        emptyIcon={<Monitor size={28} />}
      />
    </LogFrame>
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
          {signInWords[event.kind]}
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

const codeLength = 6; // characters, enough to recognize the same name

/** Returns the name of the account, or a code for the typed user name. */
export function whoOf({ person, nameCode }: Pick<SignInEvent, "person" | "nameCode">): string {
  return person || (nameCode === "" ? "–" : `Typed name ${nameCode.slice(0, codeLength)}`);
}

/** Returns a network, "Many addresses", or "This server" where a command or a job replaced the key. */
function addressOf({ kind, address }: Pick<SignInEvent, "kind" | "address">): string {
  return address || (kind === "key-turned" ? "This server" : "Many addresses");
}

/** Returns the call without its method and parameters, such as "Account/Login". */
export function whereOf({ call }: Pick<SignInEvent, "call">): string {
  return call.replace(/^\w+ /, "").replace(/\/?(?:\{\w+\}\/?)*$/, "");
}
