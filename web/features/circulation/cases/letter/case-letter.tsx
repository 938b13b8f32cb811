import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StartConfiguration } from "#contract/content.ts";
import type { CaseLetter } from "#contract/desk/cases.ts";
import { withName } from "#contract/desk/parcel.ts";
import { sentWords } from "#web/lib/sent-words.ts";
import { call } from "#web/lib/call.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { Printer } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import styles from "./case-letter.module.css";

type Sender = StartConfiguration["content"] | undefined;
type CaseLetterProps = { caseId: number; letter: CaseLetter; sender: Sender };

/** The letter to a borrower, to be printed or mailed. */
export function CaseLetterSheet({ caseId, letter, sender }: CaseLetterProps) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => call("POST Cases/SendLetter/{id}", { params: { id: caseId } }),
    meta: { done: sentWords("The letter is on its way.") },
    onSettled: () => client.invalidateQueries({ queryKey: ["cases"] }),
  });
  return (
    <Stack>
      <div data-screen-only>
        <Row>
          <Button icon={<Printer size={18} />} look="primary" onClick={() => window.print()}>
            Print
          </Button>
          {letter.obstacle === "" && (
            <ForRole least="manager">
              <Button busy={send.isPending} onClick={() => send.mutate()}>
                Email it to {letter.emailAddress}
              </Button>
            </ForRole>
          )}
          {letter.obstacle && <p>{letter.obstacle} Print the letter instead.</p>}
          {letter.mailedAt !== null && (
            <p>
              Last mailed <TimeText value={letter.mailedAt} />
            </p>
          )}
        </Row>
      </div>
      <LetterPaper letter={letter} sender={sender} />
    </Stack>
  );
}

/** The letters to several borrowers, a page each, to be printed. */
export function CaseLetterSheets({ letters, sender }: { letters: readonly CaseLetter[]; sender: Sender }) {
  return (
    <Stack>
      <div data-screen-only>
        <Row>
          <Button icon={<Printer size={18} />} look="primary" onClick={() => window.print()}>
            Print
          </Button>
          <p>
            {letters.length === 1 ? "1 letter, for 1 borrower." : `${letters.length} letters, one for each borrower.`}
          </p>
        </Row>
      </div>
      {letters.map((letter) => (
        <LetterPaper key={letter.to} letter={letter} sender={sender} />
      ))}
    </Stack>
  );
}

/** Today, as the head of a letter has it. */
const dayInWords = (language: string) =>
  new Intl.DateTimeFormat(language === "es" ? "es-US" : "en-US", { dateStyle: "long" }).format(new Date());

function LetterPaper({ letter, sender }: { letter: CaseLetter; sender: Sender }) {
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
