import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Arrival } from "#contract/borrowers/arrivals.ts";
import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { DateField } from "#web/ui/forms/text-field.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { arrivalQuery } from "./arrival-queries.ts";
import { arrivalBody, arrivalProblems } from "./arrival-values.ts";

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

type AskProps = { token: string; arrival: Arrival; onSaid: () => void };

function Ask({ token, arrival: { orderId, shipDate, arrivedOn, today }, onSaid }: AskProps) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const form = useForm({
    names: ["arrivedOn"],
    stored: { values: { arrivedOn: arrivedOn ?? today } },
    check: arrivalProblems,
    objection: refusalOf,
    save: async (typed) => {
      const { data } = await call("POST Arrivals/SayArrived", { body: { token, ...arrivalBody(typed) } });
      client.setQueryData(arrivalQuery(token).queryKey, data);
      return { next: onSaid };
    },
  });
  return (
    <Form form={form}>
      <Stack>
        <p>
          <Rich
            sentence="Order #{id} left the library on <day>day</day>."
            values={{ id: orderId }}
            parts={{ day: () => <DateText value={shipDate} inSentence /> }}
          />
        </p>
        <DateField label={t("It arrived on")} min={shipDate ?? undefined} max={today} {...form.field("arrivedOn")} />
        <Row>
          <Button {...form.button} look="primary">
            {t("It’s here")}
          </Button>
        </Row>
        <p>{t("Not there yet? Please write to us, and we’ll look for it.")}</p>
        <IsMissing orderId={orderId} />
      </Stack>
    </Form>
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
