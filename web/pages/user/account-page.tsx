import { useLanguage } from "#web/language/use-language.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "#web/ui/router/router.tsx";
import { AccountCard, AccountCardSkeleton } from "#web/features/accounts/account/account-card.tsx";
import { OwnCases } from "#web/features/circulation/borrower/own-cases.tsx";
import { WithMe } from "#web/features/circulation/borrower/with-me.tsx";
import { OwnPlaces } from "#web/features/circulation/queue/own-places.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { borrowerQuery, ownSessionsQuery } from "#web/features/accounts/accounts-queries.ts";
import { cartCountQuery } from "#web/features/cart/cart-queries.ts";
import { cartIdentifier } from "#web/lib/session.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { call, CallFailed } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import type { OwnSession } from "#contract/accounts.ts";
import { logOut } from "#web/features/accounts/login/log-out.ts";
import { formatTime } from "#web/lib/dates.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

export function AccountPage() {
  const { id = "" } = useParams();
  const { t } = useLanguage();
  const navigate = useNavigate();
  const query = useQuery(borrowerQuery(id));
  const inCart = useQuery(cartCountQuery(cartIdentifier())).data?.cartCount ?? 0;
  return (
    <Page
      heading={query.data ? t("Welcome back {name}!", { name: query.data.borrowerName }) : t("Your account")}
      documentTitle={t("Your account")}
      actions={
        inCart > 0 && (
          <ButtonLink look="primary" to="/user/cartitems">
            {t("Continue to your cart ({n})", { n: inCart })}
          </ButtonLink>
        )
      }
    >
      <Fetched query={query} what={t("your account")} skeleton={<AccountCardSkeleton />}>
        {(borrower) => (
          <Stack>
            {borrower.blockedBecause !== "" && <Blocked because={borrower.blockedBecause} />}
            {!borrower.isMailboxConfirmed && <ConfirmEmail emailAddress={borrower.emailAddress} />}
            <OwnCases />
            <Card
              heading={t("What you have")}
              actions={
                <ButtonLink size="small" to={`/user/orderlist/${id}`}>
                  {t("View Order History")}
                </ButtonLink>
              }
            >
              <WithMe userId={Number(id)} />
            </Card>
            <OwnPlaces />
            <AccountCard key={id} borrower={borrower} />
          </Stack>
        )}
      </Fetched>
      <OwnSessions onLoggedOut={() => void navigate("/user/login")} />
    </Page>
  );
}

/** Tells borrowers why they cannot order, in the words of staff, and what they still can. */
function Blocked({ because }: { because: string }) {
  const { t } = useLanguage();
  return (
    <Alert tone="warning" title={t("You can’t place orders right now")}>
      <p>{because}</p>
      <p>{t("You can still see what you have and send it back. Please write to us if you have a question.")}</p>
    </Alert>
  );
}

function ConfirmEmail({ emailAddress }: { emailAddress: string }) {
  const { t, say } = useLanguage();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call("POST Account/SendConfirmation", {}),
    meta: { ownFaults: (failure) => failure instanceof CallFailed && failure.isRefusal },
  });
  const refused = error instanceof CallFailed && error.isRefusal ? error : undefined;
  return (
    <Alert tone="warning" title={t("Please confirm your email address.")}>
      <Stack gap="tight">
        <p>
          {t(
            "Until you do, you can borrow less, and we won’t tell you when an order ships or is due. We write to {address}.",
            {
              address: emailAddress,
            },
          )}
        </p>
        {refused && <p>{say(refused)}</p>}
        {data?.message ? (
          <p>{say(data.message)}</p>
        ) : (
          <div>
            <Button size="small" busy={isPending} onClick={() => mutate()}>
              {t("Email me the link")}
            </Button>
          </div>
        )}
      </Stack>
    </Alert>
  );
}

function OwnSessions({ onLoggedOut }: { onLoggedOut: () => void }) {
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
