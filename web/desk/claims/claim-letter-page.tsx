import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ClaimLetter } from "#contract/desk/claims.ts";
import { withName } from "#contract/desk/package.ts";
import styles from "./claim-letter.module.css";
import { claimLetterQuery, claimLettersQuery, claims } from "#web/orders/desk-queries.ts";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { call } from "#web/lib/call.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Printer } from "#web/ui/icons.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";
import { useParams, useSearchParams } from "#web/ui/router.tsx";
import { ForRole } from "#web/lib/session.ts";
import { sentWords } from "#web/lib/site.ts";
import { TimeText } from "#web/lib/formats.tsx";

export function ClaimLetterPage() {
  const claimId = Number(useParams().id);
  return (
    <Page heading="Letter to the borrower" back={<BackLink to={`/admin/claims/${claimId}`}>Claim #{claimId}</BackLink>}>
      <Fetched query={useQuery(claimLetterQuery(claimId))} what="letter" skeleton={<Skeleton height="24rem" />}>
        {(letter) => <ClaimLetterSheet claimId={claimId} letter={letter} />}
      </Fetched>
    </Page>
  );
}

/** Shows the letters at admin/claim-letters?claims=1,2. */
export function ClaimLettersPage() {
  const [search] = useSearchParams();
  return (
    <Page heading="Letters" back={<BackLink to={claims.path}>Problems</BackLink>}>
      <Fetched
        query={useQuery(claimLettersQuery(search.get("claims") ?? ""))}
        what="the letters"
        skeleton={<Skeleton height="24rem" />}
        empty={<EmptyState title="No letters.">None of these borrowers owes anything.</EmptyState>}
      >
        {(letters) => (
          <Sheets letters={letters}>
            <p>
              {letters.length === 1 ? "1 letter, for 1 borrower." : `${letters.length} letters, one for each borrower.`}
            </p>
          </Sheets>
        )}
      </Fetched>
    </Page>
  );
}

function ClaimLetterSheet({ claimId, letter }: { claimId: number; letter: ClaimLetter }) {
  return (
    <Sheets letters={[letter]}>
      {letter.obstacle === "" && (
        <ForRole least="manager">
          <ActionButton
            action={() => call("POST Claims/SendLetter/{id}", { params: { id: claimId } })}
            done={sentWords("The letter is on its way.")}
            changes="everything"
          >
            Email it to {letter.emailAddress}
          </ActionButton>
        </ForRole>
      )}
      {letter.obstacle && <p>{letter.obstacle} Print the letter instead.</p>}
      {letter.mailedAt !== null && (
        <p>
          Last emailed <TimeText value={letter.mailedAt} />
        </p>
      )}
    </Sheets>
  );
}

function Sheets({ letters, children }: { letters: readonly ClaimLetter[]; children: ReactNode }) {
  return (
    <Stack>
      <div data-screen-only>
        <Row>
          <Button icon={<Printer size={18} />} look="primary" onClick={() => window.print()}>
            Print
          </Button>
          {children}
        </Row>
      </div>
      {letters.map((letter) => (
        <LetterPaper key={letter.to} letter={letter} />
      ))}
    </Stack>
  );
}

const dayInWords = (language: string) =>
  new Intl.DateTimeFormat(language === "es" ? "es-US" : "en-US", { dateStyle: "long" }).format(new Date());

function LetterPaper({ letter }: { letter: ClaimLetter }) {
  const sender = useSiteConfiguration()?.content;
  return (
    <article className={styles.letter} lang={letter.language}>
      <header className={styles.head}>
        <p className={styles.sender}>{sender?.site.siteName}</p>
        <p>{sender && [...sender.contact.phones.map(({ number }) => number), sender.contact.email].join(" · ")}</p>
      </header>
      <p>{dayInWords(letter.language)}</p>
      <address className={styles.address}>{letter.to}</address>
      <h2>{letter.heading}</h2>
      <p>{letter.text}</p>
      <table className={styles.items}>
        <tbody>
          {letter.items.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{letter.sum.name}</th>
            <td>{letter.sum.value}</td>
          </tr>
        </tfoot>
      </table>
      {sender?.contact.postalAddress && (
        <section>
          <h3>{letter.office}</h3>
          <address className={styles.address} lang="en">
            {withName(sender.site.siteName, sender.contact.postalAddress)}
          </address>
        </section>
      )}
      <p>{letter.note}</p>
    </article>
  );
}
