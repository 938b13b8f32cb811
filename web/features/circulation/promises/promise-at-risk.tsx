import { useQuery } from "@tanstack/react-query";
import type { PromiseRisk } from "#contract/borrowers/promises.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { formatDay } from "#web/lib/dates.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { type Choice, refusedFor, riskQuery, useChoice } from "./promise-queries.ts";

/** What can be done about an order whose days are at risk: each in one press. Opening the page changes nothing. */
export function PromiseAtRisk({ token }: { token: string }) {
  const { t, say } = useLanguage();
  const risk = useQuery(riskQuery(token));
  const choice = useChoice(token);
  if (choice.data) {
    const isCanceled = choice.variables.is === "let go" && choice.variables.isCanceling;
    return (
      <Done id={choice.data.id} title={isCanceled ? t("Your order is canceled.") : t("Your order is changed.")}>
        {t("We emailed you what it is now.")}
      </Done>
    );
  }
  const refused = refusedFor(choice.error);
  return (
    <Fetched query={risk} what={t("your order")} skeleton={<Skeleton height="16rem" />}>
      {(found) => (
        <Stack>
          {refused && <Alert tone="error">{say(refused)}</Alert>}
          {found === null && <Alert tone="warning">{t("This link is over.")}</Alert>}
          {found && found.titles.length === 0 && (
            <Done id={found.orderId} title={t("Nothing of your order is at risk.")}>
              {t("You need not do anything.")}
            </Done>
          )}
          {found && found.titles.length > 0 && (
            <Choices found={found} busy={choice.isPending} choose={(chosen) => choice.mutate(chosen)} />
          )}
        </Stack>
      )}
    </Fetched>
  );
}

type ChoicesProps = { found: PromiseRisk; busy: boolean; choose: (choice: Choice) => void };

function Choices({ found: { teachFrom, teachTo, titles, other, titleCount }, busy, choose }: ChoicesProps) {
  const { t, code } = useLanguage();
  const days = (from: string, to: string) => ({ from: formatDay(from, code, true), to: formatDay(to, code, true) });
  return (
    <Stack gap="loose">
      <p>
        {t("You teach from {from} to {to}, and right now no copy will be back in time.", days(teachFrom, teachTo))}{" "}
        {t("If you do nothing, we go on looking, and write when one is found.")}
      </p>
      {other.length > 0 && (
        <section aria-labelledby="other-days">
          <Stack gap="tight">
            <h2 id="other-days">{t("Other days for the whole order")}</h2>
            <Row>
              {other.map(({ from, to }) => (
                <Button key={from} look="primary" disabled={busy} onClick={() => choose({ is: "days", from, to })}>
                  {t("{from} to {to}", days(from, to))}
                </Button>
              ))}
            </Row>
          </Stack>
        </section>
      )}
      {titles.map(({ inventoryId, instead, ...title }) => (
        <section key={inventoryId} aria-labelledby={`title-${inventoryId}`}>
          <Stack gap="tight">
            <h2 id={`title-${inventoryId}`}>
              <TitleText of={title} />
            </h2>
            <Row>
              {instead.map((similar) => (
                <Button
                  key={similar.inventoryId}
                  disabled={busy}
                  onClick={() => choose({ is: "instead", inventoryId, insteadId: similar.inventoryId })}
                >
                  {t("Take “{title}” instead", { title: similar.title })}
                </Button>
              ))}
              <Button
                disabled={busy}
                onClick={() => choose({ is: "let go", inventoryId, isCanceling: titleCount === 1 })}
              >
                {titleCount === 1 ? t("Cancel the order") : t("Do without it")}
              </Button>
            </Row>
          </Stack>
        </section>
      ))}
    </Stack>
  );
}

function Done({ id, title, children }: { id: number; title: string; children: string }) {
  const { t } = useLanguage();
  return (
    <Alert tone="success" title={title}>
      {children} <Link to={`/user/vieworder/${id}`}>{t("Order #{id}", { id })}</Link>
    </Alert>
  );
}
