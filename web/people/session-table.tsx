import type { OwnSession } from "#contract/people/accounts.ts";
import type { StaffSession } from "#contract/people/own-account.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { DateText, formatTime } from "#web/lib/formats.tsx";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";

type Session = Omit<OwnSession, "endedAt"> & Partial<Pick<OwnSession, "endedAt"> & Pick<StaffSession, "lastSeenAt">>;

type SessionTableProps = {
  caption: string;
  sessions: readonly Session[];
  /** A column before the last. */
  more?: Column<Session>;
  /** Ends a session, which refetches these queries. */
  end: (sessionNumber: number) => Promise<unknown>;
  changes: readonly string[];
  done?: string;
};

/** Lists sessions, with a button to log out each one except this one. */
export function SessionTable({ caption, sessions, more, end, ...button }: SessionTableProps) {
  const { t, code } = useLanguage();
  const nameOf = ({ browser: name }: Session) => {
    const [browser, system] = name.split(" on ");
    return browser && system ? t("{browser} on {system}", { browser, system }) : name || t("Unknown browser");
  };
  const columns: Column<Session>[] = [
    { head: t("Browser"), names: true, cell: nameOf },
    { head: t("Address"), cell: ({ address }) => address || "–" },
    {
      head: t("Logged in"),
      cell: ({ startedAt }) => (
        <>
          <DateText value={startedAt} />, {formatTime(startedAt, undefined, code)}
        </>
      ),
    },
    ...(more ? [more] : []),
    {
      head: t("Log out"),
      headHidden: true,
      cell: (session) => {
        if (session.isThisOne) return t("This session");
        if (session.endedAt) return t("Logged out");
        return (
          <ActionButton size="small" action={() => end(session.sessionNumber)} {...button}>
            {t("Log out")} <VisuallyHidden>{nameOf(session)}</VisuallyHidden>
          </ActionButton>
        );
      },
    },
  ];
  return <Table caption={caption} columns={columns} rows={sessions} rowKey="sessionNumber" />;
}
