import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { LoansAsked } from "#contract/borrowers/take-over.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { formatDay } from "#web/lib/dates.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { refusedFor } from "../promises/promise-queries.ts";
import { loansAskedQuery } from "./take-over-queries.ts";

/** Gives a colleague one’s loans by the link of an email, without a login. Opening the page changes nothing. */
export function GiveLoans({ token }: { token: string }) {
  const { t } = useLanguage();
  return (
    <Fetched query={useQuery(loansAskedQuery(token))} what={t("your loans")} skeleton={<Skeleton height="16rem" />}>
      {(found) => {
        if (!found)
          return (
            <Alert tone="warning">
              {t("This link no longer works. If you still have loans, please send them back, or write to us.")}
            </Alert>
          );
        if (found.given.length > 0)
          return (
            <Alert tone="success" title={t("Thank you.")}>
              {t("{name} has your loans now. You’ll get an email that lists them.", { name: found.borrowerName })}
            </Alert>
          );
        if (found.loans.length === 0)
          return <Alert>{t("You have nothing out that could be handed over. There’s nothing to do.")}</Alert>;
        return <Ask token={token} asked={found} />;
      }}
    </Fetched>
  );
}

/** One press hands over all of it. */
function Ask({ token, asked }: { token: string; asked: LoansAsked }) {
  const { t, say, code } = useLanguage();
  const client = useQueryClient();
  const give = useMutation({
    mutationFn: async () => call("POST Borrowers/GiveLoans", { body: { token } }),
    onSuccess: ({ data }) => {
      focusOn(document.querySelector("main h1")); // the pressed button goes
      client.setQueryData(loansAskedQuery(token).queryKey, data);
    },
    onError: async () => client.invalidateQueries({ queryKey: loansAskedQuery(token).queryKey }),
    meta: { ownFaults: (error) => refusedFor(error) !== undefined },
  });
  const refused = refusedFor(give.error);
  const { borrowerName: name, emailAddress: address, schoolName: school, loans } = asked;
  return (
    <Stack>
      {refused && <Alert tone="error">{say(refused)}</Alert>}
      <p>
        {t("{name} ({address}) asks to take over what you have out. Their account names your school: {school}.", {
          name,
          address,
          school,
        })}
      </p>
      <ul>
        {loans.map(({ orderId, dueOn, titles }) => (
          <li key={orderId}>
            {t("Order #{id}", { id: orderId })}: {titles.join(", ")}
            {dueOn && <> ({t("due {day}", { day: formatDay(dueOn, code, true) })})</>}
          </li>
        ))}
      </ul>
      <p>
        {t("If you agree, they send it back, and you no longer have to. Please give them anything you still have.")}
      </p>
      <Row>
        <Button look="primary" busy={give.isPending} onClick={() => give.mutate()}>
          {t("Hand over my loans")}
        </Button>
      </Row>
      <p>{t("Don’t you know this person? Then just close this page: nothing changes.")}</p>
    </Stack>
  );
}
