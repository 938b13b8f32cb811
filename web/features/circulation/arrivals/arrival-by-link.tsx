import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Arrival } from "#contract/borrowers/arrivals.ts";
import { dayAfter } from "#contract/site/business-days.ts";
import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { formatDay } from "#web/lib/dates.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { refusedFor } from "../promises/promise-queries.ts";
import { arrivalQuery } from "./arrival-queries.ts";

/** Says by the link of an email, without a login, when an order arrived. Opening the page changes nothing. */
export function ArrivalByLink({ token }: { token: string }) {
  const { t } = useLanguage();
  const [isChanging, setChanging] = useState(false);
  return (
    <Fetched query={useQuery(arrivalQuery(token))} what={t("your order")} skeleton={<Skeleton height="16rem" />}>
      {(found) => {
        if (!found) return <Alert tone="warning">{t("This link is over.")}</Alert>;
        if (!found.arrivedOn || isChanging)
          return <Ask token={token} arrival={found} onSaid={() => setChanging(false)} />;
        return (
          <Stack>
            <Alert tone="success" title={t("Thank you.")}>
              <Rich
                sentence="You told us that order #{id} arrived on <day>day</day>."
                values={{ id: found.orderId }}
                parts={{ day: () => <DateText value={found.arrivedOn} inSentence /> }}
              />
            </Alert>
            <Row>
              <Button onClick={() => setChanging(true)}>{t("Change the day")}</Button>
            </Row>
            <IsMissing orderId={found.orderId} />
          </Stack>
        );
      }}
    </Fetched>
  );
}

/** The days to choose from: the last week, from the day it left. */
const shownDays = 7;

type AskProps = { token: string; arrival: Arrival; onSaid: () => void };

/** Each day is one press. */
function Ask({ token, arrival: { orderId, shipDate, today }, onSaid }: AskProps) {
  const { t, say, code } = useLanguage();
  const client = useQueryClient();
  const answer = useMutation({
    mutationFn: (arrivedOn: string) => call("POST Arrivals/SayArrived", { body: { token, arrivedOn } }),
    onSuccess: ({ data }) => {
      client.setQueryData(arrivalQuery(token).queryKey, data);
      onSaid();
    },
    meta: { ownFaults: (error) => refusedFor(error) !== undefined },
  });
  const refused = refusedFor(answer.error);
  const days = Array.from({ length: shownDays }, (_, ago) => dayAfter(today, -ago));
  return (
    <Stack>
      {refused && <Alert tone="error">{say(refused)}</Alert>}
      <p>
        <Rich
          sentence="Order #{id} left the library on <day>day</day>."
          values={{ id: orderId }}
          parts={{ day: () => <DateText value={shipDate} inSentence /> }}
        />
      </p>
      <h2>{t("When did it arrive?")}</h2>
      <Row>
        {days
          .filter((day) => day >= (shipDate ?? day))
          .map((day, ago) => (
            <Button key={day} look={ago === 0 ? "primary" : "secondary"} onClick={() => answer.mutate(day)}>
              {ago === 0 ? t("Today") : formatDay(day, code, true)}
            </Button>
          ))}
      </Row>
      <p>{t("Not there yet? Please write to us, and we’ll look for it.")}</p>
      <IsMissing orderId={orderId} />
    </Stack>
  );
}

function IsMissing({ orderId }: { orderId: number }) {
  return (
    <p>
      <Rich
        sentence="Is something missing or damaged? <link>Tell us on the order’s page.</link>"
        parts={{ link: (words) => <Link to={`/user/vieworder/${orderId}`}>{words}</Link> }}
      />
    </p>
  );
}
