import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OwnSession } from "#contract/accounts.ts";
import { ownSessionsQuery } from "#web/features/accounts/accounts-queries.ts";
import { logOut } from "#web/features/accounts/login/log-out.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { formatTime } from "#web/lib/dates.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

/** The borrower's logins of the last month, to recognize or to end. */
export function OwnSessions({ onLoggedOut }: { onLoggedOut: () => void }) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const everywhere = useMutation({
    mutationFn: () => call("POST Account/LogOutEverywhere", {}),
    onSuccess: () => {
      onLoggedOut();
      void logOut(client);
    },
  });
  const end = useMutation({
    mutationFn: (sessionNumber: number) =>
      call("POST Account/EndSession/{sessionNumber}", { params: { sessionNumber } }),
    onSettled: () => client.invalidateQueries(ownSessionsQuery),
  });
  const leave = (
    <Button size="small" busy={everywhere.isPending} onClick={() => everywhere.mutate()}>
      {t("Log out everywhere")}
    </Button>
  );
  const columns = useColumns((number) => end.mutate(number), end.isPending ? end.variables : undefined);
  return (
    <Card heading={t("Your logins")} actions={leave}>
      <p>{t("Don’t recognize one? End it, and change your password.")}</p>
      <Fetched query={useQuery(ownSessionsQuery)} what={t("your logins")} skeleton={<SkeletonLines lines={3} />}>
        {(sessions) => (
          <Table
            caption={t("Your logins")}
            columns={columns}
            rows={sessions}
            rowKey={({ sessionNumber }) => sessionNumber}
          />
        )}
      </Fetched>
    </Card>
  );
}

function useColumns(onEnd: (sessionNumber: number) => void, ending: number | undefined): Column<OwnSession>[] {
  const { t, code } = useLanguage();
  const nameOf = (place: string) => {
    const [browser, system] = place.split(" on ");
    return browser && system ? t("{browser} on {system}", { browser, system }) : place || t("Unknown browser");
  };
  return [
    { head: t("Browser"), names: true, cell: ({ browser }) => nameOf(browser) },
    { head: t("Address"), cell: ({ address }) => address || "–" },
    {
      head: t("Logged in"),
      cell: ({ begunAt }) => (
        <>
          <DateText value={begunAt} />, {formatTime(begunAt, undefined, code)}
        </>
      ),
    },
    {
      head: t("End"),
      headHidden: true,
      cell: ({ sessionNumber, endedAt, isThisOne, browser }) => {
        if (isThisOne) return t("This one");
        if (endedAt !== null) return t("Ended");
        return (
          <Button size="small" busy={ending === sessionNumber} onClick={() => onEnd(sessionNumber)}>
            {t("End")} <VisuallyHidden>{nameOf(browser)}</VisuallyHidden>
          </Button>
        );
      },
    },
  ];
}
